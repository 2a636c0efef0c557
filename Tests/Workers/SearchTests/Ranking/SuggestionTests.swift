import Contracts
import Models
import Testing

@testable import Search

struct SuggestionTests {
  private let suggestions = Suggestions(corpus: .standard, fieldNames: FieldNames(kinds: .standard))

  private func names(_ text: String, kind: KindName? = nil, limit: Int = 8) throws -> [String] {
    try suggestions.names(for: text, kind: kind, limit: limit).map(\.name)
  }

  @Test(
    arguments: [
      ("l", "Leia Organa"), ("lu", "Luke Skywalker"), ("luk", "Luke Skywalker"), ("milenium fal", "Millennium Falcon"), ("tat", "Tatooine"),
      ("tatoi", "Tatooine"), ("chewb", "Chewbacca"), ("chewie", "Chewbacca"), ("x-w", "X-wing"), ("r2", "R2-D2"),
      ("obiw", "Obi-Wan Kenobi"),
      ("obi wan ken", "Obi-Wan Kenobi"), ("padm", "Padmé Amidala"), ("death", "Death Star"), ("a new", "A New Hope"),
      ("empire", "The Empire Strikes Back"),
      ("kind:starships mil", "Millennium Falcon"), ("-", nil), ("zzzz", nil),
    ] as [(String, String?)])
  func `suggestions follow the text being typed`(text: String, first: String?) throws {
    let found = try names(text)
    if text == "l" {
      #expect(found.allSatisfy { $0.lowercased().contains(" l") || $0.lowercased().hasPrefix("l") })
    } else {
      #expect(found.first == first)
    }
  }

  @Test func `only names are suggested and partial matches are dropped if a name matches`() throws {
    #expect(try names("skywalker") == ["Luke Skywalker", "Anakin Skywalker", "Shmi Skywalker"])
    #expect(try suggestions.names(for: "tatooine", kind: nil, limit: 50).allSatisfy { $0.field == nil })
  }

  @Test func `an invalid or unfinished filter does not prevent suggestions`() throws {
    #expect(try names("homewor").isEmpty)
    #expect(try names("luke homworld:ta").first == "Luke Skywalker")
    #expect(try names("luke mass>").first == "Luke Skywalker")
  }

  @Test func `the kind and the limit are respected`() throws {
    let kind = try #require(KindName("planets"))
    #expect(try suggestions.names(for: "a", kind: kind, limit: 50).allSatisfy { $0.reference.kind == kind })
    #expect(try names("a", limit: 3).count == 3)
  }

  @Test(arguments: [String(repeating: "star ", count: 200), String(repeating: "a-", count: 500), String(repeating: "x", count: 1_000)])
  func `words beyond the maximum are ignored`(text: String) throws {
    #expect(Query(words: text, kind: nil).clauses.count <= Query.maxWords)
    _ = try names(text)
  }

  @Test func `featured records stay the same for a day and cover all kinds`() throws {
    let today = suggestions.featured(kind: nil, limit: 8, day: 20_000)
    #expect(today == suggestions.featured(kind: nil, limit: 8, day: 20_000))
    #expect(today != suggestions.featured(kind: nil, limit: 8, day: 20_001))
    #expect(Set(today.map(\.reference)).count == 8)
    #expect(Set(today.map(\.reference.kind)).count == 6)
    let planets = try #require(KindName("planets"))
    #expect(suggestions.featured(kind: planets, limit: 5, day: 1).allSatisfy { $0.reference.kind == planets })
    #expect(
      Suggestions(corpus: SearchCorpus(kinds: .standard), fieldNames: FieldNames(kinds: .standard)).featured(kind: nil, limit: 8, day: 1)
        .isEmpty)
  }
}
