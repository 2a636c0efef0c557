import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Search

/// The ranking of results; see ``ExpectedFirst``.
@Suite struct RankingTests {
  @Test func `expected records come first`() async throws {
    var first = 0
    for (query, reference) in ExpectedFirst.all {
      let found = try await SearchCorpus.standard.search(query).matches.prefix(3).map(\.reference.description)
      #expect(found.contains(reference), "\(query): \(found)")
      if found.first == reference { first += 1 }
    }
    #expect(ExpectedFirst.all.count == 40 && first >= 38)
  }

  @Test(arguments: FurtherQueries.all) func `further queries find the expected record first`(query: String, first: String?) async throws {
    let outcome = try await SearchCorpus.standard.search(query)
    if let first { #expect(outcome.matches.first?.reference.description == first, "\(outcome.matches.prefix(3).map(\.name))") }
    // Without an expected record, no correction must be suggested.
    if first == nil { #expect(outcome.correction == nil) }
  }

  @Test(arguments: FurtherQueries.nothing) func `queries without a match find nothing`(query: String) async throws {
    let outcome = try await SearchCorpus.standard.search(query)
    #expect(outcome.count == 0, "\(outcome.matches.prefix(3).map(\.name))")
    #expect(outcome.correction == nil)
  }

  @Test func `matches by name come before matches by reference`() async throws {
    #expect(try await SearchCorpus.standard.search("hutt").matches.prefix(3).map(\.name) == ["Hutt", "Nal Hutta", "Jabba Desilijic Tiure"])
    #expect(try await SearchCorpus.standard.search("luke leia").matches.prefix(2).map(\.name) == ["Luke Skywalker", "Leia Organa"])
  }

  @Test(arguments: [("star ", 1), ("a-", 1), ("-no ", 1), ("name:x ", 1), ("\"one two\" ", 2)])
  func `queries with too many words are rejected`(part: String, words: Int) throws {
    let names = FieldNames(kinds: .standard)
    _ = try Query(String(repeating: part, count: Query.maxWords / words), names: names)
    #expect(throws: Problem.self) { try Query(String(repeating: part, count: Query.maxWords / words + 1), names: names) }
  }
}
