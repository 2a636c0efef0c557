import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The explorer's own part: tabs, ways back and forward, what is known, what is pending. Pages have tests of their own.
@Suite struct ExplorerTests {
  static let people = Person.kind
  static let luke = Reference(people, 1)
  static let leia = Reference(people, 5)

  static func explorer(_ viewport: Viewport = Viewport(columns: 80, rows: 24)) -> Explorer {
    Explorer(kinds: .standard, look: Explorer.Look(theme: Themes.all[0], language: English()), viewport: viewport)
  }

  static func record(_ reference: Reference, _ name: String) throws -> Record {
    try Record(canonical: ["kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name)], kinds: .standard)
  }

  /// The tickets of the questions among `effects`.
  static func asked(_ effects: [Effect], _ matches: (Question) -> Bool) -> [Ticket] {
    effects.compactMap { if case .ask(let ticket, let question) = $0, matches(question) { ticket } else { nil } }
  }

  /// Shows a record the way pages do: by a journey.
  static func go(_ explorer: inout Explorer, _ destination: Destination, at now: Moment = .zero) -> [Effect] {
    explorer.update(.go(destination), at: now)
  }

  @Test func `a tab for each kind, search and status`() {
    let explorer = Self.explorer()
    #expect(explorer.tabs.map(\.content) == Kinds.standard.all.map { .kind($0.name) } + [.search, .status])
    #expect(explorer.tab.content == .search)
  }

  @Test func `back and forward restore pages, and a new way cuts what lay ahead`() {
    var explorer = Self.explorer()
    _ = Self.go(&explorer, .tab(1))
    for reference in [Self.luke, Self.leia] { _ = Self.go(&explorer, .record(reference)) }
    func shown() -> String { explorer.subject?.description ?? "list" }
    #expect(shown() == "people/5")
    _ = Self.go(&explorer, .back)
    #expect(shown() == "people/1")
    _ = Self.go(&explorer, .forward)
    #expect(shown() == "people/5")
    _ = Self.go(&explorer, .back)
    _ = Self.go(&explorer, .record(Reference(Self.people, 10)))
    #expect(explorer.tab.ahead.isEmpty)
    for _ in 0..<5 { _ = Self.go(&explorer, .back) }
    #expect(explorer.tab.pages.count == 1)
  }

  @Test func `each tab keeps its own way`() {
    var explorer = Self.explorer()
    _ = Self.go(&explorer, .tab(1))
    _ = Self.go(&explorer, .record(Self.luke))
    _ = Self.go(&explorer, .tab(0))
    #expect(explorer.tab.pages.count == 1)
    _ = Self.go(&explorer, .tab(1))
    #expect(explorer.subject == Self.luke)
    // Its own key leads from there to its first page.
    _ = Self.go(&explorer, .tab(1))
    #expect(explorer.tab.pages.count == 1)
  }

  @Test func `a record is asked for once, however many pages need it`() throws {
    var explorer = Self.explorer()
    let first = Self.asked(Self.go(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }
    #expect(first.count == 1)
    #expect(Self.asked(Self.go(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.isEmpty)
    _ = explorer.update(
      .answered(try #require(first.first), .record(try Self.record(Self.luke, "Luke Skywalker"), Provenance(age: 60))), at: .zero)
    #expect(explorer.library[known: Self.luke]?.record.name == "Luke Skywalker")
    #expect(explorer.library[known: Self.luke]?.age(at: Moment(.seconds(5))) == 65)
    #expect(!explorer.pending.contains(try #require(first.first)))
  }

  @Test func `an answer nobody waits for changes nothing`() throws {
    var explorer = Self.explorer()
    _ = explorer.update(.answered(Ticket(99), .record(try Self.record(Self.luke, "Late"), Provenance())), at: .zero)
    #expect(explorer.library[known: Self.luke] == nil)
  }

  @Test func `what changed is asked for again, and stays shown meanwhile`() throws {
    var explorer = Self.explorer()
    let ticket = try #require(Self.asked(Self.go(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    _ = explorer.update(.answered(ticket, .record(try Self.record(Self.luke, "Luke"), Provenance())), at: .zero)
    let effects = explorer.update(.notice(.changed(Self.luke)), at: .zero)
    let again = try #require(Self.asked(effects) { $0 == .record(Self.luke, revalidate: false) }.first)
    #expect(explorer.library[known: Self.luke]?.record.name == "Luke")
    _ = explorer.update(.answered(again, .failed(Problem(503, "gone"))), at: .zero)
    #expect(explorer.library[known: Self.luke]?.record.name == "Luke")
    #expect(explorer.library.failure(Self.luke)?.status == 503)
    // Nobody shows Leia, so nobody asks.
    #expect(Self.asked(explorer.update(.notice(.changed(Self.leia)), at: .zero)) { $0 == .record(Self.leia, revalidate: false) }.isEmpty)
  }

  @Test func `what changes while it is on its way is asked for once more`() throws {
    let question = Question.record(Self.luke, revalidate: false)
    var rehearsal = Rehearsal()
    func answer(_ name: String) throws -> Answer { .record(try Self.record(Self.luke, name), Provenance()) }
    rehearsal.send(.go(.record(Self.luke)))
    #expect(rehearsal.answer(question, try answer("Luke")))
    rehearsal.send(.notice(.changed(Self.luke)))
    rehearsal.send(.notice(.changed(Self.luke)))
    #expect(rehearsal.questions == [question])
    #expect(rehearsal.answer(question, try answer("Luke Starkiller")))
    #expect(rehearsal.questions == [question])
    #expect(rehearsal.answer(question, try answer("Luke Lightsider")))
    #expect(rehearsal.questions.isEmpty)
    #expect(rehearsal.explorer.library[known: Self.luke]?.record.name == "Luke Lightsider")
  }

  @Test func `after events were missed what is on the screen is asked for again, and the rest when it is shown`() throws {
    var rehearsal = Rehearsal()
    for reference in [Self.leia, Self.luke] {
      rehearsal.send(.go(.record(reference)))
      let isAsked = rehearsal.answer(.record(reference, revalidate: false), .record(try Self.record(reference, "R"), Provenance()))
      #expect(isAsked)
    }
    let stranger = Reference(Self.people, 9)
    rehearsal.send(.go(.record(stranger)))
    rehearsal.answer(.record(stranger, revalidate: false), .record(try Self.record(stranger, "R"), Provenance()))
    rehearsal.act(.back, .quit)
    rehearsal.send(.notice(.changedSomehow))
    let asked = rehearsal.questions
    #expect(asked.contains(.record(Self.luke, revalidate: false)))
    for reference in [Self.luke, Self.leia, stranger] where asked.contains(.record(reference, revalidate: false)) {
      rehearsal.answer(.record(reference, revalidate: false), .record(try Self.record(reference, "S"), Provenance()))
    }
    #expect(rehearsal.questions.isEmpty)
    // Whatever was not asked for is when somebody goes there, once.
    for reference in [Self.luke, Self.leia, stranger] {
      rehearsal.send(.go(.record(reference)))
      rehearsal.answer(.record(reference, revalidate: false), .record(try Self.record(reference, "S"), Provenance()))
      #expect(rehearsal.explorer.library[known: reference]?.record.name == "S")
      #expect(rehearsal.questions.isEmpty)
    }
  }

  @Test func `what cannot be asked for again while its origin is away is not asked for without end`() throws {
    var rehearsal = Rehearsal()
    let question = Question.record(Self.luke, revalidate: false)
    rehearsal.send(.go(.record(Self.luke)))
    rehearsal.answer(question, .record(try Self.record(Self.luke, "Luke"), Provenance()))
    for _ in 0..<3 {
      rehearsal.send(.notice(.changedSomehow))
      let isAsked = rehearsal.answer(question, .failed(Rehearsal.down))
      #expect(isAsked)
      #expect(rehearsal.questions.isEmpty)
      rehearsal.act(.down, .up)
      #expect(rehearsal.questions.isEmpty)
    }
    #expect(rehearsal.explorer.library[known: Self.luke]?.record.name == "Luke")
  }

  @Test func `an answer that is older than what is known ends the doubt`() throws {
    var rehearsal = Rehearsal()
    let question = Question.record(Self.luke, revalidate: false)
    func answer(_ name: String, age: Int) throws -> Answer { .record(try Self.record(Self.luke, name), Provenance(age: age)) }
    rehearsal.send(.go(.record(Self.luke)))
    rehearsal.answer(question, try answer("Luke", age: 0))
    // Another cache worker with a store of its own answers this time.
    rehearsal.send(.notice(.changed(Self.luke)))
    rehearsal.answer(question, try answer("Luke Skywalker", age: 600))
    #expect(rehearsal.questions.isEmpty)
    #expect(rehearsal.explorer.library[known: Self.luke]?.record.name == "Luke Skywalker")
  }

  @Test func `a list that is older than a record does not replace it`() throws {
    var rehearsal = Rehearsal()
    rehearsal.send(.go(.record(Self.luke)))
    rehearsal.answer(.record(Self.luke, revalidate: false), .record(try Self.record(Self.luke, "Luke Starkiller"), Provenance()))
    rehearsal.pass(.seconds(10))
    func page(_ name: String, age: Int) throws -> Answer {
      .page(
        RecordPage(kind: Self.people, page: 1, pages: 1, count: 1, records: [try Self.record(Self.luke, name)]), Provenance(age: age))
    }
    rehearsal.open(Self.people)
    #expect(rehearsal.answer(.page(Self.people, 1, revalidate: false), try page("Luke", age: 60)))
    #expect(rehearsal.explorer.library[known: Self.luke]?.record.name == "Luke Starkiller")
    rehearsal.act(.reload)
    #expect(rehearsal.answer(.page(Self.people, 1, revalidate: true), try page("Luke Lightsider", age: 0)))
    #expect(rehearsal.explorer.library[known: Self.luke]?.record.name == "Luke Lightsider")
  }

  /// The page was asked for first and may have been put together before the record changed, whatever its age says in whole seconds.
  @Test func `a list that was on its way when a record came does not replace it, and the record is asked for again`() throws {
    var desk = Rehearsal()
    desk.open(Person.kind)
    desk.answer(.page(Person.kind, 1, revalidate: false), Rehearsal.page(1, of: 1, count: 1, ["Luke Skywalker"], first: 1))
    // It is looked at again, and meanwhile another explorer has the origin asked.
    desk.send(.act(.reload))
    desk.send(.notice(.changed(Self.luke)))
    desk.answer(.record(Self.luke, revalidate: false), .record(try Self.record(Self.luke, "Luke Starkiller"), Provenance()))
    desk.answer(.page(Person.kind, 1, revalidate: true), Rehearsal.page(1, of: 1, count: 1, ["Luke Skywalker"], first: 1))
    #expect(ListModelTests.names(desk) == ["Luke Starkiller"])
    #expect(desk.questions == [.record(Self.luke, revalidate: false)])
    desk.answer(.record(Self.luke, revalidate: false), .record(try Self.record(Self.luke, "Luke Lightsider"), Provenance()))
    #expect(ListModelTests.names(desk) == ["Luke Lightsider"])
    // A list that is asked for from now on is younger.
    desk.send(.act(.reload))
    desk.answer(.page(Person.kind, 1, revalidate: true), Rehearsal.page(1, of: 1, count: 1, ["Luke"], first: 1))
    #expect(ListModelTests.names(desk) == ["Luke"])
    #expect(desk.questions.isEmpty)
  }

  @Test(arguments: [true, false]) func `a first page that was on its way when a record changed is asked for again`(isOpen: Bool) throws {
    var desk = Rehearsal()
    desk.open(Person.kind)
    desk.send(.notice(.changed(Self.luke)))
    if !isOpen { desk.open(Film.kind) }
    desk.answer(.page(Person.kind, 1, revalidate: false), Rehearsal.page(1, of: 1, count: 1, ["Luke Skywalker"], first: 1))
    if !isOpen { desk.open(Person.kind) }
    desk.send(.ring(.listSettles(Person.kind)))
    let isAsked = desk.answer(.page(Person.kind, 1, revalidate: false), Rehearsal.page(1, of: 1, count: 1, ["Luke Starkiller"], first: 1))
    #expect(isAsked)
    #expect(ListModelTests.names(desk) == ["Luke Starkiller"])
    desk.send(.ring(.listSettles(Person.kind)))
    #expect(!desk.questions.contains { if case .page(Person.kind, _, _) = $0 { true } else { false } })
  }

  @Test func `what a search found is called as its record is`() throws {
    var desk = Desk()
    try desk.learn("people/1")
    let (text, marks) = desk.explorer.library.name(of: Match(Self.luke, "Luke Starkiller", marks: [0..<4]))
    #expect(text == "Luke Skywalker" && marks.isEmpty)
    let same = desk.explorer.library.name(of: Match(Self.luke, "Luke Skywalker", marks: [0..<4]))
    #expect(same.marks == [0..<4])
    #expect(desk.explorer.library.name(of: Match(Reference(Person.kind, 99), "Nobody")).text == "Nobody")
  }

  @Test func `copying takes the canonical JSON`() throws {
    var explorer = Self.explorer()
    let ticket = try #require(Self.asked(Self.go(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    #expect(!explorer.update(.act(.copyRecord), at: .zero).contains { if case .copy = $0 { true } else { false } })
    #expect(explorer.remark?.role == .caution)
    _ = explorer.update(.answered(ticket, .record(try Self.record(Self.luke, "Luke"), Provenance())), at: .zero)
    #expect(explorer.update(.act(.copyRecord), at: .zero).contains(.copy(#"{"kind":"people","id":1,"name":"Luke"}"#)))
    #expect(explorer.remark?.role == .good)
    _ = explorer.update(.ring(.remarkFades), at: .zero)
    #expect(explorer.remark == nil)
  }

  /// A foreign origin writes what it likes into its answers.
  @Test(arguments: [("https://swapi.dev/api/people/1/", true), ("file:///etc/passwd", false), ("javascript:alert(1)", false)])
  func `only web addresses are opened`(location: String, opens: Bool) throws {
    var explorer = Self.explorer()
    let ticket = try #require(Self.asked(Self.go(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    let answer = Answer.record(try Self.record(Self.luke, "Luke"), Provenance(location: location))
    _ = explorer.update(.answered(ticket, answer), at: .zero)
    #expect(explorer.update(.act(.openOrigin), at: .zero).contains(.openURL(location)) == opens)
  }

  @Test func `a record that came with a list is opened once its origin has said where it is`() throws {
    var explorer = Self.explorer()
    let ticket = try #require(Self.asked(Self.go(&explorer, .record(Self.luke))) { $0 == .record(Self.luke, revalidate: false) }.first)
    _ = explorer.update(.answered(ticket, .record(try Self.record(Self.luke, "Luke"), Provenance())), at: .zero)
    let effects = explorer.update(.act(.openOrigin), at: .zero)
    let second = try #require(Self.asked(effects) { $0 == .record(Self.luke, revalidate: true) }.first)
    let location = "https://swapi.dev/api/people/1/"
    let answer = Answer.record(try Self.record(Self.luke, "Luke"), Provenance(location: location))
    #expect(explorer.update(.answered(second, answer), at: .zero).contains(.openURL(location)))
    #expect(!explorer.update(.notice(.changed(Self.luke)), at: .zero).contains(.openURL(location)))
  }

  @Test(arguments: [Action.help, .palette, .theme, .language])
  func `an overlay takes the keys until it is closed`(action: Action) {
    var explorer = Self.explorer()
    _ = explorer.update(.act(.tab1), at: .zero)
    _ = explorer.update(.act(action), at: .zero)
    #expect(explorer.overlay != nil)
    #expect(!explorer.update(.act(.quit), at: .zero).contains(.quit))
    _ = explorer.update(.act(.cancel), at: .zero)
    #expect(explorer.overlay == nil)
    #expect(explorer.update(.act(.quit), at: .zero).contains(.quit))
  }

  /// Any keys in any order at any size: nothing traps, every request can finish, overlays can be closed, and quit quits.
  @Test(arguments: [Viewport(columns: 1, rows: 1), Viewport(columns: 40, rows: 12), Viewport(columns: 300, rows: 100)])
  func `any key at any size`(viewport: Viewport) {
    var explorer = Self.explorer(viewport)
    var now = Moment.zero
    _ = explorer.update(.begin, at: now)
    var random = UInt64(7)
    for step in 0..<4_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let pick = Int(random >> 33)
      now = now + .milliseconds(pick % 50)
      let actions = Action.allCases.filter { $0 != .quit }
      let message: Message =
        switch pick % 11 {
        case 0: .edit(.insert(["a", "é", "日", "\u{301}"][pick / 11 % 4]))
        case 1: .edit([.deleteBackward, .deleteWord, .moveLeft, .deleteAll][pick / 11 % 4])
        case 2: .point([.listRow(step % 40), .detailRow(step % 9), .overlayRow(step % 9), .tab(step % 9)][pick / 11 % 4])
        case 3: .wheel(pick / 11 % 7 - 3, [.list, .detail, .overlay, nil][pick / 77 % 4])
        case 4: .ring([.typingPaused, .selectionRests, .crawlMoves, .statisticsDue][pick / 11 % 4])
        case 5:
          .notice(
            [.changedSomehow, .historyChanged, .listChanged(Self.people), .changed(Self.luke), .bus(isThere: step.isMultiple(of: 2))][
              pick / 11 % 5])
        case 6: .resized(Viewport(columns: pick / 11 % 200, rows: pick / 2_200 % 60))
        case 7:
          explorer.pending.randomTicket(pick / 11).map { .answered($0, .failed(Problem(503, "gone"))) } ?? .act(.down)
        default: .act(actions[pick / 11 % actions.count])
        }
      _ = explorer.update(message, at: now)
      #expect(explorer.tabs.indices.contains(explorer.current))
      #expect(explorer.tabs.allSatisfy { !$0.pages.isEmpty })
    }
    for _ in 0..<5 where explorer.overlay != nil { _ = explorer.update(.act(.cancel), at: now) }
    #expect(explorer.overlay == nil)
    for _ in 0..<100 {
      for ticket in explorer.pending { _ = explorer.update(.answered(ticket, .failed(Problem(404, "gone"))), at: now) }
    }
    #expect(explorer.pending.isEmpty)
    #expect(explorer.update(.act(.quit), at: now).contains(.quit))
  }
}

extension Set<Ticket> {
  fileprivate func randomTicket(_ seed: Int) -> Ticket? { isEmpty ? nil : sorted { $0.number < $1.number }[seed % count] }
}
