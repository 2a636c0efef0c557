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
  func `letters match in order and are highlighted`(_ pattern: String, _ text: String, _ marks: [Range<Int>]) throws {
    let match = try #require(FuzzyPattern(pattern).match(text))
    #expect(match.marks == marks)
  }

  @Test(arguments: [
    ("ekul", "Luke Skywalker"),
    ("lukes skywalkers", "Luke Skywalker"),
    ("x", ""),
    // The letters are too scattered.
    ("ueyar", "Luke of the Seven Yawning Arches"),
  ])
  func `other letters do not match`(_ pattern: String, _ text: String) {
    #expect(FuzzyPattern(pattern).match(text) == nil)
  }

  @Test(arguments: [
    ("sk", "Skako", "Luke Skywalker"),
    ("sk", "Luke Skywalker", "Bossk"),
    ("leia", "Leia Organa", "Lobot Emits Indigo Alarms"),
    ("han", "Han Solo", "Ishan"),
    ("df", "Dark Forest", "Odd figure"),
  ])
  func `word starts and consecutive letters score higher`(_ pattern: String, _ better: String, _ worse: String) throws {
    let pattern = FuzzyPattern(pattern)
    let high = try #require(pattern.match(better))
    let low = try #require(pattern.match(worse))
    #expect(high.score > low.score)
  }

  @Test func `the best of several matches is returned`() throws {
    // Prefer the `s` that begins a word.
    let match = try #require(FuzzyPattern("bs").match("Bas Snow"))
    #expect(match.marks == [0..<1, 4..<5])
  }
}
