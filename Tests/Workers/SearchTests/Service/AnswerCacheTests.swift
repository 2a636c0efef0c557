import Contracts
import Models
import Testing

@testable import Search

/// The answers kept for one version of the index.
struct AnswerCacheTests {
  enum Step: Sendable {
    /// Inserts an answer of 100 bytes for a text, found in a version.
    case insert(String, UInt64)
    /// Asks for a text in a version, and whether there is an answer.
    case ask(String, UInt64, Bool)
  }

  /// The cache holds two answers in each generation.
  @Test(
    arguments: [
      ("nothing is known", [.ask("a", 1, false)]),
      ("an answer is kept", [.insert("a", 1), .ask("a", 1, true), .ask("b", 1, false), .ask("a", 1, true)]),
      ("a new version drops all answers", [.insert("a", 1), .insert("b", 1), .ask("a", 2, false), .ask("b", 2, false)]),
      ("dropped answers do not come back", [.insert("a", 1), .insert("b", 2), .ask("a", 1, false), .ask("a", 2, false)]),
      ("an answer to a new version drops the others", [.insert("a", 1), .insert("b", 2), .ask("b", 2, true), .ask("a", 2, false)]),
      ("an answer from an earlier version is not kept", [.insert("a", 2), .insert("b", 1), .ask("b", 1, false), .ask("b", 2, false)]),
      ("an earlier version gets no later answers", [.insert("a", 2), .ask("a", 1, false), .ask("a", 2, true)]),
      (
        "the oldest answers go first",
        [.insert("a", 1), .insert("b", 1), .insert("c", 1), .insert("d", 1), .insert("e", 1)]
          + [.ask("a", 1, false), .ask("b", 1, false), .ask("c", 1, true), .ask("e", 1, true)]
      ),
      (
        "used answers stay",
        [.insert("a", 1), .insert("b", 1), .insert("c", 1), .ask("a", 1, true), .insert("d", 1), .insert("e", 1)]
          + [.ask("b", 1, false), .ask("a", 1, true)]
      ),
      ("an answer is inserted once", [.insert("a", 1), .insert("a", 1), .insert("a", 1), .insert("b", 1), .ask("a", 1, true)]),
    ] as [(String, [Step])])
  func `answers are kept as long as the version lasts and there is room`(name: String, steps: [Step]) {
    let size = AnswerCache.overhead + 101
    var cache = AnswerCache(maxBytes: 4 * size)
    for (number, step) in steps.enumerated() {
      switch step {
      case .insert(let text, let version): _ = cache.insert(Self.content(text), for: Question(SearchRequest(text)), version: version)
      case .ask(let text, let version, let isKnown):
        let answer = cache.answer(Question(SearchRequest(text)), version: version)
        #expect(answer == (isKnown ? Self.content(text) : nil), "\(name), step \(number)")
      }
      #expect(cache.bytes == cache.count * size, "\(name), step \(number)")
      #expect(cache.bytes <= 4 * size, "\(name), step \(number)")
    }
  }

  private static func content(_ text: String) -> [UInt8] { [UInt8](repeating: text.utf8.first ?? 0, count: 100) }

  @Test(arguments: [0, 1, 2 * AnswerCache.overhead, 1 << 20]) func `an answer that takes more than half of the room is not kept`(
    maxBytes: Int
  ) {
    var cache = AnswerCache(maxBytes: maxBytes)
    let question = Question(SearchRequest("luke"))
    let room = maxBytes / 2 - AnswerCache.overhead - 4
    for (size, isKept) in [(room + 1, false), (room, true)] where size >= 0 {
      _ = cache.insert([UInt8](repeating: 1, count: size), for: question, version: 1)
      #expect((cache.answer(question, version: 1) != nil) == isKept)
    }
  }

  private static let day: Int64 = 86_400_000

  @Test(arguments: [
    (SearchRequest("luke"), SearchRequest("luke"), true), (SearchRequest("luke"), SearchRequest("Luke"), false),
    (SearchRequest("luke"), SearchRequest("luke "), false), (SearchRequest("luke"), SearchRequest("luke", kind: Person.kind), false),
    (SearchRequest("luke"), SearchRequest("luke", limit: 21), false),
    (SearchRequest("luke"), SearchRequest("luke", mayAskOrigin: false), false),
    // The answers repeat the texts, whose bytes differ.
    (SearchRequest("Padm\u{E9}"), SearchRequest("Padme\u{301}"), false),
  ])
  func `two searches are the same question if their answers are`(one: SearchRequest, other: SearchRequest, areEqual: Bool) {
    #expect((Question(one) == Question(other)) == areEqual)
  }

  @Test(arguments: [
    (SuggestRequest("lu"), Int64(0), SuggestRequest("lu"), 3 * day, true), (SuggestRequest(""), 0, SuggestRequest(" "), day - 1, true),
    (SuggestRequest(""), 0, SuggestRequest(""), day, false), (SuggestRequest(""), 0, SuggestRequest("", limit: 9), 0, false),
    (SuggestRequest("lu"), 0, SuggestRequest("LU"), 0, false),
  ])
  func `two suggestions are the same question if their answers are`(
    one: SuggestRequest, at: Int64, other: SuggestRequest, later: Int64, areEqual: Bool
  ) {
    #expect((Question(one) { at } == Question(other) { later }) == areEqual)
  }

  @Test func `a search and a suggestion are different questions`() {
    #expect(Question(SearchRequest("luke", limit: 8)) != Question(SuggestRequest("luke", limit: 8)) { 0 })
  }
}
