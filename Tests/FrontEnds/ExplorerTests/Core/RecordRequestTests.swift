import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// When records are requested, and again after they changed: those on the screen at once, the others when they are shown.
@Suite struct RecordRequestTests {
  static let people = KindName.people
  static let luke = ExplorerTests.luke
  static let leia = ExplorerTests.leia

  /// The records that pending queries request.
  static func requested(_ harness: ExplorerHarness) -> [Reference] {
    harness.queries.compactMap { if case .record(let reference, _) = $0 { reference } else { nil } }
  }

  /// Opens pages of these records, each above the one before.
  static func shown(_ references: Reference...) throws -> ExplorerHarness {
    var harness = ExplorerHarness()
    for reference in references {
      try harness.show(reference, named: "Old")
    }
    return harness
  }

  @Test func `a changed record that is not on the screen is reloaded when its page appears`() throws {
    var harness = try Self.shown(Self.luke, Self.leia)
    harness.send(.event(.topic(.changed(Self.luke))))
    #expect(Self.requested(harness) == [])
    harness.perform(.back)
    #expect(Self.requested(harness) == [Self.luke])
  }

  @Test func `after missed events the history and other tabs wait until they are shown`() throws {
    var harness = try Self.shown(Self.luke, Self.leia)
    let tab = harness.explorer.current
    let hope = Reference(.films, 1)
    harness.show("films/1")
    harness.answer(.record(hope, revalidate: false), .record(try ExplorerTests.record(hope, "A New Hope"), Provenance()))
    harness.send(.event(.everythingInvalidated))
    #expect(Self.requested(harness) == [hope])
    harness.send(.navigate(.tab(tab)))
    // What is not on the screen is not requested any more.
    #expect(Self.requested(harness) == [Self.leia])
    harness.perform(.back)
    #expect(Self.requested(harness) == [Self.luke])
  }

  @Test func `a match whose record changed while another page was open gets its new name`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.settle { query in
      switch query {
      case .history: ExplorerHarness.history("luke")
      case .search: ExplorerHarness.results("luke", ExplorerHarness.match("people/1", "Luke"))
      default: nil
      }
    }
    try harness.store("people/1")
    harness.open(KindName.films)
    harness.settle()
    harness.send(.event(.topic(.changed(Self.luke))))
    #expect(Self.requested(harness) == [])
    harness.perform(.search)
    #expect(Self.requested(harness) == [Self.luke])
  }

  @Test func `a list in another tab with a changed record is reloaded when it is opened`() {
    var harness = ListModelTests.opened()
    harness.open(KindName.films)
    harness.send(.event(.topic(.purged(.record(Self.luke)))))
    #expect(!harness.queries.contains(.page(Self.people, 1, revalidate: false)))
    harness.open(Self.people)
    #expect(harness.queries.contains(.page(Self.people, 1, revalidate: false)))
  }

  @Test func `a list whose records all change is reloaded once, when the changes stop`() throws {
    let references = (1...60).map { Reference(Self.people, $0) }
    var harness = ExplorerHarness()
    harness.open(Self.people)
    let query = ExplorerQuery.page(Self.people, 1, revalidate: false)
    func page(_ name: String) -> QueryResult {
      ExplorerHarness.page(1, of: 1, count: references.count, references.map { _ in name }, first: 1)
    }
    harness.answer(query, page("Old"))
    for reference in references { harness.send(.event(.topic(.changed(reference)))) }
    // Those on the screen are reloaded at once.
    #expect((1...ListModel.height(harness.explorer.layout)).contains(Self.requested(harness).count))
    harness.answerAll { query in
      guard case .record(let reference, _) = query else { return nil }
      return (try? ExplorerTests.record(reference, "New")).map { .record($0, Provenance()) }
    }
    #expect(!harness.queries.contains(query))
    harness.advance(by: ListModel.changeDebounce)
    #expect(harness.queries.count { $0 == query } == 1)
    harness.answer(query, page("New"))
    #expect(ListModelTests.names(harness) == references.map { _ in "New" })
  }

  @Test func `a record is requested once, however many pages need it`() throws {
    let query = ExplorerQuery.record(Self.luke, revalidate: false)
    var harness = ExplorerHarness()
    for _ in 0..<2 { harness.send(.navigate(.record(Self.luke))) }
    #expect(harness.queries == [query])
    harness.answer(query, .record(try ExplorerTests.record(Self.luke, "Luke Skywalker"), Provenance(age: 60)))
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke Skywalker")
    #expect(harness.explorer.records[Self.luke]?.age(at: Moment(harness.now.sinceStart + .seconds(5))) == 65)
    #expect(harness.explorer.pending.isEmpty)
  }

  @Test func `a changed record is reloaded and stays visible meanwhile`() throws {
    var harness = ExplorerHarness()
    try harness.show(Self.luke, named: "Luke")
    harness.send(.event(.topic(.changed(Self.luke))))
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke")
    let isReloading = harness.answer(.record(Self.luke, revalidate: false), .failed(Problem(503, "gone")))
    #expect(isReloading)
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke")
    #expect(harness.explorer.records.failure(of: Self.luke)?.status == 503)
    // Leia is not known, so she is not reloaded.
    harness.send(.event(.topic(.changed(Self.leia))))
    #expect(harness.queries.isEmpty)
  }

  @Test(arguments: [true, false]) func `a record that changes while it, or its name, is requested is requested once more`(isName: Bool)
    throws
  {
    var harness = ExplorerHarness()
    let tatooine = Reference(.planets, 1)
    let query = isName ? ExplorerQuery.names([tatooine]) : .record(tatooine, revalidate: false)
    func answer(_ name: String) throws -> QueryResult {
      let record = try ExplorerTests.record(tatooine, name)
      return isName ? .names([.known(record)]) : .record(record, Provenance())
    }
    harness.send(.navigate(.record(isName ? Self.luke : tatooine)))
    let luke = try Record(canonical: ["kind": "people", "id": 1, "name": "Luke", "homeworld": tatooine.canonical], kinds: .standard)
    if isName { harness.answer(.record(Self.luke, revalidate: false), .record(luke, Provenance())) }
    #expect(harness.answer(query, try answer("Tatoine")))
    for _ in 1...2 { harness.send(.event(.topic(.changed(tatooine)))) }
    for name in ["Tatooine", "Tatooine I"] {
      #expect(harness.queries == [query])
      #expect(harness.answer(query, try answer(name)))
    }
    #expect(harness.queries.isEmpty)
    #expect(harness.explorer.records.name(of: tatooine) == "Tatooine I")
  }

  @Test func `a failed reload is not repeated endlessly while the origin is down`() throws {
    var harness = ExplorerHarness()
    let query = ExplorerQuery.record(Self.luke, revalidate: false)
    harness.send(.navigate(.record(Self.luke)))
    harness.answer(query, .record(try ExplorerTests.record(Self.luke, "Luke"), Provenance()))
    for _ in 0..<3 {
      harness.send(.event(.everythingInvalidated))
      let wasPending = harness.answer(query, .failed(ExplorerHarness.originDown))
      #expect(wasPending)
      #expect(harness.queries.isEmpty)
      harness.perform(.down, .up)
      #expect(harness.queries.isEmpty)
    }
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke")
  }

  @Test(arguments: [true, false]) func `a first page that was in flight when a record changed is requested again`(isOpen: Bool) throws {
    var harness = ExplorerHarness()
    harness.open(KindName.people)
    harness.send(.event(.topic(.changed(Self.luke))))
    if !isOpen { harness.open(KindName.films) }
    harness.answer(.page(KindName.people, 1, revalidate: false), ExplorerHarness.page(1, of: 1, count: 1, ["Luke Skywalker"], first: 1))
    if !isOpen { harness.open(KindName.people) }
    harness.send(.timerFired(.listSettled(KindName.people)))
    let wasPending = harness.answer(
      .page(KindName.people, 1, revalidate: false), ExplorerHarness.page(1, of: 1, count: 1, ["Luke Starkiller"], first: 1))
    #expect(wasPending)
    #expect(ListModelTests.names(harness) == ["Luke Starkiller"])
    harness.send(.timerFired(.listSettled(KindName.people)))
    #expect(!harness.queries.contains { if case .page(KindName.people, _, _) = $0 { true } else { false } })
  }

  /// The explorer reloads a record from the cache when an event announces a change, which may be a moment before the user asks for more.
  @Test(arguments: [[false, true], [true, false]])
  func `a reload while the record is loading revalidates it, whichever result arrives first`(order: [Bool]) throws {
    var harness = ExplorerHarness()
    try harness.show(Self.luke, named: "Luke")
    harness.send(.event(.topic(.changed(Self.luke))))
    #expect(harness.queries.filter { $0 == .record(Self.luke, revalidate: false) }.count == 1)
    harness.perform(.reload, .reload)
    #expect(harness.queries.filter { $0 == .record(Self.luke, revalidate: true) }.count == 1)
    for revalidate in order {
      #expect(harness.explorer.records.isLoading(Self.luke) || !revalidate)
      let name = revalidate ? "Luke Starkiller" : "Luke Skywalker"
      #expect(harness.answer(.record(Self.luke, revalidate: revalidate), .record(try ExplorerTests.record(Self.luke, name), Provenance())))
    }
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke Starkiller")
    #expect(!harness.explorer.records.isLoading(Self.luke))
  }

  @Test func `a failure from before a reload is not shown`() throws {
    var harness = ExplorerHarness()
    harness.send(.navigate(.record(Self.luke)))
    harness.perform(.reload)
    harness.answer(.record(Self.luke, revalidate: false), .failed(ExplorerHarness.originDown))
    #expect(harness.explorer.records.failure(of: Self.luke) == nil)
    #expect(harness.explorer.toast == nil)
    harness.answer(.record(Self.luke, revalidate: true), .record(try ExplorerTests.record(Self.luke, "Luke"), Provenance()))
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke")
  }
}
