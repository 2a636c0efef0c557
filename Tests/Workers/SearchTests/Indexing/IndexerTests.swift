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

  @Test func `a remote server is not crawled by default`() async throws {
    await indexer.handle(fullRefresh)
    #expect(cache.fetched.isEmpty)
    #expect(names.isEmpty)
    #expect(index.snapshot.coverage == Coverage(records: 0, of: nil, isComplete: false))
  }

  @Test(
    arguments: [("embedded", true), ("http://127.0.0.1:1138/api", true), ("https://swapi.example/api", false), (nil, false)]
      as [(String?, Bool)])
  func `a local origin is indexed completely and each page is fetched once`(origin: String?, isWhole: Bool) async throws {
    cache.attach([origin])
    await indexer.handle(fullRefresh)
    await indexer.handle(fullRefresh)
    #expect(cache.fetched.count == (isWhole ? Set(cache.fetched).count : 0))
    #expect(!cache.fetched.contains { $0.hasPrefix("/people/1?") })
    #expect(
      index.snapshot.coverage
        == (isWhole ? Coverage(records: 260, of: 260, isComplete: true) : Coverage(records: 0, of: nil, isComplete: false)))
    // Pages contain complete records, so no record is requested individually.
    #expect(!cache.requests.contains { $0.hasPrefix("holocron.cache GET /people/") })
  }

  @Test func `an indexer counts as filling until its first refresh ends, and later while it may fetch`() async {
    #expect(indexer.isFilling)
    let states = Mutex<[Bool]>([])
    cache.change { [indexer] in
      $0.fetchers = ["f1": "embedded"]
      $0.beforeFetch = { [indexer] _ in states.withLock { $0.append(indexer.isFilling) } }
    }
    await indexer.handle(fullRefresh)
    #expect(!indexer.isFilling)
    let seen = states.withLock(\.self)
    #expect(!seen.isEmpty && seen.allSatisfy(\.self))
  }

  @Test func `the modes cached and eager ignore the origin`() async throws {
    let cached = Self(fill: .cached)
    cached.cache.attach(["embedded"])
    await cached.indexer.handle(fullRefresh)
    #expect(cached.cache.fetched.isEmpty)
    let eager = Self(fill: .eager)
    await eager.indexer.handle(fullRefresh)
    #expect(eager.index.snapshot.coverage.isComplete)
  }

  @Test func `cached records are indexed and coverage reports how many`() async throws {
    cache.cachePages(of: .people, pages: 1...2)
    cache.cachePages(of: .films)
    await indexer.handle(fullRefresh)
    #expect(index.snapshot.corpus.count == 26)
    #expect(index.snapshot.isComplete(.films))
    #expect(!index.snapshot.isComplete(.people))
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
    #expect(cache.requests.dropFirst(before).filter { $0.contains("GET /") && !$0.contains("stats") } == ["holocron.cache GET /films/1"])
  }

  @Test func `a changed list is read and its records are not requested again`() async throws {
    cache.cachePages(of: .films)
    await indexer.handle(changes("changed/films", "changed/films/1", "changed/films/2", "changed/people/1"))
    #expect(index.snapshot.isComplete(.films))
    #expect(!cache.requests.contains("holocron.cache GET /films/1"))
    #expect(cache.requests.contains("holocron.cache GET /people/1"))
  }

  @Test func `an unchanged page is not transferred again`() async throws {
    cache.cachePages(of: .films)
    await indexer.handle(fullRefresh)
    #expect(cache.state.withLock { $0.unchanged } == [])
    await indexer.handle(changes("changed/films"))
    #expect(cache.state.withLock { $0.unchanged } == ["/films/1"])
    #expect(names.count == 6)
  }

  @Test func `an older page does not overwrite a newer record`() async throws {
    let luke = Reference(.people, 1)
    cache.cachePages(of: .people)
    var newer = cache.state.withLock { $0.records[luke]?.object } ?? [:]
    newer["name"] = "Luke, newer"
    await index.ingest([.object(newer)], from: .individual)
    await index.flush()
    await indexer.handle(changes("changed/people"))
    // In a conflict the record's own cache entry decides; here it is the older version.
    #expect(cache.requests.contains("holocron.cache GET /people/1"))
    #expect(index.snapshot.corpus.name(of: luke) == "Luke Skywalker")
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
    cache.attach(["embedded"])
    await indexer.handle(fullRefresh)
    let before = cache.fetched.count
    await purgeLuke()
    #expect(index.snapshot.coverage == Coverage(records: 260, of: 260, isComplete: true))
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
      state.cachedRecords = [Reference(.people, 1), Reference(Planet.kind, 1), Reference(.people, 16)]
      state.records = state.records.filter { $0.key.kind != .films }
    }
    await index.ingest([cache.state.withLock { $0.records[Reference(.people, 1)] ?? .null }], from: .individual)
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
    await index.ingest([cache.state.withLock { $0.records[Reference(.people, 1)] ?? .null }], from: .individual)
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
    #expect(changes("changed/x/y/z", "worker/joined/other", "stats/x", "worker/left/holocron.cache", "purged/!").isEmpty)
    #expect(changes("worker/joined/holocron.fetch").requiresFullRefresh)
    #expect(changes("worker/left/holocron.fetch").requiresFullRefresh)
    #expect(changes("purged").purges == [.everything])
  }
}
