import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Search

/// How the index is filled from a cache, and which requests that takes.
@Suite(.timeLimit(.minutes(5))) struct IndexerTests {
  private let cache = FakeCache()
  private let index: RecordIndex
  private let indexer: Indexer

  init() { self.init(fill: .auto) }

  private init(fill: FillMode) {
    var settings = SearchSettings()
    settings.fill = fill
    index = .empty()
    indexer = Indexer(cache, index, settings: settings, logger: .silent)
  }

  private func changes(_ topics: String...) -> AnnouncedChanges {
    var changes = AnnouncedChanges()
    for topic in topics { changes.add(topic) }
    return changes
  }

  private var fullRefresh: AnnouncedChanges { changes("worker/joined/holocron.cache") }
  private var names: [String] { index.snapshot.corpus.names }

  @Test(
    arguments: [("embedded", true), ("http://127.0.0.1:1138/api", true), ("https://swapi.example/api", false), (nil, false)]
      as [(String?, Bool)])
  func `a local origin is indexed completely and each page is fetched once`(origin: String?, isWhole: Bool) async throws {
    cache.change { $0.origin = origin }
    await indexer.handle(fullRefresh)
    await indexer.handle(fullRefresh)
    #expect(cache.fetched.count == (isWhole ? Set(cache.fetched).count : 0))
    #expect(!cache.fetched.contains { $0.hasPrefix("/people/1?") })
    #expect(
      index.snapshot.coverage
        == (isWhole
          ? Coverage(records: 260, of: 260, isComplete: true, origin: origin)
          : Coverage(records: 0, of: nil, isComplete: false, origin: origin)))
    // Pages contain complete records, so no record is requested individually.
    #expect(!cache.requests.contains { $0.hasPrefix("holocron.cache GET /people/") })
  }

  @Test func `an indexer counts as filling until its first refresh ends, and later while it may fetch`() async {
    #expect(indexer.isFilling)
    let states = Mutex<[Bool]>([])
    cache.change { [indexer] in
      $0.origin = "embedded"
      $0.beforeFetch = { [indexer] _ in states.withLock { $0.append(indexer.isFilling) } }
    }
    await indexer.handle(fullRefresh)
    #expect(!indexer.isFilling)
    let seen = states.withLock(\.self)
    #expect(!seen.isEmpty && seen.allSatisfy(\.self))
  }

  @Test func `the modes cached and eager ignore the origin`() async throws {
    let cached = Self(fill: .cached)
    cached.cache.change { $0.origin = "embedded" }
    await cached.indexer.handle(fullRefresh)
    #expect(cached.cache.fetched.isEmpty)
    let eager = Self(fill: .eager)
    await eager.indexer.handle(fullRefresh)
    #expect(eager.index.snapshot.coverage.isComplete)
  }

  @Test func `without a fetcher only cached records are indexed`() async {
    cache.change { state in
      state.origin = "embedded"
      state.hasFetcher = false
    }
    cache.cachePages(of: .films)
    await indexer.handle(fullRefresh)
    #expect(cache.fetched.isEmpty)
    #expect(names.count == 6)
  }

  @Test func `an origin that turns out to be remote is not crawled further`() async {
    cache.change { state in
      state.origin = "embedded"
      state.beforeFetch = { if $0.fetched.count == 2 { $0.origin = "https://swapi.example/api" } }
    }
    await indexer.handle(fullRefresh)
    #expect(cache.fetched.count == 3)
    #expect(!index.snapshot.coverage.isComplete)
  }

  @Test(arguments: [
    "embedded", "http://localhost/api", "http://localhost:1138/api", "https://LOCALHOST/", "http://127.0.0.1", "http://127.0.0.1:80/api",
    "http://127.255.0.3/api", "http://[::1]:8080/api", "http://[0:0:0:0:0:0:0:1]/", "HTTP://127.0.0.1/",
    "http://127.0.0.1:1/api,http://127.0.0.1:2/api",
  ])
  func `an address on this machine is local`(address: String) { #expect(FillMode.auto.allowsFetching(from: address)) }

  @Test(arguments: [
    "", "swapi.dev", "https://swapi.dev/api", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/",
    "http://127.0.0.1@evil.example/", "http://me@127.0.0.1/", "http://evil.example/127.0.0.1", "http://evil.example?http://localhost/",
    "http://128.0.0.1/", "http://10.0.0.1/", "http://0.0.0.0/", "http://127.1/", "http://[::2]/", "http://[::]/",
    "http://[::ffff:127.0.0.1]/", "ftp://127.0.0.1/", "http://2130706433/", "http://0x7f.0.0.1/", "localhost", "http:///",
    "http://127.0.0.1:80:evil/", "http://evil.example\\@127.0.0.1/", "embedded.example", "http://127.0.0.1/api,https://swapi.dev/api",
  ])
  func `any other address is not local`(address: String) { #expect(!FillMode.auto.allowsFetching(from: address)) }

  @Test func `cached records are indexed and coverage reports how many`() async throws {
    cache.cachePages(of: .people, pages: 1...2)
    cache.cachePages(of: .films)
    await indexer.handle(fullRefresh)
    #expect(index.snapshot.isComplete(.films) && !index.snapshot.isComplete(.people))
    #expect(index.snapshot.coverage == Coverage(records: 26, of: nil, isComplete: false))
    #expect(cache.fetched.isEmpty)
  }

  @Test func `only the changed record is requested`() async throws {
    cache.cachePages(of: .films)
    await indexer.handle(fullRefresh)
    let film = Reference(.films, 1)
    cache.change { state in
      var json = state.records[film]?.object ?? [:]
      json["title"] = "A Newer Hope"
      state.records[film] = .object(json)
    }
    let before = cache.requests.count
    await indexer.handle(changes("changed/films/1"))
    #expect(names.contains("A Newer Hope"))
    #expect(cache.requests.dropFirst(before).filter { $0.contains("GET /") } == ["holocron.cache GET /films/1"])
  }

  @Test func `a changed list is read once, and its records are not requested again`() async throws {
    cache.cachePages(of: .films)
    await indexer.handle(changes("changed/films", "changed/films/1", "changed/films/2", "changed/people/1"))
    #expect(index.snapshot.isComplete(.films))
    #expect(!cache.requests.contains("holocron.cache GET /films/1"))
    #expect(cache.requests.contains("holocron.cache GET /people/1"))
    await indexer.handle(changes("changed/films"))
    #expect(cache.state.withLock { $0.unchanged } == ["/films/1"] && names.count == 6)
  }

  @Test func `records that the origin no longer has are removed`() async throws {
    cache.cachePages(of: .films)
    await indexer.handle(fullRefresh)
    cache.change { $0.records[Reference(.films, 6)] = nil }
    await indexer.handle(changes("changed/films"))
    #expect(index.snapshot.corpus.position(of: Reference(.films, 6)) == nil)
    #expect(index.snapshot.isComplete(.films))
    cache.change { state in
      state.records[Reference(.films, 5)] = nil
      state.cachedRecords.insert(Reference(.films, 5))
    }
    await indexer.handle(changes("changed/films/5"))
    #expect(names.count == 4)
  }

  @Test(arguments: [
    (["purged"], 0), (["purged/films"], 82), (["purged/people/1"], 87), (["purged/planets"], 88),
    (["purged/films", "purged/people/1", "purged/people/2"], 80),
  ])
  func `purged records are removed`(topics: [String], left: Int) async throws {
    cache.cachePages(of: .films)
    cache.cachePages(of: .people)
    await indexer.handle(fullRefresh)
    #expect(names.count == 88)
    cache.change { state in
      state.cachedPages = []
      state.cachedRecords = []
    }
    var purges = AnnouncedChanges()
    for topic in topics { purges.add(topic) }
    await indexer.handle(purges)
    #expect(names.count == left)
    #expect(cache.fetched.isEmpty)
  }

  /// Purges people/1, and with it the page of the list that has it.
  private func purgeLuke() async {
    cache.change { state in
      state.cachedPages.remove("/people/1")
      state.cachedRecords.remove(Reference(.people, 1))
    }
    await indexer.handle(changes("purged/people/1"))
  }

  @Test func `a purged record is indexed again when its list is cached again, even if the list is unchanged`() async throws {
    cache.cachePages(of: .people)
    await indexer.handle(fullRefresh)
    await purgeLuke()
    #expect(names.count == 81)
    #expect(!index.snapshot.isComplete(.people))
    cache.cachePages(of: .people)
    await indexer.handle(changes("changed/people", "changed/people/1"))
    #expect(index.snapshot.corpus.name(of: Reference(.people, 1)) == "Luke Skywalker")
    #expect(index.snapshot.isComplete(.people))
    #expect(cache.fetched.isEmpty)
  }

  @Test func `a purged record of a local origin is fetched and indexed again`() async throws {
    cache.change { $0.origin = "embedded" }
    await indexer.handle(fullRefresh)
    let before = cache.fetched.count
    await purgeLuke()
    #expect(index.snapshot.coverage.isComplete)
    #expect(cache.fetched.dropFirst(before) == ["/people/1"])
  }

  @Test func `a failing cache leaves the index unchanged`() async throws {
    cache.cachePages(of: .films)
    await indexer.handle(fullRefresh)
    cache.change { $0.failure = Problem(503, "no worker", type: ProblemType.noWorker) }
    await indexer.handle(changes("changed/films", "changed/films/1", "worker/joined/holocron.fetch"))
    #expect(names.count == 6)
    #expect(index.snapshot.coverage.records == 6)
  }

  @Test func `at start, cached records that indexed records refer to are indexed`() async throws {
    cache.change { state in
      state.cachedRecords = [Reference(.people, 1), Reference(.planets, 1), Reference(.people, 16)]
      state.records = state.records.filter { $0.key.kind != .films }
    }
    await index.ingest([cache.state.withLock { $0.records[Reference(.people, 1)] ?? .null }])
    await index.flush()
    let queue = ChangeQueue()
    let running = Task { [indexer] in await indexer.run(queue) }
    try await eventually("the planet is found", isTrue: { names.contains("Tatooine") })
    running.cancel()
    await running.value
    #expect(names.contains("Tatooine"))
    #expect(cache.fetched.isEmpty)
  }

  @Test func `the number of records requested at start is limited, however many a record refers to`() async throws {
    var settings = SearchSettings()
    settings.maxReferences = 3
    let limited = Indexer(cache, index, settings: settings, logger: .silent)
    await index.ingest([cache.state.withLock { $0.records[Reference(.people, 1)] ?? .null }])
    await limited.followReferences()
    #expect(cache.requests.count == 3)
  }

  @Test func `announced changes are bounded`() {
    var changes = AnnouncedChanges()
    let limit = AnnouncedChanges.limit
    for id in 1...limit { changes.add("changed/people/\(id)") }
    #expect(changes.records.count == limit)
    #expect(!changes.requiresFullRefresh)
    changes.add("changed/people/\(limit + 1)")
    #expect(changes.records.isEmpty)
    #expect(changes.requiresFullRefresh)
    for id in 1...limit + 1 { changes.add("purged/people/\(id)") }
    #expect(changes.purges == [.everything])
  }

  @Test func `events of other services are ignored`() {
    #expect(changes("changed/x/y/z", "worker/joined/other", "stats/x", "worker/left/holocron.fetch", "purged/!").isEmpty)
    #expect(changes("worker/joined/holocron.fetch").requiresFullRefresh)
    #expect(changes("purged").purges == [.everything])
  }
}
