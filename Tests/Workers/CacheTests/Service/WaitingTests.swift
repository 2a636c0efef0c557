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
  private func key(_ id: Int) -> StoreKey { StoreKey(.record(Reference(.people, id)), of: nil) }

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
    // A flood of requests with `no-store` waits like any other.
    async let second = harness.record(3, Validation(noStore: true))
    try await harness.waiting(2)
    for id in [2, 4] { #expect(await harness.record(id).problem?.type == ProblemType.overloaded) }
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
      try await harness.waiting(6)
      #expect(await record(7, for: "greedy").problem?.type == ProblemType.overloaded)
      group.addTask { #expect(await record(8, for: "other").status == 200) }
      try await harness.waiting(7)
      harness.source.release()
    }
  }

  /// No reply of the origin is released before the hits have been answered.
  @Test func `hits are answered while ten thousand misses wait`() async throws {
    let harness = CacheHarness(people: 10_100)
    let hit = RecordRequest(Reference(.people, 1)).request
    _ = await harness.record(1)
    harness.source.hold()
    let misses = Task {
      await withTaskGroup(of: Int.self) { group in
        for id in 2...10_001 { group.addTask { await harness.record(id).status } }
        return await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
    }
    try await harness.waiting(10_000)
    #expect(harness.service.answerAtOnce(hit)?.cacheStatus == "holocron; hit; ttl=86400")
    harness.service.handle(Event("changed/people/1", fields: [CacheService.workerField: "another"]))
    // Not in memory any more, but in the store.
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    harness.source.release()
    #expect(await misses.value == [200])
  }

  /// The first fetch ends at the deadline of the request that started it.
  @Test func `a request that joins a fetch keeps its own deadline`() async throws {
    let harness = CacheHarness()
    harness.source.fail(Problem(504, "the deadline passed", type: ProblemType.deadline))
    harness.source.hold()
    async let first = harness.record(1)
    async let second = harness.record(1)
    try await harness.waiting(2)
    harness.source.failOnce()
    harness.source.release()
    #expect(await [first.status, second.status].sorted() == [200, 504])
    #expect(harness.source.requests.count == 2)
  }

  /// Another program holds the file's write lock and does not release it.
  @Test func `a locked store does not delay answers`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.sqlite")
    let store = try SQLiteStore(file: path, timeout: .seconds(1), lockTimeout: .testLimit, logger: .silent)
    let harness = CacheHarness(store: store)
    #expect(await harness.record(1).cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
    let other = try Database(path)
    try other.run("BEGIN IMMEDIATE")
    for id in 2...20 {
      var request = RecordRequest(Reference(.people, id)).request
      // SQLite alone would wait longer.
      request.deadline = .seconds(60)
      #expect(await harness.ask(request).cacheStatus == "holocron; fwd=miss; fwd-status=200")
    }
    // Served from memory; the entry stored before the lock, from the store.
    #expect(await harness.record(2).cacheStatus == "holocron; hit; ttl=86400")
    harness.service.handle(Event("changed/people/1", fields: [CacheService.workerField: "another"]))
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    try other.run("ROLLBACK")
    other.close()
    await harness.service.close()
  }

  @Test func `the lease of each fetch is renewed, and that of an earlier one expires`() async throws {
    var settings = CacheSettings.longTimeouts
    settings.leaseTerm = .milliseconds(30)
    let store = SQLiteStore()
    let harness = CacheHarness(store: store, settings: settings)
    func lease(_ id: Int, _ holder: String) async throws -> LeaseDecision {
      try await store.lease(key(id), by: holder, known: nil, now: harness.clock.now, term: .milliseconds(30), isRetry: false)
    }
    #expect(try await lease(2, "a").lease != nil)
    harness.source.hold()
    async let reply = harness.record(1)
    await harness.source.waitForRequests(1)
    // Each step is shorter than the term, and all together are longer.
    for _ in 1...4 {
      harness.clock.advance(by: .milliseconds(10))
      let (now, key) = (harness.clock.now, key(1))
      try await eventually("the lease is renewed") { try await store.read { try $0.lease(key)?.until == now + .milliseconds(30) } }
    }
    #expect(try await lease(1, "b") == .taken)
    #expect(try await lease(2, "b").lease != nil)
    harness.source.release()
    #expect(await reply.status == 200)
  }

  @Test func `a few stale entries are revalidated at once, and each of them once`() async throws {
    let count = 3 * Lookup.revalidationLimit
    let harness = CacheHarness(people: count)
    _ = await harness.stream(ListRequest(.people, .all))
    harness.clock.advance(by: .seconds(2 * 24 * 3_600))
    let sent = harness.source.requests.count
    let names = NamesRequest((1...count).map { Reference(.people, $0) }).request
    for round in 1...3 {
      harness.source.hold()
      for _ in 0..<2 { _ = await harness.ask(names) }
      await harness.source.waitForRequests(sent + round * Lookup.revalidationLimit)
      harness.source.release()
      await harness.waitUntilIdle()
    }
    #expect(Set(harness.source.requests.dropFirst(sent)).count == count && harness.source.requests.count == sent + count)
  }

  @Test func `a large purge goes on after the deadline`() async throws {
    let harness = CacheHarness()
    let writes = (1...(2 * CacheService.purgeBatch + 1)).map { StoreWrite(key($0).key, .sample()) }
    _ = try await harness.service.context.store.commit(key(1), under: nil, writes, now: harness.clock.now)
    _ = await harness.record(1)
    // The broker would disconnect a worker that answers long after the deadline.
    var request = PurgeRequest(.everything).request
    request.deadline = .zero
    #expect(await harness.ask(request).status == 504)
    try await eventually("the purge is published") { harness.events.topics.contains("purged") }
    #expect(harness.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) == nil)
    #expect(try await harness.service.context.store.usage().entries == 0)
  }
}
