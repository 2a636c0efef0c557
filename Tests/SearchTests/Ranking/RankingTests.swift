import Catalogue
import Contracts
import Models
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
}
