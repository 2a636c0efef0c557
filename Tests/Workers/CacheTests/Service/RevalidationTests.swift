import Contracts
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// Revalidations in the background.
@Suite struct RevalidationTests {
  /// Returns a cache in which all records are stale, and the number of requests it has sent.
  private func staleHarness(people: Int) async -> (harness: CacheHarness, sent: Int) {
    let harness = CacheHarness(people: people)
    _ = await harness.stream(ListRequest(.people, .all))
    harness.clock.advance(by: .seconds(2 * 24 * 3_600))
    return (harness, harness.source.requests.count)
  }

  private func names(_ ids: ClosedRange<Int>, for client: String, in harness: CacheHarness) async throws -> [NameAnswer] {
    let request = NamesRequest(ids.map { Reference(.people, $0) }).request
    return try NamesRequest.answer(await harness.service.answer(request, parts: ReplyParts(client: client) { _ in }))
  }

  @Test func `hundreds of stale names are revalidated a few at a time`() async throws {
    let count = NamesRequest.maxReferences
    let (harness, sent) = await staleHarness(people: count)
    harness.source.hold()
    #expect(try await names(1...count, for: "a", in: harness).count == count)
    await harness.source.waitForRequests(sent + RevalidationQueue.concurrency)
    #expect(harness.service.lookup.revalidations.waitingCount == count - RevalidationQueue.concurrency)
    #expect(harness.source.requests.count == sent + RevalidationQueue.concurrency)
    harness.source.release()
    await harness.source.waitForRequests(sent + count)
    try await eventually("all have ended") { harness.service.lookup.flights.count == 0 }
    #expect(Set(harness.source.requests.dropFirst(sent)).count == count)
    #expect(harness.source.requests.count == sent + count)
  }

  @Test func `a client with many stale names does not delay the revalidation of another client's`() async throws {
    let (harness, sent) = await staleHarness(people: 401)
    harness.source.hold()
    _ = try await names(1...400, for: "greedy", in: harness)
    _ = try await names(401...401, for: "modest", in: harness)
    await harness.source.waitForRequests(sent + RevalidationQueue.concurrency)
    harness.source.release()
    await harness.source.waitForRequests(sent + 401)
    let position = try #require(harness.source.requests.dropFirst(sent).firstIndex(of: "GET /people/401")) - sent
    // The revalidations that ran, two turns, and those that started at the same time.
    #expect(position < 4 * RevalidationQueue.concurrency)
  }

  @Test(arguments: [(StoreLimits(entries: 4, bytes: 1 << 20), 4), (StoreLimits(entries: 100, bytes: 1_000), 1)])
  func `a revalidation is queued once, and not at all without room`(limits: StoreLimits, room: Int) async throws {
    let flights = SingleFlight<StoreKey, Fetcher.Outcome>()
    let queue = RevalidationQueue(flights, limits: limits)
    let source = FakeSource(people: 0)
    source.hold()
    for id in 1...(RevalidationQueue.concurrency + 10) {
      let reference = Reference(.people, id)
      for _ in 0..<2 {
        queue.add(StoreKey(.record(reference), of: nil), .sample(), for: "a") {
          _ = await source.fetch(RecordRequest(reference).request, within: .testLimit)
          return .failed(.originDown, status: 502)
        }
      }
    }
    await source.waitForRequests(RevalidationQueue.concurrency)
    #expect(queue.waitingCount == room)
    source.release()
    await source.waitForRequests(RevalidationQueue.concurrency + room)
    try await eventually("all have ended") { flights.count == 0 }
    #expect(source.requests.count == RevalidationQueue.concurrency + room)
    #expect(queue.waitingCount == 0)
  }
}
