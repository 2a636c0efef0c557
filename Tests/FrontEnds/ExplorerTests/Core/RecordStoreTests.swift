import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The memory that records and names take.
@Suite struct RecordStoreTests {
  static let people = KindName.people

  /// Returns a page of people that counts as `size` bytes.
  static func page(_ number: Int, of pages: Int, _ ids: ClosedRange<Int>, size: Int, kind: KindName = people) throws -> QueryResult {
    let records = try ids.map { try ExplorerTests.record(Reference(kind, $0), "Record \($0)") }
    return .page(
      RecordPage(kind: kind, page: number, pages: pages, count: pages * ids.count, records: records, size: size), Provenance())
  }

  static func query(_ page: Int, _ kind: KindName = people) -> ExplorerQuery { .page(kind, page, revalidate: false) }

  @Test func `records that no page needs are forgotten, those of lists and of the open page stay`() throws {
    var harness = ExplorerHarness()
    harness.explorer.records = RecordStore(limit: 20_000)
    harness.open(Self.people)
    harness.answer(Self.query(1), try Self.page(1, of: 1, 1...2, size: 2_000))
    let ids = 101...200
    for id in ids {
      let reference = Reference(Self.people, id)
      try harness.show(reference, named: "Record")
      #expect(harness.explorer.records[reference] != nil)
      #expect(harness.explorer.records.size <= 20_000)
    }
    for id in 1...2 { #expect(harness.explorer.records[Reference(Self.people, id)] != nil) }
    #expect(harness.explorer.records[Reference(Self.people, 101)] == nil)
    // A record that was forgotten is requested again when its page is shown.
    harness.send(.navigate(.record(Reference(Self.people, 101))))
    #expect(harness.queries.contains(.record(Reference(Self.people, 101), revalidate: false)))
  }

  @Test func `names on the screen stay when memory is short, others are forgotten`() throws {
    var harness = ExplorerHarness()
    let (planet, other) = (Reference(.planets, 1), Reference(.planets, 2))
    harness.explorer.records = RecordStore(limit: 10_000)
    harness.explorer.records.store(try [planet, other].map { .known(try ExplorerTests.record($0, "Name")) }, from: RequestID(0))
    harness.open(Self.people)
    let luke = try Record(canonical: ["kind": "people", "id": 1, "name": "Luke", "homeworld": planet.canonical], kinds: .standard)
    harness.answer(
      Self.query(1), .page(RecordPage(kind: Self.people, page: 1, pages: 1, count: 1, records: [luke], size: 20_000), Provenance()))
    #expect(harness.explorer.records.name(of: planet) == "Name")
    #expect(harness.explorer.records.name(of: other) == nil)
  }

  @Test func `lists of other tabs are unloaded when memory is short, and loaded again when they are opened`() throws {
    var harness = ExplorerHarness()
    harness.explorer.records = RecordStore(limit: 10_000)
    harness.open(KindName.films)
    harness.answer(Self.query(1, KindName.films), try Self.page(1, of: 1, 1...2, size: 8_000, kind: KindName.films))
    harness.open(Self.people)
    harness.answer(Self.query(1), try Self.page(1, of: 1, 1...2, size: 8_000))
    #expect(harness.explorer.records[Reference(Self.people, 1)] != nil)
    #expect(harness.explorer.records[Reference(.films, 1)] == nil)
    #expect(ListModelTests.names(harness) == ["Record 1", "Record 2"])
    harness.open(KindName.films)
    #expect(harness.queries.contains(Self.query(1, KindName.films)))
    harness.answer(Self.query(1, KindName.films), try Self.page(1, of: 1, 1...2, size: 8_000, kind: KindName.films))
    #expect(ListModelTests.names(harness).count == 2)
  }

  @Test func `a list that fills the memory stops loading and says so`() throws {
    var harness = ExplorerHarness()
    harness.explorer.records = RecordStore(limit: 10_000)
    harness.open(Self.people)
    var page = 0
    while page < 40, harness.queries.contains(Self.query(page + 1)) {
      page += 1
      harness.answer(Self.query(page), try Self.page(page, of: 40, page * 10...page * 10 + 9, size: 2_000))
    }
    #expect((3...15).contains(page))
    let list = try #require(ListModelTests.list(harness))
    #expect(list.pages.loaded == page * 10)
    #expect(list.pages.problem?.status == 507)
    // Pages that are loaded can still be reloaded.
    harness.perform(.reload)
    #expect(harness.queries.contains(.page(Self.people, 1, revalidate: true)))
  }

  /// The record is from request 1 and has an age of 0; requests up to 5 were sent before it arrived. Both ages are rounded to seconds.
  @Test(arguments: [(60, 9, false), (0, 3, false), (0, 9, true), (1, 9, true)])
  func `a list replaces a record unless the list may be older`(age: Int, request: RequestID, replaces: Bool) throws {
    var records = RecordStore()
    let luke = ExplorerTests.luke
    records.store(try ExplorerTests.record(luke, "Record"), Provenance(), from: 1, lastIssued: 5, at: .zero)
    let page = RecordPage(
      kind: Self.people, page: 1, pages: 1, count: 1, records: [try ExplorerTests.record(luke, "List")], size: 100)
    records.store(page, Provenance(age: age), from: request, lastIssued: 9, at: .zero)
    #expect(records[luke]?.record.name == (replaces ? "List" : "Record"))
  }

  @Test func `a huge name counts as failed`() throws {
    var records = RecordStore()
    let reference = Reference(Self.people, 1)
    records.begin(.name, of: [reference], with: RequestID(1))
    let name = String(repeating: "x", count: RecordStore.maxNameSize)
    records.store([.known(try ExplorerTests.record(reference, name))], from: RequestID(1))
    #expect(records.label(of: reference).failure?.title == "the name is too long")
    // Lists do not request it again.
    #expect(!records.needsName(reference))
  }

  @Test func `names that were requested twice end with the later request`() throws {
    var records = RecordStore()
    let references = (1...2).map { Reference(Self.people, $0) }
    records.begin(.name, of: references, with: RequestID(1))
    records.begin(.name, of: [references[0]], with: RequestID(2))
    #expect(records.end(1, of: references) == [references[1]])
    #expect(!records.needsName(references[0]) && records.needsName(references[1]))
    #expect(records.end(2, of: references) == [references[0]])
  }
}
