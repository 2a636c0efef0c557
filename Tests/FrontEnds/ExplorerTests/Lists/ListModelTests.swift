import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Explorer

/// Loading a list and moving in it. People in three pages: Luke, Chewbacca; Leia, Ackbar; Zam.
@Suite struct ListModelTests {
  static let kind = Person.kind
  static let pages = [["Luke", "Chewbacca"], ["Leia", "Ackbar"], ["Zam"]]

  static func question(_ page: Int, revalidate: Bool = false) -> Question { .page(kind, page, revalidate: revalidate) }

  static func answer(_ page: Int) -> Answer {
    Rehearsal.page(page, of: 3, count: 5, pages[page - 1], first: (page - 1) * 2 + 1)
  }

  static func list(_ rehearsal: Rehearsal) -> ListModel? {
    if case .list(let list) = rehearsal.explorer.tab.root { list } else { nil }
  }

  static func names(_ rehearsal: Rehearsal) -> [String] {
    (list(rehearsal)?.rows ?? []).compactMap { rehearsal.explorer.library[known: $0]?.record.name }
  }

  static func selected(_ rehearsal: Rehearsal) -> String? {
    list(rehearsal)?.subject.flatMap { rehearsal.explorer.library[known: $0]?.record.name }
  }

  /// The tab of people with so many of its pages.
  static func opened(_ pages: Int = 3, rows: Int = 24) -> Rehearsal {
    var rehearsal = Rehearsal(rows: rows)
    rehearsal.open(kind)
    for page in 1..<pages + 1 { rehearsal.answer(question(page), answer(page)) }
    return rehearsal
  }

  @Test func `pages are asked for a few at a time, each once, and shown in order as they come`() {
    var rehearsal = Self.opened(0)
    #expect(rehearsal.questions == [Self.question(1)])
    rehearsal.answer(Self.question(1), Self.answer(1))
    #expect(Self.names(rehearsal) == ["Chewbacca", "Luke"])
    #expect(rehearsal.questions == [Self.question(2), Self.question(3)])
    rehearsal.answer(Self.question(3), Self.answer(3))
    #expect(Self.names(rehearsal) == ["Chewbacca", "Luke", "Zam"])
    rehearsal.answer(Self.question(2), Self.answer(2))
    #expect(Self.names(rehearsal) == ["Ackbar", "Chewbacca", "Leia", "Luke", "Zam"])
    rehearsal.act(.down, .last, .first)
    #expect(rehearsal.questions.isEmpty)
  }

  @Test func `an untouched list keeps its beginning, a touched one its selection`() {
    #expect(Self.selected(Self.opened()) == "Ackbar")
    var rehearsal = Self.opened(1)
    rehearsal.act(.down)
    #expect(Self.selected(rehearsal) == "Luke")
    rehearsal.answer(Self.question(2), Self.answer(2))
    #expect(Self.selected(rehearsal) == "Luke")
    #expect(Self.list(rehearsal)?.scroller.selection == 3)
  }

  @Test func `the selected row stays where it is on the screen when rows come in above it`() throws {
    var rehearsal = Rehearsal(columns: 40, rows: 12)
    rehearsal.open(Self.kind)
    let many = (0..<30).map { "M\($0 < 10 ? "0" : "")\($0)" }
    rehearsal.answer(Self.question(1), Rehearsal.page(1, of: 2, count: 60, many, first: 1))
    rehearsal.act(.pageDown, .pageDown, .up)
    let before = try #require(Self.list(rehearsal)).scroller
    rehearsal.answer(Self.question(2), Rehearsal.page(2, of: 2, count: 60, (0..<30).map { "A\($0)" }, first: 31))
    let after = try #require(Self.list(rehearsal)).scroller
    #expect(after.selection == before.selection + 30)
    #expect(after.selection - after.top == before.selection - before.top)
  }

  @Test func `what fails later keeps the rows, and going on asks only for what is missing`() {
    var rehearsal = Self.opened(1)
    rehearsal.answer(Self.question(2), .failed(Rehearsal.down))
    #expect(Self.names(rehearsal) == ["Chewbacca", "Luke"])
    #expect(Self.list(rehearsal)?.hasGap == true)
    #expect(Self.list(rehearsal)?.pages.missing == 3)
    // What was on its way still comes.
    rehearsal.answer(Self.question(3), Self.answer(3))
    #expect(Self.names(rehearsal) == ["Chewbacca", "Luke", "Zam"])
    #expect(rehearsal.questions.isEmpty)
    rehearsal.act(.last)
    #expect(Self.list(rehearsal)?.subject == nil)
    rehearsal.act(.open)
    #expect(rehearsal.questions == [Self.question(2)])
    rehearsal.answer(Self.question(2), Self.answer(2))
    #expect(Self.list(rehearsal)?.hasGap == false)
    #expect(rehearsal.questions.isEmpty)
  }

  @Test(arguments: [Action.reload, .open])
  func `a list that failed says so and is asked for again`(_ action: Action) {
    var rehearsal = Self.opened(0)
    rehearsal.answer(Self.question(1), .failed(Rehearsal.down))
    #expect(Self.list(rehearsal)?.content == .failed(Rehearsal.down))
    rehearsal.act(action)
    #expect(rehearsal.questions == [Self.question(1)])
    #expect(Self.list(rehearsal)?.content == .loading)
  }

  @Test(arguments: [Notice.bus(isThere: true), .worker(service: "holocron.fetch", joined: true)])
  func `what failed is asked for again when bus or worker come`(_ notice: Notice) {
    var rehearsal = Self.opened(1)
    rehearsal.answer(Self.question(2), .failed(Rehearsal.down))
    #expect(!rehearsal.questions.contains(Self.question(2)))
    rehearsal.send(.notice(notice))
    #expect(rehearsal.questions.contains(Self.question(2)))
  }

  @Test func `a list that never came is asked for again once events are heard`() {
    var rehearsal = Self.opened(0)
    rehearsal.answer(Self.question(1), .failed(Rehearsal.down))
    rehearsal.send(.notice(.changedSomehow))
    rehearsal.send(.ring(.listSettles(Self.kind)))
    #expect(rehearsal.questions == [Self.question(1)])
  }

  @Test func `a list without records is empty`() {
    var rehearsal = Self.opened(0)
    rehearsal.answer(Self.question(1), Rehearsal.page(1, of: 1, count: 0, [], first: 1))
    #expect(Self.list(rehearsal)?.content == .empty)
    rehearsal.act(.down, .open, .last, .copy)
    #expect(rehearsal.explorer.tab.pages.count == 1)
  }

  @Test func `beyond fifty pages only scrolling loads`() {
    var rehearsal = Self.opened(0)
    func answer(_ page: Int) -> Answer { Rehearsal.page(page, of: 60, count: 600, (0..<10).map { "\(page * 100 + $0)" }, first: page * 10) }
    for page in 1...50 { rehearsal.answer(Self.question(page), answer(page)) }
    #expect(rehearsal.questions.isEmpty)
    rehearsal.act(.down)
    #expect(rehearsal.questions.isEmpty)
    rehearsal.act(.last)
    #expect(rehearsal.questions == (51..<51 + ListPages.width).map { Self.question($0) })
  }

  @Test func `a tab that is not open waits with its next page`() {
    var rehearsal = Self.opened(0)
    rehearsal.open(Film.kind)
    rehearsal.answer(Self.question(1), Self.answer(1))
    #expect(!rehearsal.questions.contains(Self.question(2)))
    rehearsal.open(Self.kind)
    #expect(rehearsal.questions.contains(Self.question(2)))
  }

  @Test func `reload asks the origin for each page and keeps rows and selection meanwhile`() {
    var rehearsal = Self.opened()
    rehearsal.act(.down, .down, .reload)
    #expect(rehearsal.questions == (1...3).map { Self.question($0, revalidate: true) })
    #expect(Self.list(rehearsal)?.pages.isReloading == true)
    #expect(Self.names(rehearsal).count == 5)
    for page in 1...3 {
      let isAsked = rehearsal.answer(Self.question(page, revalidate: true), Self.answer(page))
      #expect(isAsked)
    }
    #expect(rehearsal.questions.isEmpty)
    #expect(Self.selected(rehearsal) == "Leia")
  }

  @Test func `a reload that fails keeps everything and says why`() {
    var rehearsal = Self.opened()
    rehearsal.act(.reload)
    rehearsal.answer(Self.question(1, revalidate: true), .failed(Rehearsal.down))
    #expect(Self.names(rehearsal).count == 5)
    #expect(rehearsal.explorer.remark?.text == English().say(.notReloaded("nobody listens")))
    #expect(Self.list(rehearsal)?.hasGap == false)
  }

  @Test func `a list that changed is looked at again when it keeps still, in the cache alone`() {
    var rehearsal = Self.opened()
    rehearsal.send(.notice(.listChanged(Film.kind)))
    #expect(!rehearsal.effects.contains(.wake(.listSettles(Self.kind), after: ListModel.settling)))
    rehearsal.send(.notice(.listChanged(Self.kind)))
    #expect(rehearsal.effects.contains(.wake(.listSettles(Self.kind), after: ListModel.settling)))
    #expect(rehearsal.questions.isEmpty)
    rehearsal.send(.ring(.listSettles(Self.kind)))
    #expect(rehearsal.questions == (1...3).map { Self.question($0) })
    // The last page has gone, and a name is another one.
    rehearsal.answer(Self.question(3), .failed(Problem(404, "not found", type: ProblemType.notFound)))
    rehearsal.answer(Self.question(1), Rehearsal.page(1, of: 2, count: 4, ["Luke Skywalker", "Chewbacca"], first: 1))
    #expect(Self.list(rehearsal)?.pages.problem == nil)
    rehearsal.answer(Self.question(2), Rehearsal.page(2, of: 2, count: 4, ["Leia", "Ackbar"], first: 3))
    #expect(Self.names(rehearsal) == ["Ackbar", "Chewbacca", "Leia", "Luke Skywalker"])
    #expect(rehearsal.questions.isEmpty)
  }

  @Test func `pages that were on their way when events began to be heard are asked for again`() {
    var rehearsal = Self.opened(1)
    #expect(rehearsal.questions == [Self.question(2), Self.question(3)])
    rehearsal.send(.notice(.changedSomehow))
    rehearsal.send(.ring(.listSettles(Self.kind)))
    #expect(rehearsal.questions == [Self.question(2), Self.question(3), Self.question(1)])
    for page in [2, 3, 1] { rehearsal.answer(Self.question(page), Self.answer(page)) }
    #expect(rehearsal.questions == [Self.question(2), Self.question(3)])
    for page in [2, 3] { rehearsal.answer(Self.question(page), Self.answer(page)) }
    #expect(rehearsal.questions.isEmpty)
    #expect(Self.list(rehearsal)?.pages.isComplete == true)
  }

  @Test func `what was served past its lifetime is looked at again once its origin vouched for it`() {
    var rehearsal = Self.opened()
    rehearsal.send(.notice(.listConfirmed(Self.kind)))
    #expect(!rehearsal.effects.contains(.wake(.listSettles(Self.kind), after: ListModel.patience)))
    rehearsal.act(.reload)
    for page in 1...3 {
      guard case .page(let content, _) = Self.answer(page) else { continue }
      rehearsal.answer(Self.question(page, revalidate: true), .page(content, Provenance(age: 90_000, isStale: true)))
    }
    rehearsal.send(.notice(.listConfirmed(Self.kind)))
    #expect(rehearsal.effects.contains(.wake(.listSettles(Self.kind), after: ListModel.patience)))
    rehearsal.send(.ring(.listSettles(Self.kind)))
    #expect(rehearsal.questions == (1...3).map { Self.question($0) })
  }

  @Test func `a record that its origin vouched for is young again, without a question`() {
    var rehearsal = Self.opened()
    let leia = Reference(Self.kind, 3)
    rehearsal.pass(.seconds(600))
    #expect(rehearsal.explorer.library[known: leia]?.age(at: rehearsal.now) == 600)
    rehearsal.send(.notice(.confirmed(leia)))
    #expect(rehearsal.explorer.library[known: leia]?.age(at: rehearsal.now) == 0)
    #expect(rehearsal.questions.isEmpty)
  }

  @Test func `a record that changed takes its new place`() throws {
    var rehearsal = Self.opened()
    let luke = Reference(Self.kind, 1)
    rehearsal.send(.notice(.changed(luke)))
    rehearsal.answer(.record(luke, revalidate: false), .record(try ExplorerTests.record(luke, "Aaron"), Provenance()))
    #expect(Self.names(rehearsal) == ["Aaron", "Ackbar", "Chewbacca", "Leia", "Zam"])
  }

  @Test func `sorted by another field, and the same one again turns it round`() {
    var rehearsal = Self.opened()
    rehearsal.act(.reverse)
    #expect(Self.names(rehearsal) == ["Zam", "Luke", "Leia", "Chewbacca", "Ackbar"])
    rehearsal.send(.go(.sort(Self.kind, "height")))
    #expect(Self.list(rehearsal)?.order.key == "height")
    #expect(Self.list(rehearsal)?.order.isDescending == false)
    rehearsal.send(.go(.sort(Self.kind, "height")))
    #expect(Self.list(rehearsal)?.order.isDescending == true)
    rehearsal.act(.sort)
    guard case .picker(let picker)? = rehearsal.explorer.overlay else { return #expect(Bool(false), "no picker") }
    #expect(picker.purpose == .sort(Self.kind))
  }

  @Test func `a click selects, a second one opens, the wheel moves the window`() {
    var rehearsal = Self.opened()
    rehearsal.send(.point(.listRow(3)))
    #expect(Self.selected(rehearsal) == "Luke")
    #expect(rehearsal.explorer.tab.pages.count == 1)
    rehearsal.send(.point(.listRow(3)))
    #expect(rehearsal.explorer.subject == Reference(Self.kind, 1))
    #expect(rehearsal.explorer.tab.pages.count == 2)
    rehearsal.act(.back)
    #expect(Self.selected(rehearsal) == "Luke")
    rehearsal.send(.wheel(2, .list))
    #expect(Self.selected(rehearsal) == "Luke")
  }

  @Test func `copy takes the name`() {
    var rehearsal = Self.opened()
    rehearsal.act(.down, .copy)
    #expect(rehearsal.effects.contains(.copy("Chewbacca")))
  }

  @Test(arguments: [1, 2]) func `names that rows mention are loaded when all rows are here or the selection rests, once`(pages: Int) throws
  {
    var rehearsal = Rehearsal()
    rehearsal.open(Self.kind)
    let tatooine = Reference(Planet.kind, 1)
    let luke = try Record(
      canonical: ["kind": "people", "id": 1, "name": "Luke", "homeworld": ["kind": "planets", "id": 1]], kinds: .standard)
    rehearsal.answer(
      Self.question(1), .page(RecordPage(kind: Self.kind, page: 1, pages: pages, count: pages, records: [luke]), Provenance()))
    let name = Question.record(tatooine, revalidate: false)
    #expect(rehearsal.effects.contains(.wake(.selectionRests, after: ListModel.resting)))
    // Rows that are to come may push it off the screen.
    #expect(rehearsal.questions == (pages == 1 ? [name] : [Self.question(2)]))
    rehearsal.send(.ring(.selectionRests))
    rehearsal.send(.ring(.selectionRests))
    #expect(rehearsal.questions.count { $0 == name } == 1)
    // What could not be had is not asked for with every key.
    rehearsal.answer(.record(tatooine, revalidate: false), .failed(Rehearsal.down))
    rehearsal.act(.down, .up)
    rehearsal.send(.ring(.selectionRests))
    #expect(!rehearsal.questions.contains(name))
  }
}
