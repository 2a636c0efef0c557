import Catalogue
import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Search

/// What a person means comes first: see ``ExpectedFirst``.
@Suite struct RankingTests {
  @Test func `what a person expects is on top`() async throws {
    var results: [(ExpectedFirst.Case, [Match])] = []
    for expected in ExpectedFirst.all { results.append((expected, try await Library.standard.search(expected.query).matches)) }
    #expect(results.count == 40)
    let first = results.filter { $0.1.first?.reference.description == $0.0.reference }
    let nearTop = results.filter { result in result.1.prefix(3).contains { $0.reference.description == result.0.reference } }
    print("ranking: \(first.count) of 40 first, \(nearTop.count) of 40 in the first three")
    for (expected, matches) in results where matches.first?.reference.description != expected.reference {
      print("  \(expected): found \(matches.prefix(4).map { "\($0.name) (\($0.reference))" })")
    }
    #expect(first.count >= 38)
    #expect(nearTop.count == 40)
  }

  @Test(arguments: ExpectedFirst.all) func `the table names records that are there`(expected: ExpectedFirst.Case) throws {
    let reference = try #require(Reference(expected.reference))
    #expect(Library.standard.name(of: reference) == expected.name)
  }

  @Test(arguments: FurtherQueries.all) func `further queries`(query: String, first: String?) async throws {
    let outcome = try await Library.standard.search(query)
    if let first { #expect(outcome.matches.first?.reference.description == first, "\(outcome.matches.prefix(3).map(\.name))") }
    // A suggestion to search for something else must be worth it.
    if first == nil { #expect(outcome.correction == nil) }
  }

  @Test(arguments: FurtherQueries.nothing) func `what is not there is not found`(query: String) async throws {
    let outcome = try await Library.standard.search(query)
    #expect(outcome.count == 0, "\(outcome.matches.prefix(3).map(\.name))")
    #expect(outcome.correction == nil)
  }

  @Test func `what is close by its name comes before what mentions it`() async throws {
    #expect(try await Library.standard.search("hutt").matches.prefix(3).map(\.name) == ["Hutt", "Nal Hutta", "Jabba Desilijic Tiure"])
    #expect(try await Library.standard.search("luke leia").matches.prefix(2).map(\.name) == ["Luke Skywalker", "Leia Organa"])
  }

  @Test(arguments: ["star ", "a-", "-no ", "name:x ", "\"one two\" "]) func `more words than are looked for are refused`(part: String)
    throws
  {
    let names = FieldNames(kinds: .standard)
    let words = part == "\"one two\" " ? 2 : 1
    _ = try Query(String(repeating: part, count: Query.most / words), names: names)
    let problem = #expect(throws: Problem.self) { try Query(String(repeating: part, count: Query.most / words + 1), names: names) }
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"] == "q")
  }
}
