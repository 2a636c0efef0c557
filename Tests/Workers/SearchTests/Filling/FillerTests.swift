import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Search

/// How the index fills itself from a cache, and what it asks for.
@Suite(.timeLimit(.minutes(5))) struct FillerTests {
  private let cache = FakeCache()
  private let index: RecordIndex
  private let filler: Filler

  init() throws {
    self.init(fill: .auto, index: try Self.index())
  }

  private init(fill: FillMode, index: RecordIndex) {
    var settings = SearchSettings()
    settings.fill = fill
    self.index = index
    filler = Filler(cache, index, settings: settings, logger: .silent)
  }

  private static func index() throws -> RecordIndex {
    RecordIndex(
      try IndexStore(file: nil, logger: .silent), kinds: .standard, counters: SearchCounters(NOOPMetricsHandler.instance), logger: .silent)
  }

  private func news(_ topics: String...) -> News {
    var news = News()
    for topic in topics { news.add(topic) }
    return news
  }

  private var everything: News { news("worker/joined/holocron.cache") }
  private var names: [String] { index.snapshot.library.documents.map(\.name) }

  @Test func `nobody's server is crawled unasked`() async throws {
    await filler.heed(everything)
    #expect(cache.fetched.isEmpty)
    #expect(names.isEmpty)
    #expect(index.snapshot.coverage == Coverage(records: 0, of: nil, isComplete: false))
  }

  @Test(
    arguments: [("embedded", true), ("http://127.0.0.1:1138/api", true), ("https://swapi.example/api", false), (nil, false)]
      as [(String?, Bool)])
  func `an origin on this machine is indexed whole, each page asked for once`(origin: String?, isWhole: Bool) async throws {
    cache.attach([origin])
    await filler.heed(everything)
    await filler.heed(everything)
    #expect(cache.fetched.count == (isWhole ? Set(cache.fetched).count : 0))
    #expect(!cache.fetched.contains { $0.hasPrefix("/people/1?") })
    #expect(
      index.snapshot.coverage
        == (isWhole ? Coverage(records: 260, of: 260, isComplete: true) : Coverage(records: 0, of: nil, isComplete: false)))
    // Pages carry whole records: none is asked for singly.
    #expect(!cache.asked.contains { $0.hasPrefix("holocron.cache GET /people/") })
  }

  @Test func `cached and eager do as they are told`() async throws {
    let cached = Self(fill: .cached, index: try Self.index())
    cached.cache.attach(["embedded"])
    await cached.filler.heed(everything)
    #expect(cached.cache.fetched.isEmpty)
    let eager = Self(fill: .eager, index: try Self.index())
    await eager.filler.heed(everything)
    #expect(eager.index.snapshot.coverage.isComplete)
  }

  @Test func `what is cached is found, and coverage says how much that is`() async throws {
    cache.hold(.people, pages: 1...2)
    cache.hold(.films)
    await filler.heed(everything)
    #expect(index.snapshot.library.documents.count == 26)
    #expect(index.snapshot.isComplete(.films))
    #expect(!index.snapshot.isComplete(.people))
    #expect(index.snapshot.coverage == Coverage(records: 26, of: nil, isComplete: false))
    #expect(cache.fetched.isEmpty)
  }

  @Test func `a changed record is looked at, and only that`() async throws {
    cache.hold(.films)
    await filler.heed(everything)
    let film = Reference(.films, 1)
    cache.change { state in
      var json = state.records[film]?.object ?? [:]
      json["title"] = "A Newer Hope"
      state.records[film] = .object(json)
    }
    let before = cache.asked.count
    await filler.heed(news("changed/films/1"))
    #expect(names.contains("A Newer Hope"))
    #expect(cache.asked.dropFirst(before).filter { $0.contains("GET /") && !$0.contains("stats") } == ["holocron.cache GET /films/1"])
  }

  @Test func `a learnt list is read, and its records are not asked for again`() async throws {
    cache.hold(.films)
    await filler.heed(news("changed/films", "changed/films/1", "changed/films/2", "changed/people/1"))
    #expect(index.snapshot.isComplete(.films))
    #expect(!cache.asked.contains("holocron.cache GET /films/1"))
    #expect(cache.asked.contains("holocron.cache GET /people/1"))
  }

  @Test func `an unchanged page is not read again`() async throws {
    cache.hold(.films)
    await filler.heed(everything)
    #expect(cache.state.withLock { $0.unchanged } == [])
    await filler.heed(news("changed/films"))
    #expect(cache.state.withLock { $0.unchanged } == ["/films/1"])
    #expect(names.count == 6)
  }

  @Test func `a page that is older than a record does not undo it`() async throws {
    let luke = Reference(.people, 1)
    cache.hold(.people)
    var newer = cache.state.withLock { $0.records[luke]?.object } ?? [:]
    newer["name"] = "Luke, newer"
    await index.learn([.object(newer)], .single)
    await index.settled()
    await filler.heed(news("changed/people"))
    // In doubt the record's own entry decides; here it holds the older form.
    #expect(cache.asked.contains("holocron.cache GET /people/1"))
    #expect(index.snapshot.library.name(of: luke) == "Luke Skywalker")
  }

  @Test func `what the origin has no more goes`() async throws {
    cache.hold(.films)
    await filler.heed(everything)
    cache.change { $0.records[Reference(.films, 6)] = nil }
    await filler.heed(news("changed/films"))
    #expect(index.snapshot.library.place(of: Reference(.films, 6)) == nil)
    #expect(index.snapshot.isComplete(.films))
    cache.change { state in
      state.records[Reference(.films, 5)] = nil
      state.heldRecords.insert(Reference(.films, 5))
    }
    await filler.heed(news("changed/films/5"))
    #expect(names.count == 4)
  }

  @Test(arguments: [("purged", 0), ("purged/films", 82), ("purged/people/1", 87), ("purged/planets", 88)])
  func `what is purged is forgotten`(topic: String, left: Int) async throws {
    cache.hold(.films)
    cache.hold(.people)
    await filler.heed(everything)
    #expect(names.count == 88)
    cache.change { state in
      state.heldPages = []
      state.heldRecords = []
    }
    await filler.heed(news(topic))
    #expect(names.count == left)
    #expect(cache.fetched.isEmpty)
  }

  @Test func `a cache that fails leaves everything as it is`() async throws {
    cache.hold(.films)
    await filler.heed(everything)
    cache.change { $0.failure = Problem(503, "no worker", type: ProblemType.noWorker) }
    await filler.heed(news("changed/films", "changed/films/1", "worker/joined/holocron.fetch"))
    #expect(names.count == 6)
    #expect(index.snapshot.coverage.records == 6)
  }

  @Test func `at the start, cached records that others point to are found`() async throws {
    cache.change { state in
      state.heldRecords = [Reference(.people, 1), Reference(Planet.kind, 1), Reference(.people, 16)]
      state.records = state.records.filter { $0.key.kind != .films }
    }
    await index.learn([cache.state.withLock { $0.records[Reference(.people, 1)] ?? .null }], .single)
    await index.settled()
    let stand = Newsstand()
    let running = Task { [filler] in await filler.run(stand) }
    try await eventually("the planet is found", isTrue: { names.contains("Tatooine") })
    running.cancel()
    await running.value
    #expect(names.contains("Tatooine"))
    #expect(cache.fetched.isEmpty)
  }

  @Test func `news of others are no news`() {
    #expect(news("changed/x/y/z", "worker/joined/other", "stats/x", "worker/left/holocron.cache", "purged/!").isEmpty)
    #expect(news("worker/joined/holocron.fetch").everything)
    #expect(news("worker/left/holocron.fetch").everything)
    #expect(news("purged").purges == [.everything])
  }
}
