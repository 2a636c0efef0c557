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
    #expect(explorer.page is ListModel)
  }

  @Test func `copying a record copies its canonical JSON`() throws {
    var harness = ExplorerHarness()
    harness.send(.navigate(.record(Self.luke)))
    harness.perform(.copyRecord)
    #expect(harness.explorer.toast?.role == .caution && !harness.effects.contains { if case .copy = $0 { true } else { false } })
    try harness.show(Self.luke, named: "Luke")
    harness.perform(.copyRecord)
    #expect(harness.effects.contains(.copy(#"{"kind":"people","id":1,"name":"Luke"}"#)))
    #expect(harness.explorer.toast?.text == "copied Luke as JSON" && harness.explorer.toast?.role == .good)
  }

  /// A record from a list has no URL, so it is requested. Origins are untrusted and may send any location.
  @Test(
    arguments: [("https://swapi.dev/api/people/1/", true), ("file:///etc/passwd", false), ("javascript:alert(1)", false)], [true, false])
  func `only web addresses are opened, once they are known`(_ page: (location: String, opens: Bool), isKnown: Bool) throws {
    var harness = ExplorerHarness()
    let answer = QueryResult.record(try Self.record(Self.luke, "Luke"), Provenance(location: page.location))
    if isKnown {
      harness.send(.navigate(.record(Self.luke)))
      harness.answer(.record(Self.luke, revalidate: false), answer)
      harness.perform(.openOrigin)
    } else {
      try harness.show(Self.luke, named: "Luke")
      harness.perform(.openOrigin)
      harness.answer(.record(Self.luke, revalidate: true), answer)
    }
    #expect(harness.effects.contains { if case .openURL(let address) = $0 { address.text == page.location } else { false } } == page.opens)
    harness.send(.event(.topic(.changed(Self.luke))))
    #expect(!harness.effects.contains { if case .openURL = $0 { true } else { false } })
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
              .everythingInvalidated, .topic(.historyChanged), .topic(.listChanged(Self.people)), .topic(.changed(Self.luke)),
              .bus(isReachable: step.isMultiple(of: 2)),
            ][
              pick / 11 % 5])
        case 6: .resized(Viewport(columns: pick / 11 % 200, rows: pick / 2_200 % 60))
        case 7:
          explorer.pending.keys.sorted().dropFirst(pick / 11 % max(1, explorer.pending.count)).first.map {
            .received($0, .failed(Problem(503, "gone")))
          } ?? .perform(.down)
        default: .perform(actions[pick / 11 % actions.count])
        }
      _ = explorer.update(message, at: now)
      #expect(explorer.tabs.indices.contains(explorer.current))
      #expect(explorer.tabs.allSatisfy { !$0.pages.isEmpty })
    }
    for _ in 0..<5 where explorer.overlay != nil { _ = explorer.update(.perform(.cancel), at: now) }
    #expect(explorer.overlay == nil)
    for _ in 0..<100 {
      for id in explorer.pending.keys { _ = explorer.update(.received(id, .failed(Problem(404, "gone"))), at: now) }
    }
    #expect(explorer.pending.isEmpty)
    #expect(explorer.update(.perform(.quit), at: now).contains(.quit))
  }
}
