import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// Loading lists and moving in them. The people come in three pages: Luke, Chewbacca; Leia, Ackbar; Zam.
@Suite struct ListModelTests {
  static let kind = KindName.people
  static let pages = [["Luke", "Chewbacca"], ["Leia", "Ackbar"], ["Zam"]]

  static func query(_ page: Int, revalidate: Bool = false) -> ExplorerQuery { .page(kind, page, revalidate: revalidate) }

  static func answer(_ page: Int) -> QueryResult {
    ExplorerHarness.page(page, of: 3, count: 5, pages[page - 1], first: (page - 1) * 2 + 1)
  }

  static func list(_ harness: ExplorerHarness) -> ListModel? {
    harness.explorer.tab.root as? ListModel
  }

  static func rows(_ harness: ExplorerHarness) -> [Reference?] { list(harness).map { list in (0..<list.count).map { list[$0] } } ?? [] }

  static func names(_ harness: ExplorerHarness) -> [String] {
    rows(harness).compactMap { $0.flatMap { harness.explorer.records[$0]?.record.name } }
  }

  static func selected(_ harness: ExplorerHarness) -> String? {
    list(harness)?.subject.flatMap { harness.explorer.records[$0]?.record.name }
  }

  /// Returns the people tab with that many of its pages loaded.
  static func opened(_ pages: Int = 3, rows: Int = 24) -> ExplorerHarness {
    var harness = ExplorerHarness(rows: rows)
    harness.open(kind)
    for page in 1..<pages + 1 { harness.answer(query(page), answer(page)) }
    return harness
  }

  enum Step: Sendable { case page(Int), fails(Int), perform([Action]), event(BusEvent) }

  /// Steps in the tab of people, and the names in rows, the selected one and the pages that are requested after them.
  static let table: [(steps: [Step], names: [String], selected: String?, pages: [Int])] = [
    ([], [], nil, [1]), ([.page(1)], ["Luke", "Chewbacca"], "Luke", [2, 3]),
    ([.page(1), .page(3)], ["Luke", "Chewbacca", "Zam"], "Luke", [2]),
    // All have arrived and are sorted. A list stays at its beginning until the user moves, and then keeps its selection.
    ([.page(1), .page(3), .page(2)], ["Ackbar", "Chewbacca", "Leia", "Luke", "Zam"], "Ackbar", []),
    ([.page(1), .perform([.down]), .page(2), .page(3)], ["Ackbar", "Chewbacca", "Leia", "Luke", "Zam"], "Chewbacca", []),
    ([.page(1), .page(2), .page(3), .perform([.down, .last, .first])], ["Ackbar", "Chewbacca", "Leia", "Luke", "Zam"], "Ackbar", []),
    ([.page(1), .page(2), .page(3), .perform([.reverse])], ["Zam", "Luke", "Leia", "Chewbacca", "Ackbar"], "Zam", []),
    // A failed page keeps the rows, and a retry requests only what is missing.
    ([.page(1), .fails(2)], ["Luke", "Chewbacca"], "Luke", [3]),
    ([.page(1), .fails(2), .page(3)], ["Luke", "Chewbacca", "Zam"], "Luke", []),
    ([.page(1), .fails(2), .page(3), .perform([.down, .down, .open])], ["Luke", "Chewbacca", "Zam"], nil, [2]),
    ([.page(1), .fails(2), .event(.bus(isReachable: true))], ["Luke", "Chewbacca"], "Luke", [3, 2]),
    ([.page(1), .fails(2), .event(.topic(.workerJoined("holocron.fetch")))], ["Luke", "Chewbacca"], "Luke", [3, 2]),
  ]

  @Test(arguments: table.indices) func `pages arrive and fail, in any order`(_ index: Int) {
    let row = Self.table[index]
    var harness = Self.opened(0)
    for step in row.steps {
      switch step {
      case .page(let page): harness.answer(Self.query(page), Self.answer(page))
      case .fails(let page): harness.answer(Self.query(page), .failed(ExplorerHarness.originDown))
      case .perform(let actions): for action in actions { harness.perform(action) }
      case .event(let event): harness.send(.event(event))
      }
    }
    #expect(Self.names(harness) == row.names)
    #expect(Self.selected(harness) == row.selected)
    #expect(harness.queries.compactMap { if case .page(_, let page, _) = $0 { page } else { nil } } == row.pages)
  }

  @Test func `a failed page is requested again when the origin works, and later and later while it keeps failing`() {
    var harness = Self.opened(1)
    harness.send(.begin)
    harness.answer(Self.query(2), .failed(ExplorerHarness.originDown))
    func poll(isFailing: Bool = false) {
      let origin: JSON = ["origin": "http://x/api", "circuit": "closed", "failingSince": isFailing ? 1 : .null]
      let statistics = BusStatistics(
        broker: ["services": [["name": "holocron.cache", "workers": 1], ["name": "holocron.fetch", "workers": 1]]],
        services: ["holocron.fetch": ["origins": [origin]]])
      harness.advance(by: BusMonitor.pollInterval)
      let isAsked = harness.answer(.statistics, .statistics(statistics))
      #expect(isAsked)
    }
    poll(isFailing: true)
    poll(isFailing: true)
    #expect(!harness.queries.contains(Self.query(2)))
    var polls: [Int] = []
    for number in 1...8 {
      poll()
      guard harness.queries.contains(Self.query(2)) else { continue }
      polls.append(number)
      harness.answer(Self.query(2), .failed(ExplorerHarness.originDown))
    }
    #expect(polls == [1, 3, 7])
    poll(isFailing: true)
    poll()
    harness.answer(Self.query(2), Self.answer(2))
    #expect(Self.list(harness)?.pages.problem == nil)
    poll()
    #expect(!harness.queries.contains(Self.query(2)))
  }

  @Test func `leaving a list cancels its requests, and returning sends them again`() {
    var harness = Self.opened(1)
    let pending = harness.requests.filter { [Self.query(2), Self.query(3)].contains($0.query) }
    harness.open(KindName.films)
    #expect(pending.count == 2 && pending.allSatisfy { harness.effects.contains(.cancel($0.id)) })
    // Requests end before new ones begin.
    #expect(harness.effects.firstIndex { if case .send = $0 { true } else { false } } ?? 0 >= 2)
    harness.open(Self.kind)
    #expect(harness.queries.filter { [Self.query(2), Self.query(3)].contains($0) }.count == 2)
  }

  @Test func `reload revalidates each page and keeps rows and selection meanwhile`() {
    var harness = Self.opened()
    harness.perform(.down, .down, .reload)
    #expect(harness.queries == (1...3).map { Self.query($0, revalidate: true) })
    #expect(Self.list(harness)?.pages.isReloading == true)
    #expect(Self.names(harness).count == 5)
    for page in 1...3 {
      let wasPending = harness.answer(Self.query(page, revalidate: true), Self.answer(page))
      #expect(wasPending)
    }
    #expect(harness.queries.isEmpty)
    #expect(Self.selected(harness) == "Leia")
  }

  @Test func `a changed list is reloaded from the cache once changes stop`() {
    var harness = Self.opened()
    harness.send(.event(.topic(.listChanged(.films))))
    #expect(!harness.effects.contains(.startTimer(.listSettled(Self.kind), after: ListModel.changeDebounce)))
    harness.send(.event(.topic(.listChanged(Self.kind))))
    #expect(harness.effects.contains(.startTimer(.listSettled(Self.kind), after: ListModel.changeDebounce)))
    #expect(harness.queries.isEmpty)
    harness.send(.timerFired(.listSettled(Self.kind)))
    #expect(harness.queries == (1...3).map { Self.query($0) })
    // The last page is gone and a name has changed.
    harness.answer(Self.query(3), .failed(Problem(404, "not found", type: ProblemType.notFound)))
    harness.answer(Self.query(1), ExplorerHarness.page(1, of: 2, count: 4, ["Luke Skywalker", "Chewbacca"], first: 1))
    #expect(Self.list(harness)?.pages.problem == nil)
    harness.answer(Self.query(2), ExplorerHarness.page(2, of: 2, count: 4, ["Leia", "Ackbar"], first: 3))
    #expect(Self.names(harness) == ["Ackbar", "Chewbacca", "Leia", "Luke Skywalker"])
    #expect(harness.queries.isEmpty)
  }

  @Test func `a stale list is reloaded once the origin has validated it`() {
    var harness = Self.opened()
    harness.send(.event(.topic(.listConfirmed(Self.kind))))
    #expect(!harness.effects.contains(.startTimer(.listSettled(Self.kind), after: ListModel.staleReloadDelay)))
    harness.perform(.reload)
    for page in 1...3 {
      guard case .page(let content, _) = Self.answer(page) else { continue }
      harness.answer(Self.query(page, revalidate: true), .page(content, Provenance(age: 90_000, isStale: true)))
    }
    harness.send(.event(.topic(.listConfirmed(Self.kind))))
    #expect(harness.effects.contains(.startTimer(.listSettled(Self.kind), after: ListModel.staleReloadDelay)))
    harness.send(.timerFired(.listSettled(Self.kind)))
    #expect(harness.queries == (1...3).map { Self.query($0) })
  }

  @Test func `a changed record moves to its new place`() throws {
    var harness = Self.opened()
    let luke = Reference(Self.kind, 1)
    harness.send(.event(.topic(.changed(luke))))
    harness.answer(.record(luke, revalidate: false), .record(try ExplorerTests.record(luke, "Aaron"), Provenance()))
    harness.send(.timerFired(.namesSettled(.kind(Self.kind))))
    #expect(Self.names(harness) == ["Aaron", "Ackbar", "Chewbacca", "Leia", "Zam"])
  }

  @Test func `sorting by the same field again reverses the order`() {
    var harness = Self.opened()
    for isDescending in [false, true] {
      harness.send(.navigate(.sort(Self.kind, "height")))
      #expect(Self.list(harness)?.order.key == "height")
      #expect(Self.list(harness)?.order.isDescending == isDescending)
    }
    harness.perform(.sort)
    #expect(harness.picker?.purpose == .sort(Self.kind))
  }

  @Test func `a click selects, a second click opens, and the wheel scrolls`() {
    var harness = Self.opened()
    harness.send(.click(.listRow(3)))
    #expect(Self.selected(harness) == "Luke" && harness.explorer.tab.pages.count == 1)
    harness.send(.click(.listRow(3)))
    #expect(harness.shown == Reference(Self.kind, 1))
    harness.perform(.back)
    harness.send(.wheel(2, .list))
    #expect(Self.selected(harness) == "Luke")
  }

  @Test(arguments: [1, 2]) func `references in rows are loaded once, when all rows are loaded`(pages: Int) throws {
    var harness = ExplorerHarness()
    harness.open(Self.kind)
    let tatooine = Reference(.planets, 1)
    let luke = try Record(
      canonical: ["kind": "people", "id": 1, "name": "Luke", "homeworld": ["kind": "planets", "id": 1]], kinds: .standard)
    harness.answer(
      Self.query(1), .page(RecordPage(kind: Self.kind, page: 1, pages: pages, count: pages, records: [luke], size: 1_000), Provenance()))
    let name = ExplorerQuery.names([tatooine])
    // Further rows may push the reference off the screen.
    #expect(harness.queries == (pages == 1 ? [name] : [Self.query(2)]))
    harness.send(.timerFired(.selectionSettled))
    harness.send(.timerFired(.selectionSettled))
    if pages == 2 {
      #expect(!harness.queries.contains(name))
      let rest = RecordPage(kind: Self.kind, page: 2, pages: 2, count: 1, records: [], size: 100)
      harness.answer(Self.query(2), .page(rest, Provenance()))
    }
    #expect(harness.queries.count { $0 == name } == 1)
    // A failed reference is not requested again with every key press, but when the bus comes back.
    harness.answer(name, .names([.failed(tatooine, ExplorerHarness.originDown)]))
    harness.perform(.down, .up)
    harness.send(.timerFired(.selectionSettled))
    #expect(!harness.queries.contains(name))
    harness.send(.event(.bus(isReachable: true)))
    #expect(harness.queries.contains(name))
  }

  /// Luke's homeworld was renamed while the subscription was interrupted.
  @Test func `names in rows are requested again after missed events`() throws {
    var harness = ExplorerHarness()
    let tatooine = Reference(.planets, 1)
    let name = ExplorerQuery.names([tatooine])
    func answer(_ text: String) throws -> QueryResult { .names([.known(try ExplorerTests.record(tatooine, text))]) }
    let luke = try Record(
      canonical: ["kind": "people", "id": 1, "name": "Luke", "homeworld": ["kind": "planets", "id": 1]], kinds: .standard)
    let page = QueryResult.page(RecordPage(kind: Self.kind, page: 1, pages: 1, count: 1, records: [luke], size: 1_000), Provenance())
    harness.open(Self.kind)
    harness.answer(Self.query(1), page)
    harness.answer(name, try answer("Tatooine"))
    // If the request fails, the old name stays, and key presses do not repeat the request.
    for result in [try answer("Tatooine I"), .names([.failed(tatooine, ExplorerHarness.originDown)])] {
      harness.send(.event(.everythingInvalidated))
      harness.send(.timerFired(.listSettled(Self.kind)))
      harness.answer(Self.query(1), page)
      #expect(harness.queries == [name])
      harness.answer(name, result)
      #expect(harness.explorer.records.name(of: tatooine) == "Tatooine I")
      harness.perform(.down, .up)
      harness.send(.timerFired(.selectionSettled))
      #expect(harness.queries.isEmpty)
    }
  }
}
