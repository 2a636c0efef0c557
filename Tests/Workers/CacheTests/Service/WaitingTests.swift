import Contracts
import Databases
import MessageBus
import Models
import Synchronization
import TestSupport
import Testing

@testable import Cache

/// Requests that wait for a fetch do not delay others.
@Suite struct WaitingTests {
  private func waiting(_ count: Int, in harness: CacheHarness) async throws {
    try await eventually("\(count) requests wait") { harness.service.lookup.flights.waiterCount >= count }
  }

  @Test func `a waiting request releases its credit and names its client`() async {
    let harness = CacheHarness()
    let released = Mutex(0)
    let parts = ReplyParts(client: "somebody", releasing: { released.withLock { $0 += 1 } }) { _ in }
    let request = RecordRequest(Reference(.people, 1)).request
    _ = await harness.service.answer(request, parts: parts)
    #expect(released.withLock { $0 } == 1)
    #expect(harness.source.lastRequest?.fields["forwarded"] == "for=\"_somebody\"")
    // A hit never waits.
    _ = await harness.service.answer(request, parts: parts)
    #expect(released.withLock { $0 } == 1)
  }

  @Test func `misses are refused at the waiter limit and hits are not`() async throws {
    var settings = CacheSettings.longTimeouts
    settings.waiterLimit = 2
    let harness = CacheHarness(settings: settings)
    _ = await harness.record(1)
    harness.source.hold()
    async let first = harness.record(2)
    async let second = harness.record(3)
    try await waiting(2, in: harness)
    for id in [2, 4] {
      let refused = await harness.record(id)
      #expect(refused.status == 503)
      #expect(refused.problem?.type == ProblemType.overloaded)
    }
    #expect(await harness.record(1).status == 200)
    // A stored entry is served instead of the refusal.
    #expect(await harness.record(1, Validation(revalidate: true)).cacheStatus?.contains("stale-if-error") == true)
    harness.source.release()
    #expect(await [first.status, second.status] == [200, 200])
    #expect(await harness.record(4).status == 200)
  }

  @Test func `the broker accepts all requests of a cache worker`() {
    #expect(CacheSettings().outstandingLimit <= Broker.Settings().clientLimit)
  }

  /// One client's misses leave places for those of others.
  @Test func `one client cannot take all places`() async throws {
    var settings = CacheSettings.longTimeouts
    settings.waiterLimit = 8
    let harness = CacheHarness(settings: settings)
    harness.source.hold()
    func record(_ id: Int, for client: String) async -> Reply {
      await harness.service.answer(RecordRequest(Reference(.people, id)).request, parts: ReplyParts(client: client) { _ in })
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...6 { group.addTask { #expect(await record(id, for: "greedy").status == 200) } }
      try await waiting(6, in: harness)
      #expect(await record(7, for: "greedy").problem?.type == ProblemType.overloaded)
      group.addTask { #expect(await record(8, for: "other").status == 200) }
      try await waiting(7, in: harness)
      harness.source.release()
    }
  }

  @Test func `hits are answered while ten thousand misses wait`() async throws {
    let harness = CacheHarness(people: 10_100)
    _ = await harness.record(1)
    harness.source.hold()
    let misses = Task {
      await withTaskGroup(of: Int.self) { group in
        for id in 2...10_001 { group.addTask { await harness.record(id).status } }
        return await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
    }
    try await waiting(10_000, in: harness)
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    harness.service.handle(Event("changed/people/1", fields: [CacheService.workerField: "another"]))
    // Not in memory any more, but in the store.
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    harness.source.release()
    #expect(await misses.value == [200])
  }

  /// The first fetch ends at the deadline of the request that started it.
  @Test func `a request that joins a fetch keeps its own deadline`() async {
    struct TimingOutSource: Source {
      let source: FakeSource
      let first: @Sendable () async -> Void
      func fetch(_ request: Request, within limit: Duration) async -> Reply {
        let reply = await source.fetch(request, within: limit)
        guard source.requests.count == 1 else { return reply }
        await first()
        return Reply(Problem(504, "the deadline passed", type: ProblemType.deadline))
      }
    }
    let source = FakeSource()
    let box = Mutex<CacheService?>(nil)
    let timingOut = TimingOutSource(source: source) {
      await waitUntil("two requests wait") { box.withLock { $0?.lookup.flights.waiterCount } == 2 }
    }
    let service = CacheService(store: SQLiteStore(), source: timingOut, settings: .longTimeouts, logger: .silent)
    box.withLock { $0 = service }
    let request = RecordRequest(Reference(.people, 1)).request
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<2 { group.addTask { await service.answer(request, parts: ReplyParts { _ in }).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200, 504])
    #expect(source.requests.count == 2)
    box.withLock { $0 = nil }
  }

  /// Another program holds the file's write lock and does not release it.
  @Test func `a locked store does not delay answers`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    var settings = CacheSettings.longTimeouts
    settings.storeTimeout = .seconds(1)
    let harness = CacheHarness(store: try SQLiteStore(file: path, lockTimeout: 300, logger: .silent), settings: settings)
    #expect(await harness.record(1).cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
    let other = try Database(path)
    try other.run("BEGIN IMMEDIATE")
    for id in 2...20 {
      var request = RecordRequest(Reference(.people, id)).request
      // SQLite alone would wait five times as long.
      request.deadline = .seconds(60)
      let reply = await harness.ask(request)
      #expect(reply.status == 200)
      #expect(reply.cacheStatus == "holocron; fwd=miss; fwd-status=200")
    }
    // Served from memory; the entry stored before the lock, from the store.
    #expect(await harness.record(2).cacheStatus == "holocron; hit; ttl=86400")
    harness.service.handle(Event("changed/people/1", fields: [CacheService.workerField: "another"]))
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    try other.run("ROLLBACK")
    other.close()
    await harness.service.close()
  }

  @Test func `the lease of each fetch is renewed`() async throws {
    let (store, clock) = (SQLiteStore(), TestClock())
    let reads = Mutex(0)
    let keeper = LeaseRenewer(store: TimedStore(store, timeout: .testLimit, logger: .silent), worker: "a", term: .milliseconds(30)) {
      reads.withLock { $0 += 1 }
      return clock.now
    }
    func lease(_ id: Int, _ holder: String) async throws -> LeaseDecision {
      let attempt = FetchAttempt(storedEntry: nil, startedAt: clock.now)
      return try await store.lease(
        key(id), by: holder, for: attempt, now: clock.now, until: clock.now + .milliseconds(30), isRetry: true)
    }
    #expect(try await lease(1, "a") == .granted)
    #expect(try await lease(2, "a") == .granted)
    keeper.add(key(1))
    clock.advance(by: .milliseconds(29))
    // The renewer reads the clock once per renewal.
    let stored = reads.withLock { $0 }
    try await eventually("the lease is renewed") { reads.withLock { $0 } >= stored + 2 }
    clock.advance(by: .milliseconds(2))
    #expect(try await lease(1, "b") == .taken)
    // A lease left over by another fetch expires.
    #expect(try await lease(2, "b") == .granted)
    keeper.remove(key(1))
  }

  private func key(_ id: Int) -> StoreKey { StoreKey(.record(Reference(.people, id)), of: nil) }
}
