import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The explorer itself: tabs, navigation, cached records and pending requests. Each page has tests of its own.
@Suite struct ExplorerTests {
  static let people = KindName.people
  static let luke = Reference(people, 1)
  static let leia = Reference(people, 5)

  static func explorer(_ viewport: Viewport = Viewport(columns: 80, rows: 24)) -> Explorer {
    Explorer(kinds: .standard, settings: Explorer.Settings(theme: Themes.all[0], language: English()), viewport: viewport)
  }

  static func record(_ reference: Reference, _ name: String) throws -> Record {
    try Record(canonical: ["kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name)], kinds: .standard)
  }

  /// Returns the IDs of the matching queries among `effects`.
  static func requestIDs(_ effects: [Effect], _ matches: (ExplorerQuery) -> Bool) -> [RequestID] {
    effects.compactMap { if case .send(let id, let query) = $0, matches(query) { id } else { nil } }
  }

  /// Navigates as pages do, with a destination.
  static func navigate(_ explorer: inout Explorer, _ destination: Destination, at now: Moment = .zero) -> [Effect] {
    explorer.update(.navigate(destination), at: now)
  }

  @Test func `back and forward restore pages, and a new page clears the forward history`() {
    var explorer = Self.explorer()
    _ = Self.navigate(&explorer, .tab(1))
    for reference in [Self.luke, Self.leia] { _ = Self.navigate(&explorer, .record(reference)) }
    func shown() -> String { explorer.subject?.description ?? "list" }
    #expect(shown() == "people/5")
    _ = Self.navigate(&explorer, .back)
    #expect(shown() == "people/1")
    _ = Self.navigate(&explorer, .forward)
    #expect(shown() == "people/5")
    _ = Self.navigate(&explorer, .back)
    _ = Self.navigate(&explorer, .record(Reference(Self.people, 10)))
    #expect(explorer.tab.forwardPages.isEmpty)
    for _ in 0..<5 { _ = Self.navigate(&explorer, .back) }
    #expect(explorer.tab.pages.count == 1)
  }

  @Test func `the oldest pages of a long history are dropped, but never the root`() {
    var explorer = Self.explorer()
    _ = Self.navigate(&explorer, .tab(1))
    for id in 1...Tab.maxHistory + 5 { _ = Self.navigate(&explorer, .record(Reference(Self.people, id))) }
    #expect(explorer.tab.pages.count == Tab.maxHistory + 1)
    _ = Self.navigate(&explorer, .back)
    #expect(explorer.subject == Reference(Self.people, Tab.maxHistory + 4))
    while explorer.tab.canGoBack { _ = Self.navigate(&explorer, .back) }
    guard explorer.page is ListModel else {
      Issue.record("the root is gone")
      return
    }
  }

  @Test func `a record is requested once, however many pages need it`() throws {
    var explorer = Self.explorer()
    let first = Self.requestIDs(Self.navigate(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }
    #expect(first.count == 1)
    #expect(Self.requestIDs(Self.navigate(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.isEmpty)
    _ = explorer.update(
      .received(try #require(first.first), .record(try Self.record(Self.luke, "Luke Skywalker"), Provenance(age: 60))), at: .zero)
    #expect(explorer.records[Self.luke]?.record.name == "Luke Skywalker")
    #expect(explorer.records[Self.luke]?.age(at: Moment(.seconds(5))) == 65)
    #expect(!explorer.pending.contains(try #require(first.first)))
  }

  @Test func `a changed record is reloaded and stays visible meanwhile`() throws {
    var explorer = Self.explorer()
    let id = try #require(
      Self.requestIDs(Self.navigate(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    _ = explorer.update(.received(id, .record(try Self.record(Self.luke, "Luke"), Provenance())), at: .zero)
    let effects = explorer.update(.event(.changed(Self.luke)), at: .zero)
    let again = try #require(Self.requestIDs(effects) { $0 == .record(Self.luke, revalidate: false) }.first)
    #expect(explorer.records[Self.luke]?.record.name == "Luke")
    _ = explorer.update(.received(again, .failed(Problem(503, "gone"))), at: .zero)
    #expect(explorer.records[Self.luke]?.record.name == "Luke")
    #expect(explorer.records.failure(of: Self.luke)?.status == 503)
    // Leia is not cached, so she is not reloaded.
    #expect(
      Self.requestIDs(explorer.update(.event(.changed(Self.leia)), at: .zero)) { $0 == .record(Self.leia, revalidate: false) }.isEmpty)
  }

  @Test func `a record that changes while its request is in flight is requested once more`() throws {
    let query = ExplorerQuery.record(Self.luke, revalidate: false)
    var harness = ExplorerHarness()
    func answer(_ name: String) throws -> QueryResult { .record(try Self.record(Self.luke, name), Provenance()) }
    harness.send(.navigate(.record(Self.luke)))
    #expect(harness.answer(query, try answer("Luke")))
    harness.send(.event(.changed(Self.luke)))
    harness.send(.event(.changed(Self.luke)))
    #expect(harness.queries == [query])
    #expect(harness.answer(query, try answer("Luke Starkiller")))
    #expect(harness.queries == [query])
    #expect(harness.answer(query, try answer("Luke Lightsider")))
    #expect(harness.queries.isEmpty)
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke Lightsider")
  }

  @Test func `a record that changes while its name is requested is asked for its name once more`() throws {
    var harness = ExplorerHarness()
    let tatooine = Reference(.planets, 1)
    let luke = try Record(
      canonical: ["kind": "people", "id": 1, "name": "Luke", "homeworld": ["kind": "planets", "id": 1]], kinds: .standard)
    func answer(_ name: String) throws -> QueryResult { .names([.known(try Self.record(tatooine, name))]) }
    harness.send(.navigate(.record(Self.luke)))
    harness.answer(.record(Self.luke, revalidate: false), .record(luke, Provenance()))
    let query = ExplorerQuery.names([tatooine])
    #expect(harness.answer(query, try answer("Tatoine")))
    harness.send(.event(.changed(tatooine)))
    harness.send(.event(.changed(tatooine)))
    #expect(harness.queries == [query])
    #expect(harness.answer(query, try answer("Tatooine")))
    #expect(harness.queries == [query])
    #expect(harness.answer(query, try answer("Tatooine I")))
    #expect(harness.queries.isEmpty)
    guard let label = harness.explorer.records.label(of: tatooine).value else {
      Issue.record("the name is missing")
      return
    }
    #expect(label.name == "Tatooine I")
  }

  @Test func `a failed reload is not repeated endlessly while the origin is down`() throws {
    var harness = ExplorerHarness()
    let query = ExplorerQuery.record(Self.luke, revalidate: false)
    harness.send(.navigate(.record(Self.luke)))
    harness.answer(query, .record(try Self.record(Self.luke, "Luke"), Provenance()))
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

  @Test func `a result older than the cached record still ends the invalidation`() throws {
    var harness = ExplorerHarness()
    let query = ExplorerQuery.record(Self.luke, revalidate: false)
    func answer(_ name: String, age: Int) throws -> QueryResult { .record(try Self.record(Self.luke, name), Provenance(age: age)) }
    harness.send(.navigate(.record(Self.luke)))
    harness.answer(query, try answer("Luke", age: 0))
    // Another cache worker, with a store of its own, responds this time.
    harness.send(.event(.changed(Self.luke)))
    harness.answer(query, try answer("Luke Skywalker", age: 600))
    #expect(harness.queries.isEmpty)
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke Skywalker")
  }

  @Test func `a list does not replace a newer record`() throws {
    var harness = ExplorerHarness()
    harness.send(.navigate(.record(Self.luke)))
    harness.answer(.record(Self.luke, revalidate: false), .record(try Self.record(Self.luke, "Luke Starkiller"), Provenance()))
    harness.advance(by: .seconds(10))
    func page(_ name: String, age: Int) throws -> QueryResult {
      .page(
        RecordPage(kind: Self.people, page: 1, pages: 1, count: 1, records: [try Self.record(Self.luke, name)], size: 1_000),
        Provenance(age: age))
    }
    harness.open(Self.people)
    #expect(harness.answer(.page(Self.people, 1, revalidate: false), try page("Luke", age: 60)))
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke Starkiller")
    harness.perform(.reload)
    #expect(harness.answer(.page(Self.people, 1, revalidate: true), try page("Luke Lightsider", age: 0)))
    #expect(harness.explorer.records[Self.luke]?.record.name == "Luke Lightsider")
  }

  /// The page was requested first and may be older than the change, whatever its age in whole seconds.
  @Test func `a list that was in flight when a record arrived does not replace it`() throws {
    var harness = ExplorerHarness()
    harness.open(KindName.people)
    harness.answer(.page(KindName.people, 1, revalidate: false), ExplorerHarness.page(1, of: 1, count: 1, ["Luke Skywalker"], first: 1))
    // The list is being reloaded while another front-end has the record revalidated.
    harness.send(.perform(.reload))
    harness.send(.event(.changed(Self.luke)))
    harness.answer(.record(Self.luke, revalidate: false), .record(try Self.record(Self.luke, "Luke Starkiller"), Provenance()))
    harness.answer(.page(KindName.people, 1, revalidate: true), ExplorerHarness.page(1, of: 1, count: 1, ["Luke Skywalker"], first: 1))
    #expect(ListModelTests.names(harness) == ["Luke Starkiller"])
    #expect(harness.queries.isEmpty)
    // A list requested from now on is newer.
    harness.send(.perform(.reload))
    harness.answer(.page(KindName.people, 1, revalidate: true), ExplorerHarness.page(1, of: 1, count: 1, ["Luke"], first: 1))
    #expect(ListModelTests.names(harness) == ["Luke"])
    #expect(harness.queries.isEmpty)
  }

  @Test(arguments: [true, false]) func `a first page that was in flight when a record changed is requested again`(isOpen: Bool) throws {
    var harness = ExplorerHarness()
    harness.open(KindName.people)
    harness.send(.event(.changed(Self.luke)))
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

  @Test func `copying a record copies its canonical JSON`() throws {
    var explorer = Self.explorer()
    let id = try #require(
      Self.requestIDs(Self.navigate(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    #expect(!explorer.update(.perform(.copyRecord), at: .zero).contains { if case .copy = $0 { true } else { false } })
    #expect(explorer.toast?.role == .caution)
    _ = explorer.update(.received(id, .record(try Self.record(Self.luke, "Luke"), Provenance())), at: .zero)
    #expect(explorer.update(.perform(.copyRecord), at: .zero).contains(.copy(#"{"kind":"people","id":1,"name":"Luke"}"#)))
    #expect(explorer.toast?.text == "copied Luke as JSON")
    #expect(explorer.toast?.role == .good)
    _ = explorer.update(.timerFired(.toastExpired), at: .zero)
    #expect(explorer.toast == nil)
  }

  /// Origins are untrusted and may send any location.
  @Test(arguments: [("https://swapi.dev/api/people/1/", true), ("file:///etc/passwd", false), ("javascript:alert(1)", false)])
  func `only web addresses are opened`(location: String, opens: Bool) throws {
    var explorer = Self.explorer()
    let id = try #require(
      Self.requestIDs(Self.navigate(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    let answer = QueryResult.record(try Self.record(Self.luke, "Luke"), Provenance(location: location))
    _ = explorer.update(.received(id, answer), at: .zero)
    let effects = explorer.update(.perform(.openOrigin), at: .zero)
    #expect(effects.contains { if case .openURL(let address) = $0 { address.text == location } else { false } } == opens)
  }

  @Test func `a record from a list is opened in the browser once its URL has been requested`() throws {
    var explorer = Self.explorer()
    let id = try #require(
      Self.requestIDs(Self.navigate(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    _ = explorer.update(.received(id, .record(try Self.record(Self.luke, "Luke"), Provenance())), at: .zero)
    let effects = explorer.update(.perform(.openOrigin), at: .zero)
    let second = try #require(Self.requestIDs(effects) { $0 == .record(Self.luke, revalidate: true) }.first)
    let address = try #require(WebAddress("https://swapi.dev/api/people/1/"))
    let answer = QueryResult.record(try Self.record(Self.luke, "Luke"), Provenance(location: address.text))
    #expect(explorer.update(.received(second, answer), at: .zero).contains(.openURL(address)))
    #expect(!explorer.update(.event(.changed(Self.luke)), at: .zero).contains(.openURL(address)))
  }

  @Test(arguments: [Action.help, .palette, .theme, .language])
  func `an overlay receives the keys until it is closed`(action: Action) {
    var explorer = Self.explorer()
    _ = explorer.update(.perform(.tab1), at: .zero)
    _ = explorer.update(.perform(action), at: .zero)
    #expect(explorer.overlay != nil)
    #expect(!explorer.update(.perform(.quit), at: .zero).contains(.quit))
    _ = explorer.update(.perform(.cancel), at: .zero)
    #expect(explorer.overlay == nil)
    #expect(explorer.update(.perform(.quit), at: .zero).contains(.quit))
  }

  /// Any message at any size: nothing traps, every request can finish, overlays can be closed, and quit works.
  @Test(arguments: [Viewport(columns: 1, rows: 1), Viewport(columns: 40, rows: 12), Viewport(columns: 300, rows: 100)])
  func `random messages at any size leave a consistent state`(viewport: Viewport) {
    var explorer = Self.explorer(viewport)
    var now = Moment.zero
    _ = explorer.update(.begin, at: now)
    var random = UInt64(7)
    for step in 0..<4_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let pick = Int(random >> 33)
      now = Moment(now.sinceStart + .milliseconds(pick % 50))
      let actions = Action.allCases.filter { $0 != .quit }
      let message: Message =
        switch pick % 11 {
        case 0: .edit(.insert(["a", "é", "日", "\u{301}"][pick / 11 % 4]))
        case 1: .edit([.deleteBackward, .deleteWord, .moveLeft, .deleteAll][pick / 11 % 4])
        case 2: .click([.listRow(step % 40), .detailRow(step % 9), .overlayRow(step % 9), .tab(step % 9)][pick / 11 % 4])
        case 3: .wheel(pick / 11 % 7 - 3, [.list, .detail, .overlay, nil][pick / 77 % 4])
        case 4: .timerFired([.typingPaused, .selectionSettled, .crawlStep, .statisticsDue][pick / 11 % 4])
        case 5:
          .event(
            [
              .everythingInvalidated, .historyChanged, .listChanged(Self.people), .changed(Self.luke),
              .bus(isReachable: step.isMultiple(of: 2)),
            ][
              pick / 11 % 5])
        case 6: .resized(Viewport(columns: pick / 11 % 200, rows: pick / 2_200 % 60))
        case 7:
          explorer.pending.randomTicket(pick / 11).map { .received($0, .failed(Problem(503, "gone"))) } ?? .perform(.down)
        default: .perform(actions[pick / 11 % actions.count])
        }
      _ = explorer.update(message, at: now)
      #expect(explorer.tabs.indices.contains(explorer.current))
      #expect(explorer.tabs.allSatisfy { !$0.pages.isEmpty })
    }
    for _ in 0..<5 where explorer.overlay != nil { _ = explorer.update(.perform(.cancel), at: now) }
    #expect(explorer.overlay == nil)
    for _ in 0..<100 {
      for id in explorer.pending { _ = explorer.update(.received(id, .failed(Problem(404, "gone"))), at: now) }
    }
    #expect(explorer.pending.isEmpty)
    #expect(explorer.update(.perform(.quit), at: now).contains(.quit))
  }
}

extension Set<RequestID> {
  fileprivate func randomTicket(_ seed: Int) -> RequestID? { isEmpty ? nil : sorted()[seed % count] }
}
