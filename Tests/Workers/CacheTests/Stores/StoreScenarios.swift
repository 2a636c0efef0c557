import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Cache

/// A store of each form, opened as `--store` does: in a temporary folder, or on servers of its own.
enum StoreUnderTest: Sendable {
  case memory, file, redis, cluster

  /// Without Redis where its programs are not installed.
  static let all: [StoreUnderTest] = local + (RedisServer.isInstalled ? [.redis, .cluster] : [])
  /// The stores that take the time from their caller, and count and evict entries themselves.
  static let local: [StoreUnderTest] = [.memory, .file]

  /// Passes a new store to `body` and closes it.
  func with(limits: StoreLimits = .disk, _ body: (any CacheStore) async throws -> Void) async throws {
    let folder = try TemporaryDirectory()
    var servers: [any Sendable] = [folder]
    defer { withExtendedLifetime(servers) {} }
    let argument: String
    switch self {
    case .memory: argument = "memory"
    case .file: argument = folder.file("cache.sqlite")
    case .redis:
      let server = try await RedisServer.start()
      (argument, servers) = (server.url, [server])
    case .cluster:
      let cluster = try await RedisCluster.start()
      (argument, servers) = (cluster.url, [cluster])
    }
    let store = try Stores.open(argument, limits: limits, timeout: .testLimit, logger: .silent)
    try await body(store)
    await store.close()
  }
}

/// The contract of every store.
@Suite struct StoreScenarios {
  static let now = WallTime(seconds: 1_700_000_000)
  static let luke = CacheKey.record(Reference(.people, 1))

  private func put(_ writes: [StoreWrite], in store: any CacheStore, now: WallTime = now) async throws -> CommitResult {
    try await store.commit(StoreKey(Self.luke, of: nil), under: nil, writes, now: now)
  }

  @Test(arguments: StoreUnderTest.all) func `entries are returned as stored`(_ kind: StoreUnderTest) async throws {
    try await kind.with { store in
      var entry = CacheEntry.sample("{\"name\":\"Padmé\"}", tag: "W/\"1\"")
      entry.location = "http://origin/api/people/1/"
      (entry.cacheControl, entry.expires) = ("must-revalidate, max-age=60", "0")
      let gone = CacheEntry(status: 404, body: [0, 255, 10], freshness: entry.freshness)
      let page = CacheKey.page(ListPage(.people, 2, search: "a b&c"))
      let committed = try await put([StoreWrite(Self.luke, entry), StoreWrite(page, gone), StoreWrite(.kinds, .sample(""))], in: store)
      #expect(committed.changes.map(\.hasChanged) == [true, false, true])
      #expect(try await store.entry(for: Self.luke) == entry)
      #expect(try await store.entry(for: page) == gone)
      #expect(try await store.entry(for: .kinds) == .sample(""))
      #expect(try await store.entry(for: .record(Reference(.people, 2))) == nil)
      guard StoreUnderTest.local.contains(kind) else { return }
      #expect(try await store.usage() == StoreUsage(entries: 3, bytes: entry.size + gone.size + CacheEntry.sample("").size))
      #expect(committed.usage == (try await store.usage()))
    }
  }

  @Test(arguments: StoreUnderTest.all) func `changes are distinguished from repetitions`(_ kind: StoreUnderTest) async throws {
    try await kind.with { store in
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
      guard StoreUnderTest.local.contains(kind) else { return }
      #expect(try await store.usage() == StoreUsage(entries: 1, bytes: CacheEntry.sample("two").size))
    }
  }

  @Test(arguments: StoreUnderTest.all) func `purging removes the entries in scope`(_ kind: StoreUnderTest) async throws {
    try await kind.with { store in
      let keys: [CacheKey] = [Self.luke, .record(Reference(.people, 2)), .page(ListPage(.people)), .record(Reference(.droids, 1)), .kinds]
      _ = try await put(keys.map { StoreWrite($0, .sample()) }, in: store)
      #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 100) == 1)
      #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 100) == 0)
      #expect(try await store.purge(.kind(.people), atMost: 100) == 2)
      #expect(try await store.entry(for: .record(Reference(.droids, 1))) != nil)
      #expect(try await store.purge(.everything, atMost: 100) == 2)
      for key in keys { #expect(try await store.entry(for: key) == nil) }
      guard StoreUnderTest.local.contains(kind) else { return }
      #expect(try await store.usage() == StoreUsage(entries: 0, bytes: 0))
    }
  }

  @Test(arguments: StoreUnderTest.local) func `the least recently used entries are evicted at the limit`(_ kind: StoreUnderTest)
    async throws
  {
    try await kind.with(limits: StoreLimits(entries: 32, bytes: 1 << 20)) { store in
      func key(_ id: Int) -> CacheKey { .record(Reference(.people, id)) }
      for id in 1...32 { _ = try await put([StoreWrite(key(id), .sample())], in: store, now: Self.now + .seconds(id)) }
      #expect(try await store.usage().entries == 32)
      try await store.maintain(used: [key(1)], of: nil, now: Self.now + .seconds(100))
      let committed = try await put([StoreWrite(key(33), .sample())], in: store, now: Self.now + .seconds(101))
      #expect(committed.evicted > 0)
      #expect(try await store.usage().entries <= 32)
      #expect(try await store.entry(for: key(1)) != nil)
      #expect(try await store.entry(for: key(2)) == nil)
      #expect(try await store.entry(for: key(33)) != nil)
    }
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
    try await kind.with { store in
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
    }
  }

  /// An entry stored before the clock was set back is not newer than the current one.
  @Test(arguments: StoreUnderTest.all) func `an entry from the future is replaced`(_ kind: StoreUnderTest) async throws {
    try await kind.with { store in
      _ = try await put([record("before", at: Self.now + .seconds(3_600))], in: store, now: Self.now + .seconds(3_600))
      _ = try await put([record("after", at: Self.now)], in: store)
      #expect(try await store.entry(for: Self.luke) == record("after", at: Self.now).entry)
    }
  }

  @Test(arguments: StoreUnderTest.all) func `each origin has its own entries`(_ kind: StoreUnderTest) async throws {
    try await kind.with { store in
      let server = try #require(OriginIdentity("http://127.0.0.1/api"))
      for origin in [OriginIdentity.embedded, server] {
        let writes = writes(["from \(origin)"], at: Self.now).map { write in
          var write = write
          write.entry.origin = origin
          return write
        }
        _ = try await store.commit(StoreKey(Self.page, of: origin), under: nil, writes, now: Self.now)
      }
      for origin in [OriginIdentity.embedded, server] {
        let page = try #require(try await store.entry(for: Self.page, of: origin))
        #expect(page.origin == origin)
        #expect(String(decoding: page.body, as: UTF8.self).contains("from \(origin)"))
      }
      #expect(try await store.entry(for: Self.luke) == nil)
      // Leases belong to an origin, too.
      for origin in [nil, OriginIdentity("http://127.0.0.1/b")] {
        let key = StoreKey(Self.luke, of: origin)
        let decision = try await store.lease(key, by: "a", known: nil, now: Self.now, term: .seconds(1), isRetry: false)
        #expect(decision.lease != nil)
      }
      #expect(try await store.lastOrigin() == nil)
      try await store.setLastOrigin(server)
      try await store.setLastOrigin(.embedded)
      #expect(try await store.lastOrigin() == .embedded)
      // Purging removes the entries of all origins.
      #expect(try await store.purge(.record(Reference(.people, 1)), atMost: 100) == 2)
    }
  }

  @Test(arguments: StoreUnderTest.all) func `an entry that is too large evicts nothing`(_ kind: StoreUnderTest) async throws {
    try await kind.with(limits: StoreLimits(entries: 100, bytes: 10_000)) { store in
      let other = CacheKey.record(Reference(.people, 2))
      _ = try await put([StoreWrite(other, .sample("small")), StoreWrite(Self.luke, .sample("old"))], in: store)
      let result = try await put([StoreWrite(Self.luke, .sample(String(repeating: "x", count: 10_000)))], in: store)
      #expect(result.changes.first?.entry.body.count == 10_000)
      #expect(try await store.entry(for: other) == .sample("small"))
      // The entry that it replaces is outdated and is removed.
      #expect(try await store.entry(for: Self.luke) == nil)
    }
  }

  /// A step in the life of one key's lease: a request for it by a worker, a renewal, the end of a fetch, or the maintenance of the store. Times are
  /// seconds; a lease has a term of two.
  enum LeaseStep: Sendable {
    enum Decision { case granted, stored(CacheEntry), taken }

    case lease(String, at: Int64, Decision)
    case renew(String, at: Int64)
    /// A commit under the lease that the worker was granted last.
    case commit(String, at: Int64, [StoreWrite], isRefused: Bool = false)
    case maintain(at: Int64)
  }

  @Test(
    arguments: StoreUnderTest.local,
    [
      // Only one worker fetches at a time.
      [
        .lease("a", at: 0, .granted), .lease("b", at: 0, .taken), .commit("a", at: 0, [StoreWrite(luke, .sample())]),
        .lease("b", at: 0, .stored(.sample())),
      ],
      // A worker may use its own leftover lease, and one from before the clock was set back blocks nobody.
      [
        .lease("a", at: 0, .granted), .lease("b", at: 0, .taken), .lease("a", at: 0, .granted), .lease("b", at: -3_600, .granted),
        .lease("a", at: -3_600, .taken),
      ],
      // The lease of a suspended worker expires, and its late commit neither stores anything nor releases that of another.
      [
        .lease("late", at: 0, .granted), .lease("b", at: 1, .taken), .renew("late", at: 1), .maintain(at: 2), .lease("b", at: 2, .taken),
        .lease("b", at: 4, .granted), .commit("late", at: 4, [StoreWrite(luke, .sample("late"))], isRefused: true),
        .renew("late", at: 5), .lease("c", at: 5, .taken), .maintain(at: 7), .lease("c", at: 7, .granted),
        .commit("b", at: 7, [StoreWrite(luke, .sample("b"))], isRefused: true), .commit("c", at: 7, [StoreWrite(luke, .sample("c"))]),
        .lease("d", at: 7, .stored(.sample("c"))),
      ],
      // A worker that fetches a key twice holds one lease.
      [
        .lease("a", at: 0, .granted), .lease("a", at: 1, .granted), .commit("a", at: 1, []),
        .commit("a", at: 1, [StoreWrite(luke, .sample())]),
        .lease("b", at: 1, .stored(.sample())),
      ],
    ] as [[LeaseStep]])
  func `leases decide which worker fetches`(_ kind: StoreUnderTest, _ steps: [LeaseStep]) async throws {
    try await kind.with { store in
      let key = StoreKey(Self.luke, of: nil)
      var leases: [String: Lease] = [:]
      for (index, step) in steps.enumerated() {
        switch step {
        case .lease(let holder, let second, let expected):
          // A worker that polls gets the same answer.
          let isRetry = index.isMultiple(of: 2)
          let now = Self.now + .seconds(second)
          switch (try await store.lease(key, by: holder, known: nil, now: now, term: .seconds(2), isRetry: isRetry), expected) {
          case (.granted(let lease), .granted): leases[holder] = lease
          case (.stored(let entry), .stored(let other)): #expect(entry == other, "step \(index)")
          case (.taken, .taken): break
          case (let decision, _): Issue.record("step \(index): \(decision)")
          }
        case .renew(let holder, let second):
          let lease = try #require(leases[holder])
          try await store.renew([key: lease], now: Self.now + .seconds(second), term: .seconds(2))
        case .commit(let holder, let second, let writes, let isRefused):
          let lease = try #require(leases[holder])
          let result = try await store.commit(key, under: lease, writes, now: Self.now + .seconds(second))
          #expect(result.isRefused == isRefused, "step \(index)")
        case .maintain(let second): try await store.maintain(used: [], of: nil, now: Self.now + .seconds(second))
        }
      }
    }
  }
}

@Suite struct StoresTests {
  /// A store is a folder of `Stores/` or a file called `…Store.swift`.
  @Test func `every store is listed once`() throws {
    let folder = "Modules/Workers/Cache/Stores"
    let files = try ProjectFolder.swiftFiles(in: folder).filter { $0.hasSuffix("Store") && $0 != "CacheStore" }.map { $0.dropLast(5) }
    let stores = try ProjectFolder.folders(in: folder) + files.map(String.init)
    #expect(stores.map { $0.lowercased() }.sorted() == Stores.standard.map { $0.name }.sorted(), "list the store in \(folder)/Stores.swift")
  }
}

/// The rows of the table at ``LeaseDecision``, with a lease of worker `a`.
struct LeaseDecisionTests {
  private static let now = WallTime(seconds: 1_767_182_400)

  private static func lease(since: Int64 = 0, until: Int64 = 10) -> Lease {
    Lease(holder: "a", fence: now + .seconds(since), until: now + .seconds(until))
  }

  private static func granted(_ holder: String, _ fence: Int64 = 0) -> LeaseDecision {
    .granted(Lease(holder: holder, fence: now + .milliseconds(fence), until: now + .seconds(10)))
  }

  /// The holder's process is looked up, which costs a system call, only for an active lease of another worker.
  @Test(
    arguments: [
      ("b", nil, granted("b"), []), ("b", lease(), .taken, ["a"]), ("a", lease(since: -5), granted("a", -5_000), []),
      ("b", lease(since: -10, until: 0), granted("b"), []), ("b", lease(until: 0), granted("b", 1), []),
      ("a", lease(until: 0), granted("a", 1), []), ("b", lease(since: 3_600, until: 3_610), granted("b"), []),
      ("b", lease(since: 1), .taken, ["a"]),
    ] as [(String, Lease?, LeaseDecision, [String])])
  func `another worker's lease counts only while it is current`(
    holder: String, lease: Lease?, expected: LeaseDecision, lookedUp: [String]
  ) {
    var lookups: [String] = []
    func decision(stored: CacheEntry? = nil, hasEnded: Bool = false) -> LeaseDecision {
      LeaseDecision(known: nil, stored: stored, by: holder, lease: lease, now: Self.now, term: .seconds(10)) { process in
        lookups.append(process)
        return hasEnded
      }
    }
    #expect(decision() == expected && lookups == lookedUp)
    #expect(decision(hasEnded: true).lease != nil)
    #expect(decision(stored: .sample()) == .stored(.sample()))
  }
}
