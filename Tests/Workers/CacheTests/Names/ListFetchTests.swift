import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Cache

/// The requests to the origin for the names of many records of one kind.
@Suite struct ListFetchTests {
  private func names(
    of ids: some Sequence<Int>, _ harness: CacheHarness, _ validation: Validation = Validation()
  ) async throws -> (names: [Int: String?], status: String?) {
    let parts = NameReaderTests.Parts()
    let reply = await harness.service.answer(NameReaderTests.people(ids, validation).request, parts: parts.collector)
    let answers = parts.all.flatMap(\.self) + (try NamesRequest.answer(reply))
    let names = zip(NameReaderTests.ids(answers), NameReaderTests.names(answers))
    return (Dictionary(names) { first, _ in first }, reply.fields["cache-status"])
  }

  private static func expected(_ ids: ClosedRange<Int>) -> [Int: String?] {
    Dictionary(uniqueKeysWithValues: ids.map { ($0, "Person \(1_000 - $0)") })
  }

  @Test func `many names are read from the pages of the list`() async throws {
    let harness = CacheHarness(people: 60)
    let (names, status) = try await names(of: 1...60, harness)
    #expect(names == Self.expected(1...60))
    #expect(harness.source.requests.sorted() == ["GET /people"] + (2...6).map { "GET /people?page=\($0)" })
    // The names were not cached.
    #expect(status == "holocron; fwd=miss; fwd-status=200; stored; collapsed")
  }

  @Test func `a few names are requested one by one`() async throws {
    let harness = CacheHarness(people: 60)
    #expect(try await names(of: 1...9, harness).names == Self.expected(1...9))
    #expect(Set(harness.source.requests) == Set((1...9).map { "GET /people/\($0)" }))
  }

  @Test func `the first page decides whether the others are fewer requests than the rest of the records`() async throws {
    // 5 further pages for 10 records, and 6 for as many.
    for (people, count) in [(60, 6), (70, 11)] {
      let harness = CacheHarness(people: people)
      #expect(try await names(of: 11...20, harness).names == Self.expected(11...20))
      #expect(harness.source.requests.count == count)
      #expect(harness.source.requests.first == "GET /people")
    }
  }

  @Test func `records that are not in the list are requested one by one`() async throws {
    let harness = CacheHarness(people: 30)
    harness.source.setUnlisted([Reference(.people, 12)])
    harness.source.rename(Reference(.people, 25), nil)
    let (names, _) = try await names(of: 1...30, harness)
    #expect(names[12] == "Person 988")
    #expect(names[25] == .some(nil))
    #expect(names.count == 30)
    let requests = ["GET /people", "GET /people/12", "GET /people/25", "GET /people?page=2", "GET /people?page=3"]
    #expect(harness.source.requests.sorted() == requests)
  }

  /// A list that hangs must leave time for the records.
  @Test func `an origin that fails to list is asked for each record`() async throws {
    final class SourceWithoutLists: Source {
      let source = FakeSource()
      /// How long a list may take.
      let limit = Mutex(Duration.zero)

      func fetch(_ request: Request, within limit: Duration) async -> Reply {
        guard request.target.path.count == 1 else { return await source.fetch(request, within: limit) }
        self.limit.withLock { $0 = limit }
        return Reply(.originDown)
      }
    }
    let source = SourceWithoutLists()
    let service = CacheService(store: MemoryStore(), source: source, settings: .longTimeouts, logger: .silent)
    let parts = NameReaderTests.Parts()
    var request = NameReaderTests.people(1...20).request
    request.deadline = .seconds(600)
    let reply = await service.answer(request, parts: parts.collector)
    #expect((.seconds(1) ... .seconds(300)).contains(source.limit.withLock(\.self)))
    let answers = parts.all.flatMap(\.self) + (try NamesRequest.answer(reply))
    #expect(Set(NameReaderTests.names(answers)) == Set((1...20).map { "Person \(1_000 - $0)" }))
    #expect(source.source.requests.count == 20)
  }

  @Test(arguments: [Validation(revalidate: true), Validation(noStore: true)])
  func `a request that needs newer records, or must not be stored, does not use the list`(validation: Validation) async throws {
    let harness = CacheHarness(people: 25)
    #expect(try await names(of: 1...25, harness, validation).names == Self.expected(1...25))
    #expect(Set(harness.source.requests) == Set((1...25).map { "GET /people/\($0)" }))
  }
}
