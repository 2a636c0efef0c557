import Testing

@testable import Explorer

@Suite struct FuzzyPatternTests {
  @Test(arguments: [
    ("luke", "Luke Skywalker", [0..<4]),
    ("lsky", "Luke Skywalker", [0..<1, 5..<8]),
    ("LS", "Luke Skywalker", [0..<1, 5..<6]),
    ("walker", "Luke Skywalker", [8..<14]),
    ("padme", "Padmé Amidala", [0..<5]),
    ("xwing", "X-wing", [0..<1, 2..<6]),
    ("r2d2", "R2-D2", [0..<2, 3..<5]),
    ("aether", "Æther", [0..<5]),
    ("日", "日本語", [0..<1]),
    ("", "Lobot", []),
    ("-", "Lobot", []),
  ])
  func `letters fit in their order and are pointed out`(_ pattern: String, _ text: String, _ marks: [Range<Int>]) throws {
    let fit = try #require(FuzzyPattern(pattern).fit(FuzzyText(text)))
    #expect(fit.marks == marks)
  }

  @Test(arguments: [
    ("ekul", "Luke Skywalker"),
    ("lukes skywalkers", "Luke Skywalker"),
    ("x", ""),
    // So scattered that nobody meant it.
    ("ueyar", "Luke of the Seven Yawning Arches"),
  ])
  func `others do not`(_ pattern: String, _ text: String) {
    #expect(FuzzyPattern(pattern).fit(FuzzyText(text)) == nil)
  }

  @Test(arguments: [
    ("sk", "Skako", "Luke Skywalker"),
    ("sk", "Luke Skywalker", "Bossk"),
    ("leia", "Leia Organa", "Lobot Emits Indigo Alarms"),
    ("han", "Han Solo", "Ishan"),
    ("df", "Dark Forest", "Odd figure"),
  ])
  func `what begins a word and what stands together is better`(_ pattern: String, _ better: String, _ worse: String) throws {
    let pattern = FuzzyPattern(pattern)
    let high = try #require(pattern.fit(FuzzyText(better)))
    let low = try #require(pattern.fit(FuzzyText(worse)))
    #expect(high.score > low.score)
  }

  @Test func `the best of several ways is taken`() throws {
    // Not the first `s` but the one that begins a word.
    let fit = try #require(FuzzyPattern("bs").fit(FuzzyText("Bas Snow")))
    #expect(fit.marks == [0..<1, 4..<5])
  }
}
