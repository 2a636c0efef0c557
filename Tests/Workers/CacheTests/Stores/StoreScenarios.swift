import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Cache

/// A store of each type, opened as `--store` does, in a temporary folder.
struct StoreUnderTest: Sendable, CustomTestStringConvertible {
  let type: any CacheStore.Type
  var testDescription: String { type.name }

  static let all = Stores.standard.map(StoreUnderTest.init)

  func open(in folder: TemporaryDirectory, limits: StoreLimits = .disk) throws -> any CacheStore {
    try type.open(type.name == "memory" ? "memory" : folder.file("cache.sqlite"), limits: limits, logger: .silent)
  }
}

/// The contract of every store.
@Suite struct StoreScenarios {
  static let now = WallTime(seconds: 1_700_000_000)
  static let luke = CacheKey.record(Reference(.people, 1))

  private func put(_ writes: [StoreWrite], in store: any CacheStore, now: WallTime = now) async throws -> CommitResult {
    try await store.commit(StoreKey(Self.luke, of: nil), by: "test", with: .writes(writes), now: now)
  }

  @Test(arguments: StoreUnderTest.all) func `entries are returned as stored`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    var entry = CacheEntry.sample("{\"name\":\"Padmé\"}", tag: "W/\"1\"")
    entry.location = "http://origin/api/people/1/"
    entry.lifetimeFields = LifetimeFields(cacheControl: "must-revalidate, max-age=60", expires: "0")
    let gone = CacheEntry(status: 404, body: [0, 255, 10], freshness: entry.freshness)
    let page = CacheKey.page(ListPage(.people, 2, search: "a b&c"))
    let committed = try await put([StoreWrite(Self.luke, entry), StoreWrite(page, gone), StoreWrite(.kinds, .sample(""))], in: store)
    #expect(committed.changes.map(\.hasChanged) == [true, false, true])
    #expect(try await store.entry(for: Self.luke) == entry)
    #expect(try await store.entry(for: page) == gone)
    #expect(try await store.entry(for: .kinds) == .sample(""))
    #expect(try await store.entry(for: .record(Reference(.people, 2))) == nil)
    #expect(try await store.usage() == StoreUsage(entries: 3, bytes: entry.size + gone.size + CacheEntry.sample("").size))
    #expect(committed.usage == (try await store.usage()))
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `changes are distinguished from repetitions`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    _ = try await put([StoreWrite(Self.luke, .sample("one", tag: "\"1\""))], in: store)
    // The same content from a list page, later and without a tag: the tag is kept, the time is updated, nothing has changed.
    let later = Self.now + .seconds(60)
    let again = try await put([StoreWrite(Self.luke, .sample("one", at: later))], in: store)
    #expect(again.changes.map(\.hasChanged) == [false])
    #expect(try await store.entry(for: Self.luke) == .sample("one", tag: "\"1\"", at: later))
    // Other content without a tag: the old tag does not apply.
    let changed = try await put([StoreWrite(Self.luke, .sample("two", at: later))], in: store)
    #expect(changed.changes.map(\.hasChanged) == [true])
    #expect(try await store.entry(for: Self.luke)?.entityTag == nil)
    #expect(try await store.usage() == StoreUsage(entries: 1, bytes: CacheEntry.sample("two").size))
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `purging removes the entries in scope`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let keys: [CacheKey] = [Self.luke, .record(Reference(.people, 2)), .page(ListPage(.people)), .record(Reference(.droids, 1)), .kinds]
    _ = try await put(keys.map { StoreWrite($0, .sample()) }, in: store)
    #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 100) == 1)
    #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 100) == 0)
    #expect(try await store.purge(.kind(.people), atMost: 100) == 2)
    #expect(try await store.entry(for: .record(Reference(.droids, 1))) != nil)
    #expect(try await store.purge(.everything, atMost: 100) == 2)
    #expect(try await store.usage() == StoreUsage(entries: 0, bytes: 0))
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `purging removes some entries at a time`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    for origin in [OriginIdentity.embedded, OriginIdentity("http://127.0.0.1/api"), nil] {
      let writes = (1...3).map { id in
        var entry = CacheEntry.sample()
        entry.origin = origin
        return StoreWrite(.record(Reference(.people, id)), entry)
      }
      _ = try await put(writes, in: store)
    }
    #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 2) == 2)
    #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 2) == 1)
    #expect(try await store.usage().entries == 6)
    #expect(try await store.purge(.kind(.people), atMost: 4) == 4)
    #expect(try await store.purge(.everything, atMost: 4) == 2)
    #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 2) == 0)
    await store.close()
  }

  /// A key may be longer than its entry, as that of a search is.
  @Test(arguments: StoreUnderTest.all) func `keys count towards the size`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder, limits: StoreLimits(entries: 1_000, bytes: 200_000))
    for number in 1...100 {
      let key = CacheKey.page(ListPage(.people, search: "\(number)" + String(repeating: "é", count: 500)))
      let entry = CacheEntry(status: 404, body: [], freshness: CacheEntry.sample().freshness)
      _ = try await put([StoreWrite(key, entry)], in: store, now: Self.now + .seconds(number))
    }
    let usage = try await store.usage()
    #expect(usage.bytes <= 200_000)
    // A key has 3,000 bytes, twice.
    #expect((20...40).contains(usage.entries))
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `the least recently used entries are evicted at the limit`(_ kind: StoreUnderTest) async throws
  {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder, limits: StoreLimits(entries: 32, bytes: 1 << 20))
    func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }
    for id in 1...32 { _ = try await put([StoreWrite(key(id), .sample())], in: store, now: Self.now + .seconds(id)) }
    #expect(try await store.usage().entries == 32)
    try await store.touch([key(1)], of: nil, now: Self.now + .seconds(100))
    let committed = try await put([StoreWrite(key(33), .sample())], in: store, now: Self.now + .seconds(101))
    #expect(committed.evicted > 0)
    #expect(try await store.usage().entries <= 32)
    #expect(try await store.entry(for: key(1)) != nil)
    #expect(try await store.entry(for: key(2)) == nil)
    #expect(try await store.entry(for: key(33)) != nil)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `the size stays below the limit`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder, limits: StoreLimits(entries: 1_000, bytes: 40_000))
    let body = String(repeating: "x", count: 1_000)
    for id in 1...100 {
      let committed = try await put([StoreWrite(.record(Reference(.people, id)), .sample(body))], in: store, now: Self.now + .seconds(id))
      #expect(committed.usage.bytes <= 40_000)
    }
    #expect(try await store.usage().bytes > 30_000)
    await store.close()
  }

  private static let page = CacheKey.page(ListPage(.people))

  private func writes(_ names: [String], at time: WallTime) -> [StoreWrite] {
    let items = names.enumerated().map { FakeSource.record(Reference(.people, $0.offset + 1), $0.element) }
    let page = PageBody(kind: .people, page: 1, pages: 1, count: items.count, items: items)
    let records = items.enumerated().map {
      StoreWrite(.record(Reference(.people, $0.offset + 1)), .sample($0.element.text(), at: time))
    }
    return [StoreWrite(Self.page, .page(page, tag: "\"p\"", at: time))] + records
  }

  private func record(_ name: String, at time: WallTime) -> StoreWrite {
    StoreWrite(Self.luke, .sample(FakeSource.record(Reference(.people, 1), name).text(), at: time))
  }

  /// A page is an order of references plus the newest version of each record.
  @Test(arguments: StoreUnderTest.all) func `a page contains the newest version of each record`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    func names() async throws -> [String?]? {
      try await store.entry(for: Self.page).map { try PageBody($0.body).items.map { $0["name"]?.string } }
    }
    func news(_ result: CommitResult) -> [Bool] { result.changes.map(\.hasChanged) }
    #expect(news(try await put(writes(["A", "B"], at: Self.now), in: store)) == [true, true, true])
    #expect(try await store.entry(for: Self.page)?.entityTag == "\"p\"")
    // A record fetched by itself is on the page at once, and the page's tag no longer applies.
    #expect(news(try await put([record("Z", at: Self.now + .seconds(10))], in: store, now: Self.now + .seconds(10))) == [true])
    #expect(try await names() == ["Z", "B"])
    let mixed = try #require(try await store.entry(for: Self.page))
    #expect(mixed.entityTag != "\"p\"")
    #expect(mixed.validators == (nil, nil))
    // A list requested earlier does not bring the older version back; its other changes are reported.
    let late = try await put(writes(["A", "Y"], at: Self.now + .seconds(5)), in: store, now: Self.now + .seconds(11))
    #expect(news(late) == [true, false, true])
    #expect(try PageBody(late.changes[0].entry.body).items.map { $0["name"]?.string } == ["Z", "Y"])
    #expect(try await names() == ["Z", "Y"])
    // A list requested later does.
    _ = try await put(writes(["A", "Y"], at: Self.now + .seconds(20)), in: store, now: Self.now + .seconds(20))
    #expect(try await names() == ["A", "Y"])
    #expect(try await store.entry(for: Self.page)?.validators.entityTag == "\"p\"")
    // A list with the same records is not a change.
    #expect(
      news(try await put(writes(["A", "Y"], at: Self.now + .seconds(30)), in: store, now: Self.now + .seconds(30))) == [
        false, false, false,
      ])
    // Without one of its records, the page is missing.
    _ = try await store.purge(.record(Reference(.people, 2)), atMost: 100)
    #expect(try await store.entry(for: Self.page) == nil)
    await store.close()
  }

  /// An entry stored before the clock was set back is not newer than the current one.
  @Test(arguments: StoreUnderTest.all) func `an entry from the future is replaced`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    _ = try await put([record("before", at: Self.now + .seconds(3_600))], in: store, now: Self.now + .seconds(3_600))
    _ = try await put([record("after", at: Self.now)], in: store)
    #expect(try await store.entry(for: Self.luke) == record("after", at: Self.now).entry)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `each origin has its own entries`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let server = try #require(OriginIdentity("http://127.0.0.1/api"))
    for origin in [OriginIdentity.embedded, server] {
      let writes = writes(["from \(origin)"], at: Self.now).map { write in
        var write = write
        write.entry.origin = origin
        return write
      }
      _ = try await store.commit(StoreKey(Self.page, of: origin), by: "a", with: .writes(writes), now: Self.now)
    }
    for origin in [OriginIdentity.embedded, server] {
      let page = try #require(try await store.entry(for: Self.page, of: origin))
      #expect(page.origin == origin)
      #expect(String(decoding: page.body, as: UTF8.self).contains("from \(origin)"))
    }
    #expect(try await store.entry(for: Self.luke) == nil)
    // Leases belong to an origin, too.
    let attempt = FetchAttempt(storedEntry: nil, startedAt: Self.now)
    for origin in [nil, OriginIdentity("http://127.0.0.1/b")] {
      let key = StoreKey(Self.luke, of: origin)
      let decision = try await store.lease(
        key, by: "a", for: attempt, now: Self.now, until: Self.now + .seconds(1), isRetry: false)
      #expect(decision == .granted)
    }
    #expect(try await store.lastOrigin() == nil)
    try await store.setLastOrigin(server)
    try await store.setLastOrigin(.embedded)
    #expect(try await store.lastOrigin() == .embedded)
    // Purging removes the entries of all origins.
    #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 100) == 2)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `an entry that is too large evicts nothing`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder, limits: StoreLimits(entries: 100, bytes: 10_000))
    let other = CacheKey.record(Reference(.people, 2))
    _ = try await put([StoreWrite(other, .sample("small")), StoreWrite(Self.luke, .sample("old"))], in: store)
    let result = try await put([StoreWrite(Self.luke, .sample(String(repeating: "x", count: 10_000)))], in: store)
    #expect(result.changes.first?.entry.body.count == 10_000)
    #expect(try await store.entry(for: other) == .sample("small"))
    // The entry that it replaces is outdated and is removed.
    #expect(try await store.entry(for: Self.luke) == nil)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `only one worker fetches at a time`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let until = Self.now + .seconds(1)
    let attempt = FetchAttempt(storedEntry: nil, startedAt: Self.now)
    func lease(_ holder: String, at now: WallTime = Self.now) async throws -> LeaseDecision {
      try await store.lease(StoreKey(Self.luke, of: nil), by: holder, for: attempt, now: now, until: until, isRetry: false)
    }
    #expect(try await lease("a") == .granted)
    #expect(try await lease("b") == .taken)
    _ = try await store.commit(StoreKey(Self.luke, of: nil), by: "a", with: .writes([StoreWrite(Self.luke, .sample())]), now: Self.now)
    #expect(try await lease("b") == .stored(.sample()))
    // A worker that has seen this entry may fetch a newer one.
    let next = FetchAttempt(storedEntry: .sample(), startedAt: Self.now)
    #expect(
      try await store.lease(StoreKey(Self.luke, of: nil), by: "b", for: next, now: Self.now, until: until, isRetry: false) == .granted)
    await store.close()
  }

  /// A worker may use its own leftover lease; a lease from before the clock was set back blocks nobody.
  @Test(arguments: StoreUnderTest.all) func `a leftover lease blocks nobody`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let attempt = FetchAttempt(storedEntry: nil, startedAt: Self.now - .seconds(7_200))
    func lease(_ holder: String, at seconds: Int64) async throws -> LeaseDecision {
      let now = Self.now + .seconds(seconds)
      return try await store.lease(
        StoreKey(Self.luke, of: nil), by: holder, for: attempt, now: now, until: now + .seconds(1), isRetry: true)
    }
    #expect(try await lease("a", at: 0) == .granted)
    #expect(try await lease("b", at: 0) == .taken)
    #expect(try await lease("a", at: 0) == .granted)
    #expect(try await lease("b", at: -3_600) == .granted)
    #expect(try await lease("a", at: -3_600) == .taken)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `old failures are deleted`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let key = StoreKey(Self.luke, of: nil)
    let attempt = FetchAttempt(storedEntry: nil, startedAt: Self.now)
    func lease(_ holder: String, at seconds: Int64) async throws -> LeaseDecision {
      let now = Self.now + .seconds(seconds)
      return try await store.lease(key, by: holder, for: attempt, now: now, until: now + .seconds(1), isRetry: false)
    }
    #expect(try await lease("a", at: 0) == .granted)
    _ = try await store.commit(key, by: "a", with: .failure(.originDown), now: Self.now)
    try await store.pruneLeases(now: Self.now + .seconds(60))
    #expect(try await lease("b", at: 60) == .failed(.originDown))
    try await store.pruneLeases(now: Self.now + .seconds(62))
    #expect(try await lease("b", at: 62) == .granted)
    await store.close()
  }

  /// A worker fetches a key once at a time, so its own failure was before the attempt, whatever the clock says.
  @Test(arguments: StoreUnderTest.all) func `a worker is not blocked by its own failure`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let key = StoreKey(Self.luke, of: nil)
    let attempt = FetchAttempt(storedEntry: nil, startedAt: Self.now)
    func lease() async throws -> LeaseDecision {
      try await store.lease(key, by: "a", for: attempt, now: Self.now, until: Self.now + .seconds(1), isRetry: false)
    }
    #expect(try await lease() == .granted)
    _ = try await store.commit(key, by: "a", with: .failure(.originDown), now: Self.now)
    #expect(try await lease() == .granted)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `the lease of a killed worker expires`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let attempt = FetchAttempt(storedEntry: nil, startedAt: Self.now)
    func lease(_ holder: String, at seconds: Int64) async throws -> LeaseDecision {
      let now = Self.now + .seconds(seconds)
      return try await store.lease(
        StoreKey(Self.luke, of: nil), by: holder, for: attempt, now: now, until: now + .seconds(2), isRetry: false)
    }
    #expect(try await lease("killed", at: 0) == .granted)
    #expect(try await lease("b", at: 1) == .taken)
    try await store.renew([StoreKey(Self.luke, of: nil)], by: "killed", now: Self.now + .seconds(2), until: Self.now + .seconds(4))
    #expect(try await lease("b", at: 3) == .taken)
    #expect(try await lease("b", at: 4) == .granted)
    // A late commit of the first worker does not release the second worker's lease.
    _ = try await store.commit(StoreKey(Self.luke, of: nil), by: "killed", with: .writes([]), now: Self.now + .seconds(4))
    #expect(try await lease("c", at: 5) == .taken)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `a failure is shared by the waiting workers`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let until = Self.now + .seconds(1)
    var problem = Problem.originDown
    problem.retryAfter = 30
    problem.extensions["originStatus"] = 503
    let waiting = FetchAttempt(storedEntry: nil, startedAt: Self.now)
    #expect(
      try await store.lease(StoreKey(Self.luke, of: nil), by: "a", for: waiting, now: Self.now, until: until, isRetry: false) == .granted
    )
    let end = Self.now + .milliseconds(500)
    _ = try await store.commit(StoreKey(Self.luke, of: nil), by: "a", with: .failure(problem), now: end)
    #expect(
      try await store.lease(StoreKey(Self.luke, of: nil), by: "b", for: waiting, now: end, until: until, isRetry: false)
        == .failed(problem))
    let later = FetchAttempt(storedEntry: nil, startedAt: end + .milliseconds(1))
    #expect(
      try await store.lease(StoreKey(Self.luke, of: nil), by: "b", for: later, now: later.startedAt, until: until, isRetry: false)
        == .granted)
    await store.close()
  }

  @Test(arguments: StoreUnderTest.all) func `of many concurrent requests, one gets the lease`(_ kind: StoreUnderTest) async throws {
    let folder = try TemporaryDirectory()
    let store = try kind.open(in: folder)
    let granted = try await withThrowingTaskGroup(of: LeaseDecision.self) { group in
      for holder in 0..<100 {
        group.addTask {
          let attempt = FetchAttempt(storedEntry: nil, startedAt: Self.now)
          return try await store.lease(
            StoreKey(Self.luke, of: nil), by: "\(holder)", for: attempt, now: Self.now, until: Self.now + .seconds(1), isRetry: false)
        }
      }
      return try await group.reduce(into: 0) { count, decision in count += decision == .granted ? 1 : 0 }
    }
    #expect(granted == 1)
    await store.close()
  }
}
