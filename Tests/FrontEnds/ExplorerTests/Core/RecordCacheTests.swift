import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Explorer

/// The memory that records and names take.
@Suite struct RecordCacheTests {
  static let people = Person.kind

  /// Returns a page of people that counts as `size` bytes.
  static func page(_ number: Int, of pages: Int, _ ids: ClosedRange<Int>, size: Int, kind: KindName = people) throws -> QueryResult {
    let records = try ids.map { try ExplorerTests.record(Reference(kind, $0), "Record \($0)") }
    return .page(
      RecordPage(kind: kind, page: number, pages: pages, count: pages * ids.count, records: records, size: size), Provenance())
  }

  static func query(_ page: Int, _ kind: KindName = people) -> ExplorerQuery { .page(kind, page, revalidate: false) }

  @Test func `records that no page needs are evicted, those of lists and of the open page stay`() throws {
    var harness = ExplorerHarness()
    harness.explorer.cache = RecordCache(limit: 20_000)
    harness.open(Self.people)
    harness.answer(Self.query(1), try Self.page(1, of: 1, 1...2, size: 2_000))
    let ids = 101...200
    for id in ids {
      let reference = Reference(Self.people, id)
      harness.send(.navigate(.record(reference)))
      harness.answer(.record(reference, revalidate: false), .record(try ExplorerTests.record(reference, "Record"), Provenance()))
      #expect(harness.explorer.cache.entry(for: reference) != nil)
    }
    let cached = ids.filter { harness.explorer.cache.entry(for: Reference(Self.people, $0)) != nil }
    #expect((10..<ids.count).contains(cached.count))
    #expect(cached.last == ids.last)
    for id in 1...2 { #expect(harness.explorer.cache.entry(for: Reference(Self.people, id)) != nil) }
    // A record that was evicted is requested again when its page is shown.
    harness.send(.navigate(.record(Reference(Self.people, 101))))
    #expect(harness.queries.contains(.record(Reference(Self.people, 101), revalidate: false)))
  }

  @Test func `a visible name is requested again if its record was evicted`() throws {
    var harness = ExplorerHarness()
    let planet = Reference(Planet.kind, 1)
    harness.explorer.cache = RecordCache(limit: 10_000)
    harness.explorer.cache.store(
      try ExplorerTests.record(planet, "Tatooine"), Provenance(), from: RequestID(0), lastIssued: RequestID(0), at: harness.now)
    harness.open(Self.people)
    let luke = try Record(canonical: ["kind": "people", "id": 1, "name": "Luke", "homeworld": planet.canonical], kinds: .standard)
    harness.answer(
      Self.query(1), .page(RecordPage(kind: Self.people, page: 1, pages: 1, count: 1, records: [luke], size: 20_000), Provenance()))
    #expect(harness.explorer.cache.entry(for: planet) == nil)
    #expect(harness.queries.isEmpty)
    harness.send(.timerFired(.selectionSettled))
    #expect(harness.queries == [.names([planet])])
  }

  @Test func `lists of other tabs are unloaded when memory is short, and loaded again when they are opened`() throws {
    var harness = ExplorerHarness()
    harness.explorer.cache = RecordCache(limit: 10_000)
    harness.open(Film.kind)
    harness.answer(Self.query(1, Film.kind), try Self.page(1, of: 1, 1...2, size: 8_000, kind: Film.kind))
    harness.open(Self.people)
    harness.answer(Self.query(1), try Self.page(1, of: 1, 1...2, size: 8_000))
    #expect(harness.explorer.cache.entry(for: Reference(Self.people, 1)) != nil)
    #expect(harness.explorer.cache.entry(for: Reference(Film.kind, 1)) == nil)
    #expect(ListModelTests.names(harness) == ["Record 1", "Record 2"])
    harness.open(Film.kind)
    #expect(harness.queries.contains(Self.query(1, Film.kind)))
    harness.answer(Self.query(1, Film.kind), try Self.page(1, of: 1, 1...2, size: 8_000, kind: Film.kind))
    #expect(ListModelTests.names(harness).count == 2)
  }

  @Test func `a list that fills the cache stops loading and says so`() throws {
    var harness = ExplorerHarness()
    harness.explorer.cache = RecordCache(limit: 10_000)
    harness.open(Self.people)
    var page = 0
    while page < 40, harness.queries.contains(Self.query(page + 1)) {
      page += 1
      harness.answer(Self.query(page), try Self.page(page, of: 40, page * 10...page * 10 + 9, size: 2_000))
    }
    #expect((4...15).contains(page))
    let list = try #require(ListModelTests.list(harness))
    #expect(list.rows.count == page * 10)
    #expect(list.hasGap)
    #expect(list.pages.problem?.status == 507)
    // Pages that are loaded can still be reloaded.
    harness.perform(.reload)
    #expect(harness.queries.contains(.page(Self.people, 1, revalidate: true)))
  }

  @Test func `names take a bounded amount of memory, and the newest stay`() throws {
    var cache = RecordCache()
    let all = 1...2 * LabelCache.limit / LRUCache<Int>.overhead
    for id in all {
      cache.store([.known(try ExplorerTests.record(Reference(Self.people, id), "Name"))], from: RequestID(id))
    }
    #expect(cache.namedRecordCount * LRUCache<Int>.overhead <= LabelCache.limit)
    guard case .known = cache.label(of: Reference(Self.people, all.upperBound)) else {
      Issue.record("the newest name is gone")
      return
    }
    #expect(cache.needsLabel(Reference(Self.people, 1)))
  }

  @Test func `the letters of names count as memory, and a new name replaces them`() throws {
    let name = String(repeating: "x", count: FuzzyText.maxLetters)
    let reference = Reference(Self.people, 1)
    let (canonical, letters) = (try ExplorerTests.record(reference, name).canonical.bytes().count, FuzzyText(name).size)
    #expect(letters > canonical)
    var cache = RecordCache(limit: canonical + letters)
    func store(_ name: String, from id: Int) throws {
      let record = try ExplorerTests.record(reference, name)
      cache.store(record, Provenance(), from: RequestID(id), lastIssued: RequestID(id), at: .zero)
    }
    try store(name, from: 1)
    #expect(cache.needsEviction)
    #expect(cache.matches(FuzzyPattern("x"), limit: 1).map(\.match.name) == [name])
    try store("Luke", from: 2)
    #expect(!cache.needsEviction)
    #expect(cache.matches(FuzzyPattern("x"), limit: 1).isEmpty)
    #expect(cache.matches(FuzzyPattern("lu"), limit: 1).map(\.match.name) == ["Luke"])
  }

  @Test func `a huge name counts as failed`() throws {
    var cache = RecordCache()
    let reference = Reference(Self.people, 1)
    let name = String(repeating: "x", count: LabelCache.maxLabelSize)
    cache.beginLoadingLabels([reference], with: RequestID(1))
    cache.store([.known(try ExplorerTests.record(reference, name))], from: RequestID(1))
    guard case .failed(let problem) = cache.label(of: reference) else {
      Issue.record("the name is stored")
      return
    }
    #expect(problem.title == "the name is too long")
    // Lists do not request it again.
    #expect(!cache.needsName(reference))
  }

  @Test func `names that were requested twice end with the later request`() throws {
    var cache = RecordCache()
    let references = (1...2).map { Reference(Self.people, $0) }
    cache.beginLoadingLabels(references, with: RequestID(1))
    cache.beginLoadingLabels([references[0]], with: RequestID(2))
    cache.endLoadingLabels(RequestID(1), ExplorerHarness.originDown)
    guard case .loading = cache.label(of: references[0]), case .failed = cache.label(of: references[1]) else {
      Issue.record("\(cache.label(of: references[0])), \(cache.label(of: references[1]))")
      return
    }
    cache.endLoadingLabels(RequestID(2), ExplorerHarness.originDown)
    #expect(!cache.needsName(references[0]))
  }
}
