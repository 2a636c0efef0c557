import Contracts
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// Revalidations in the background.
@Suite struct RevalidationTests {
  @Test func `hundreds of stale names are revalidated a few at a time`() async throws {
    let count = NamesRequest.maxReferences
    let harness = CacheHarness(people: count)
    _ = await harness.stream(ListRequest(.people, .all))
    harness.clock.advance(by: .seconds(2 * 24 * 3_600))
    let sent = harness.source.requests.count
    harness.source.hold()
    let names = NamesRequest((1...count).map { Reference(.people, $0) }).request
    #expect(try NamesRequest.answer(await harness.ask(names)).count == count)
    await harness.source.waitForRequests(sent + RevalidationQueue.concurrency)
    #expect(harness.service.lookup.revalidations.waitingCount == count - RevalidationQueue.concurrency)
    #expect(harness.source.requests.count == sent + RevalidationQueue.concurrency)
    harness.source.release()
    await harness.source.waitForRequests(sent + count)
    try await eventually("all have ended") { harness.service.lookup.flights.count == 0 }
    #expect(Set(harness.source.requests.dropFirst(sent)).count == count)
    #expect(harness.source.requests.count == sent + count)
  }

  @Test func `a revalidation is queued once, and not at all without room`() async throws {
    let (room, total) = (4, RevalidationQueue.concurrency + 4)
    let flights = SingleFlight<Flight, Fetcher.Outcome>()
    let source = FakeSource(people: 0)
    let queue = RevalidationQueue(flights, limit: room) { key, _ in
      _ = await source.fetch(Request("GET", Target(parsing: "\(key.key)") ?? Target([])), within: .testLimit)
      return .failed(.originDown, status: 502)
    }
    source.hold()
    for id in 1...(total + 10) {
      for _ in 0..<2 { queue.add(StoreKey(.record(Reference(.people, id)), of: nil), for: "a") }
    }
    await source.waitForRequests(RevalidationQueue.concurrency)
    #expect(queue.waitingCount == room)
    source.release()
    await source.waitForRequests(total)
    try await eventually("all have ended") { flights.count == 0 }
    #expect(source.requests.count == total)
    #expect(queue.waitingCount == 0)
  }
}
