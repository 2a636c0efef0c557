import Testing

@testable import Explorer

@Suite struct NamePatternTests {
  @Test(
    arguments: [
      ("luke", "Luke Skywalker", [0..<4]), ("lsky", "Luke Skywalker", [0..<1, 5..<8]), ("LS", "Luke Skywalker", [0..<1, 5..<6]),
      ("walker lu", "Luke Skywalker", [0..<2, 8..<14]), ("padme", "Padmé Amidala", [0..<5]), ("xwing", "X-wing", [0..<1, 2..<6]),
      ("r2d2", "R2-D2", [0..<2, 3..<5]), ("aether", "Æther", [0..<5]), ("日", "日本語", [0..<1]), ("", "Lobot", []), ("-", "Lobot", []),
      ("ekul", "Luke Skywalker", nil), ("lukes skywalkers", "Luke Skywalker", nil), ("uker", "Luke Skywalker", nil), ("x", "", nil),
    ] as [(String, String, [Range<Int>]?)])
  func `words, or the beginnings of successive words, match and are highlighted`(_ typed: String, _ name: String, _ marks: [Range<Int>]?) {
    #expect(NamePattern(typed).matchOrInitials(name)?.marks == marks)
  }

  @Test(arguments: [
    ("sk", "Skako", "Luke Skywalker"), ("sk", "Luke Skywalker", "Bossk"), ("leia", "Leia Organa", "Lobot Emits Indigo Alarms"),
    ("han", "Han Solo", "Ishan"),
  ])
  func `the start of a name scores higher than the start of a word, and that higher than other letters`(
    _ typed: String, _ better: String, _ worse: String
  ) throws {
    let pattern = NamePattern(typed)
    #expect(try #require(pattern.matchOrInitials(better)).score > #require(pattern.matchOrInitials(worse)).score)
  }
}
