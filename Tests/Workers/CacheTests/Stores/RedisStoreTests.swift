import Contracts
import Databases
import Logging
import MessageBus
import Models
import Redis
import TestSupport
import Testing

@testable import Cache

/// What is particular to a store on Redis: the clock and the failures are those of real servers.
@Suite(.enabled(if: RedisServer.isInstalled, "redis-server is not installed"), .timeLimit(.minutes(5)))
struct RedisStoreTests {
  private static let now = WallTime(seconds: 1_700_000_000)

  private func key(_ id: Int) -> StoreKey { StoreKey(.record(Reference(.people, id)), of: nil) }

  private func open(_ url: String, timeout: Duration = .testLimit, _ logger: Logger = .silent) throws -> RedisStore {
    try RedisStore.open(url, limits: .disk, timeout: timeout, logger: logger)
  }

  private func entry(_ id: Int, of store: RedisStore) async throws -> CacheEntry? { try await store.entry(for: key(id).key) }

  private func lease(_ id: Int, _ holder: String, term: Duration = .seconds(60), of store: RedisStore) async throws -> LeaseDecision {
    try await store.lease(key(id), by: holder, known: try await entry(id, of: store), now: Self.now, term: term, isRetry: false)
  }

  private func put(_ text: String, _ id: Int = 1, under lease: Lease? = nil, at time: WallTime = now, in store: RedisStore) async throws
    -> CommitResult
  {
    try await store.commit(key(id), under: lease, [StoreWrite(key(id).key, .sample(text, at: time))], now: time)
  }

  /// Returns a cache with a store of its own on the server, like a worker of another host.
  private func harness(_ url: String, _ source: FakeSource, timeout: Duration = .testLimit, log: LogRecorder = LogRecorder()) throws
    -> CacheHarness
  {
    CacheHarness(store: try open(url, timeout: timeout, log.logger), source: source)
  }

  @Test(arguments: ["redis://", "redis://a:x", "rediss://a", "redis+cluster://", "redis://:secret@a:1:2"])
  func `an invalid URL is reported, without its password`(_ url: String) {
    do throws(StorageError) {
      _ = try Stores.open(url, timeout: .seconds(1), logger: .silent)
      Issue.record("\(url) was opened")
    } catch {
      #expect(error.code == .unknownStore && !error.message.contains("secret"))
    }
  }

  /// Before the next holder has committed, and after.
  @Test(arguments: [true, false]) func `a suspended worker overwrites nothing`(_ isCommitted: Bool) async throws {
    let server = try await RedisServer.start()
    let (one, two) = (try open(server.url), try open(server.url))
    let first = try #require(try await lease(1, "a", term: .milliseconds(50), of: one).lease)
    #expect(try await lease(2, "b", of: two).lease != nil)
    let second = try await eventually("the lease expires") { try await lease(1, "b", of: two).lease }
    #expect(second.fence > first.fence)
    // Renewing the lost lease changes nothing.
    try await one.renew([key(1): first], now: Self.now, term: .seconds(60))
    if isCommitted { #expect(try await put("new", under: second, in: two).changes.count == 1) }
    // The late answer claims to be the newest.
    #expect(try await put("late", under: first, at: Self.now + .seconds(60), in: one).isRefused)
    if !isCommitted { #expect(try await put("new", under: second, in: two).changes.count == 1) }
    #expect(try await entry(1, of: one) == .sample("new"))
    #expect(try await lease(1, "c", of: one).lease != nil, "the lease was released")
  }

  @Test func `of a late page, the order is refused, and records that are not the newest`() async throws {
    let server = try await RedisServer.start()
    let store = try open(server.url)
    let page = StoreKey(.page(ListPage(.people)), of: nil)
    let body = PageBody(kind: .people, page: 1, pages: 1, count: 1, items: [FakeSource.record(Reference(.people, 1), "late")])
    let decision = try await store.lease(page, by: "a", known: nil, now: Self.now, term: .milliseconds(1), isRetry: false)
    let late = try #require(decision.lease)
    _ = try await eventually("the lease expires") {
      try await store.lease(page, by: "b", known: nil, now: Self.now, term: .seconds(60), isRetry: false).lease
    }
    _ = try await put("new", at: Self.now + .seconds(1), in: store)
    let writes = [StoreWrite(page.key, .page(body)), StoreWrite(key(1).key, .sample("late"))]
    #expect(try await store.commit(page, under: late, writes, now: Self.now + .seconds(2)).isRefused)
    #expect(try await store.entries(for: [page.key, key(1).key], of: nil) == [key(1).key: .sample("new", at: Self.now + .seconds(1))])
  }

  /// As after a failover that lost the removal of an entry.
  @Test func `an entry of an earlier generation counts as missing`() async throws {
    let server = try await RedisServer.start()
    let (store, client) = (try open(server.url), try RedisClient(RedisURL(server.url), timeout: .testLimit))
    let name = RedisRow.name(of: key(1))
    for scope in [PurgeRequest.Scope.everything, .kind(.people)] {
      _ = try await put("old", in: store)
      let value = try #require(try await client.command(RedisStore.words("GET", name)).bytes)
      #expect(try await store.purge(scope, atMost: 1) == 1)
      _ = try await client.command(RedisStore.words("SET", name) + [value])
      #expect(try await entry(1, of: store) == nil)
      #expect(try await store.scan(after: "", repairs: true).damaged == [])
      #expect(try await lease(1, "a", of: store).lease != nil)
      #expect(try await put("new", in: store).changes.map(\.isNew) == [true])
      #expect(try await entry(1, of: store) == .sample("new"))
    }
  }

  /// A flipped bit, the value of another key, and what is none of ours.
  @Test func `damaged values are missing, found, removed and replaced`() async throws {
    let server = try await RedisServer.start()
    let (store, client) = (try open(server.url), try RedisClient(RedisURL(server.url), timeout: .testLimit))
    for id in 1...700 { _ = try await put("{\"id\":\(id)}", id, in: store) }
    var value = try #require(try await client.command(RedisStore.words("GET", RedisRow.name(of: key(1)))).bytes)
    _ = try await client.command(RedisStore.words("SET", RedisRow.name(of: key(2))) + [value])
    value[value.count - 3] ^= 1
    for (id, bytes) in [(1, value), (3, []), (4, Array("no entry at all, but long enough".utf8))] {
      _ = try await client.command(RedisStore.words("SET", RedisRow.name(of: key(id))) + [bytes])
    }
    for id in 1...4 {
      #expect(try await entry(id, of: store) == nil)
      #expect(try await lease(id, "a", of: store).lease != nil)
    }
    // A fence and a lease that would block the record for ever, and a value that cannot be read at all.
    let fence = Array("0000000000000000 9223372036854775807 abc .g {}".utf8)
    _ = try await client.command(RedisStore.words("SET", RedisRow.name(of: key(5))) + [fence])
    for value in ["9223372036854775807 x", "1 x"] {
      _ = try await client.command(RedisStore.words("SET", RedisRow.leaseName(of: key(5)), value))
      #expect(try await lease(5, "a", of: store).lease != nil)
    }
    #expect(try await put("again", 5, under: try await lease(5, "a", of: store).lease, in: store).changes.map(\.isNew) == [true])
    #expect(try await entry(5, of: store) == .sample("again"))
    _ = try await client.command(RedisStore.words("DEL", RedisRow.name(of: key(6))))
    _ = try await client.command(RedisStore.words("LPUSH", RedisRow.name(of: key(6)), "x"))
    #expect(try await put("again", 4, in: store).changes.map(\.isNew) == [true])
    #expect(try await entry(4, of: store) == .sample("again"))
    for (round, damaged) in [["/people/1 ", "/people/2 ", "/people/3 ", "/people/6 "], []].enumerated() {
      var (found, checked, position): ([String], Int, String?) = ([], 0, "")
      while let next = position {
        let scan = try await store.scan(after: next, repairs: true)
        (found, checked, position) = (found + scan.damaged, checked + scan.checked, scan.next)
      }
      #expect(found.sorted() == damaged)
      #expect(checked == 700 - 4 * round)
    }
    for position in ["x", "1", "1:2:3", "-1:0"] {
      await #expect(throws: StorageError.self) { _ = try await store.scan(after: position, repairs: false) }
    }
  }

  @Test func `writers of the same records agree on the newest`() async throws {
    let cluster = try await RedisCluster.start()
    let stores = try (0..<4).map { _ in try open(cluster.url) }
    try await withThrowingTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for round in 0..<20 {
            let time = Self.now + .seconds(round * 4 + number)
            let writes = (1...10).map { StoreWrite(key($0).key, .sample("\(round * 4 + number)", at: time)) }
            _ = try await store.commit(key(1), under: nil, writes, now: Self.now + .seconds(100))
          }
        }
      }
      try await group.waitForAll()
    }
    for id in 1...10 { #expect(try await entry(id, of: stores[0])?.body == Array("79".utf8)) }
  }

  @Test func `a thousand requests over three workers make one request`() async throws {
    let (server, source) = (try await RedisServer.start(), FakeSource())
    let workers = try (0..<3).map { _ in try harness(server.url, source) }
    source.hold()
    async let replies = withTaskGroup(of: Reply.self) { group in
      for number in 0..<1_000 { group.addTask { await workers[number % 3].record(1) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for worker in workers { try await worker.waiting(333) }
    source.release()
    #expect(await replies.allSatisfy { $0.status == 200 && $0.text.contains("Person 999") })
    #expect(source.requests.count == 1)
    for worker in workers { await worker.service.close() }
  }

  @Test func `a change reaches the workers of other hosts, and their buses`() async throws {
    let (server, source) = (try await RedisServer.start(), FakeSource())
    let (one, two) = (try harness(server.url, source), try harness(server.url, source))
    let following = Task { await two.service.followStore() }
    _ = await one.record(1)
    try await eventually("the subscription") { try await server.ask("PUBSUB", "NUMSUB", "holocron:changes").contains("1") }
    #expect(await two.record(1).text.contains("Person 999"))
    source.rename(Reference(.people, 1), "Wormie")
    _ = await one.record(1, Validation(revalidate: true))
    try await eventually("the change") { await two.record(1).text.contains("Wormie") }
    #expect(two.events.topics.contains("changed/people/1"))
    // Workers of one bus have got each other's events there.
    let address = try BusAddress(requests: Endpoint("ipc:///tmp/bus"))
    for worker in [one, two] { worker.service.context.join([address]) }
    _ = await one.record(3)
    one.service.context.join([try BusAddress(requests: Endpoint("ipc:///tmp/other"))])
    _ = await one.ask(PurgeRequest(.everything).request)
    try await eventually("the purge") { two.events.topics.contains("purged") }
    #expect(two.service.answerAtOnce(RecordRequest(Reference(.people, 1)).request) == nil)
    #expect(!two.events.topics.contains("changed/people/3"))
    // Events may have been lost with the subscription: entries are read from the store again.
    _ = await two.record(2)
    #expect(two.service.answerAtOnce(RecordRequest(Reference(.people, 2)).request) != nil)
    try await server.ask("CLIENT", "KILL", "TYPE", "pubsub")
    try await eventually("the loss") { two.service.answerAtOnce(RecordRequest(Reference(.people, 2)).request) == nil }
    let sent = source.requests.count
    #expect(await two.record(2).cacheStatus?.hasPrefix("holocron; hit") == true)
    #expect(source.requests.count == sent)
    following.cancel()
    await following.value
  }

  /// What can be wrong with a server, and how it ends.
  enum Fault: Sendable, CaseIterable {
    case stopped, full, readOnly, dead

    func begin(_ server: RedisServer) async throws {
      switch self {
      case .stopped: server.process.send(.stop)
      case .full: try await server.ask("CONFIG", "SET", "maxmemory", "1")
      case .readOnly: try await server.ask("REPLICAOF", "127.0.0.1", "1")
      case .dead:
        server.process.send(.kill)
        _ = try await server.process.ending()
      }
    }

    /// Returns the server that is used from now on.
    func end(_ server: RedisServer) async throws -> RedisServer {
      switch self {
      case .stopped: server.process.send(.continue)
      case .full: try await server.ask("CONFIG", "SET", "maxmemory", "0")
      case .readOnly: try await server.ask("REPLICAOF", "NO", "ONE")
      case .dead: return try await RedisServer.start(port: server.port)
      }
      return server
    }
  }

  @Test(arguments: Fault.allCases) func `answers continue from memory and the origin`(_ fault: Fault) async throws {
    let (server, source, log) = (try await RedisServer.start(), FakeSource(), LogRecorder(.warning))
    let harness = try harness(server.url, source, timeout: .milliseconds(500), log: log)
    #expect(await harness.record(1).status == 200)
    try await fault.begin(server)
    // Also an entry that should be read from the store again.
    harness.clock.advance(by: harness.service.context.settings.recheckInterval)
    #expect(await harness.record(1).cacheStatus?.hasPrefix("holocron; hit") == true)
    for id in 2...20 { #expect(await harness.record(id).status == 200) }
    #expect(await harness.list(ListRequest(.people)).ids.count == 10)
    #expect(source.requests.count == 20 + 3)
    let last = try await fault.end(server)
    let other = try open(server.url)
    var id = 20
    try await eventually("a record is stored") {
      id += 1
      source.rename(Reference(.people, id), "new")
      guard await harness.record(id).status == 200 else { return false }
      return (try? await entry(id, of: other)) != nil
    }
    withExtendedLifetime(last) {}
    await harness.service.close()
  }

  /// One error however many operations fail.
  @Test func `an outage is logged once`() async throws {
    let (server, log) = (try await RedisServer.start(), LogRecorder(.notice))
    let store = try open(server.url, log.logger)
    let service = CacheService(
      store: store, services: FakeSource(), settings: .longTimeouts, clock: { Self.now }, logger: log.logger)
    server.process.send(.kill)
    _ = try await server.process.ending()
    for id in 1...20 {
      let request = RecordRequest(Reference(.people, id)).request
      #expect(await service.answer(request, parts: ReplyParts { _ in }).status == 200)
    }
    #expect(log.messages == ["cache store failed; continuing without it"])
    #expect(log.lines.allSatisfy { $0.contains(store.location) })
    await service.close()
  }

  /// A write that the dead primary acknowledged may be lost, as every record is fetched again in that case, but no key ever returns another's record.
  @Test func `a killed primary costs at most one more fetch for a key`() async throws {
    let (cluster, source) = (try await RedisCluster.start(replicas: 1), FakeSource(people: 200))
    let workers = try (0..<2).map { _ in try harness(cluster.url, source, timeout: .seconds(10)) }
    for id in 1...100 { #expect(await workers[0].record(id).status == 200) }
    let dead = cluster.servers[0]
    dead.process.send(.kill)
    _ = try await dead.process.ending()
    for id in 1...200 {
      let reply = await workers[id % 2].record(id)
      #expect(reply.status == 200 && reply.text.contains("\"id\":\(id),") && reply.text.contains("Person \(1_000 - id)"))
    }
    let counts = Dictionary(grouping: source.requests) { $0 }.mapValues(\.count)
    #expect(counts.count == 200 && counts.values.allSatisfy { $0 <= 2 })
    for worker in workers { await worker.service.close() }
  }

  @Test func `what is wrong with a server is reported`() async throws {
    let server = try await RedisServer.start()
    let store = try open(server.url, timeout: .seconds(5))
    func problem() async throws -> String? {
      try? await store.maintain(used: [key(1).key], of: nil, now: Self.now)
      return store.warning?.detail
    }
    #expect(try await problem()?.hasSuffix("has no memory limit; set maxmemory") == true)
    try await server.ask("CONFIG", "SET", "maxmemory", "100mb")
    #expect(try await problem()?.contains("eviction policy noeviction; set maxmemory-policy to volatile-lru") == true)
    try await server.ask("CONFIG", "SET", "maxmemory-policy", "volatile-lru")
    #expect(try await problem() == nil)
    server.process.send(.kill)
    _ = try await server.process.ending()
    #expect(try await problem()?.contains("the cache store \(server.url) failed") == true)
  }

  @Test(
    arguments: [
      (0, 0, 0, 0), (0, 1_000, 0, 0), (0, 1_001, 0, 1_001), (0, -5_000, 0, -5_000), (0, 1_600, 1_000, 0), (5_000, 5_900, 0, 5_000),
      (5_000, 0, 0, 0), (5_000, 9_000, 0, 9_000),
    ] as [(Int64, Int64, Int64, Int64)])
  func `the clock of the server is used if it differs by more than a second`(known: Int64, time: Int64, delay: Int64, expected: Int64) {
    let (sent, received) = (WallTime(milliseconds: 0), WallTime(milliseconds: delay))
    #expect(RedisStore.clockOffset(known, WallTime(milliseconds: time), between: sent, and: received) == expected)
  }
}
