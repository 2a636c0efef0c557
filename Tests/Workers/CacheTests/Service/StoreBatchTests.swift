import Contracts
import Databases
import Logging
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// Operations on many entries are cut into parts, so that each ends within the time allowed for an operation of the store.
@Suite struct StoreBatchTests {
  private static let now = WallTime(seconds: 1_700_000_000)

  private static func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }

  @Test func `a large store is purged in parts`() async throws {
    let store = HeldStore()
    let timed = TimedStore(store, timeout: .testLimit, logger: .silent)
    let writes = (1...(2 * TimedStore.batchSize + 1)).map { StoreWrite(Self.key($0), .sample()) }
    _ = try await timed.commit(StoreKey(Self.key(1), of: nil), by: "test", with: .writes(writes), now: Self.now)
    #expect(try await timed.purge(.everything) == writes.count)
    #expect(store.requested.purges == 3)
    #expect(try await store.usage().entries == 0)
  }

  @Test func `a purge takes effect and is published before the store is asked for its size`() async throws {
    let store = HeldStore()
    let harness = CacheHarness(store: store)
    _ = await harness.record(1)
    store.usageGate.hold()
    defer { store.usageGate.release() }
    async let reply = harness.ask(PurgeRequest(.everything).request)
    try await eventually("the purge is published") { harness.events.topics.contains { $0.hasPrefix("purged") } }
    #expect(harness.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) == nil)
    // The broker would disconnect a worker that answers long after the deadline.
    var late = PurgeRequest(.everything).request
    late.deadline = .milliseconds(1)
    #expect(await harness.ask(late).status == 504)
    store.usageGate.release()
    #expect(await reply.isSuccess)
  }

  /// Failures are kept for a minute, so their number would have no limit otherwise.
  @Test func `the failures of many keys are not all kept`() async throws {
    let store = HeldStore()
    let timed = TimedStore(store, timeout: .testLimit, logger: .silent)
    let count = TimedStore.failureLimit + 10
    for id in 1...count {
      _ = try await timed.commit(StoreKey(Self.key(id), of: nil), by: "test", with: .failure(.originDown), now: Self.now)
    }
    #expect(store.requested.failures == TimedStore.failureLimit)
    #expect(store.requested.releases == 10)
    _ = try await timed.maintain(used: [], of: nil, now: Self.now)
    _ = try await timed.commit(StoreKey(Self.key(1), of: nil), by: "test", with: .failure(.originDown), now: Self.now)
    #expect(store.requested.failures == TimedStore.failureLimit + 1)
  }

  /// Entries that are evicted and come back are used for the first time again and again.
  @Test func `the memory tier notes a limited number of used keys`() {
    let tier = MemoryTier(limits: StoreLimits(entries: 10, bytes: 1 << 20), recheckInterval: .seconds(60))
    for id in 1...1_000 {
      tier.insert(.sample(), for: Self.key(id), readAt: tier.epoch, now: Self.now)
      _ = tier.entry(for: Self.key(id), at: Self.now)
    }
    #expect((1...10).contains(tier.takeUsedKeys().keys.count))
  }

  /// A flood of requests with `no-store` waits like any other: many for one record are one fetch, and their number has a limit.
  @Test func `requests with no-store share a fetch and the limit of waiters`() async throws {
    var settings = CacheSettings.longTimeouts
    settings.waiterLimit = 20
    let harness = CacheHarness(settings: settings)
    harness.source.hold()
    let replies = Task {
      await withTaskGroup(of: Reply.self) { group in
        for _ in 1...15 { group.addTask { await harness.record(1, Validation(noStore: true)) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    try await eventually("15 requests wait") { harness.service.lookup.flights.waiterCount == 15 }
    #expect(await harness.record(2, Validation(noStore: true)).problem?.type == ProblemType.overloaded)
    harness.source.release()
    #expect(await replies.value.allSatisfy { $0.status == 200 })
    #expect(harness.source.requests.count == 1)
    #expect(harness.source.requests == ["GET /people/1"])
    #expect(await harness.record(1).cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
  }
}
