import Contracts
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct ListFilterTests {
  @Test(arguments: [
    ("sky", ["Anakin Skywalker", "Luke Skywalker", "Shmi Skywalker"]), ("sky lu", ["Luke Skywalker"]), ("r2d2", ["R2-D2"]),
    ("padme", ["Padmé Amidala"]), ("PADMÉ", ["Padmé Amidala"]), ("walker", ["Anakin Skywalker", "Luke Skywalker", "Shmi Skywalker"]),
    ("xyz", []), ("", ["Anakin Skywalker", "Luke Skywalker", "Padmé Amidala", "R2-D2", "Shmi Skywalker"]),
    (" - ", ["Anakin Skywalker", "Luke Skywalker", "Padmé Amidala", "R2-D2", "Shmi Skywalker"]),
  ])
  func `names that fit`(_ typed: String, _ expected: [String]) {
    var rehearsal = Rehearsal()
    rehearsal.open(Person.kind)
    let names = ["Luke Skywalker", "R2-D2", "Padmé Amidala", "Anakin Skywalker", "Shmi Skywalker"]
    rehearsal.answer(ListModelTests.question(1), Rehearsal.page(1, of: 1, count: 5, names, first: 1))
    rehearsal.act(.filter)
    #expect(rehearsal.explorer.isTyping)
    rehearsal.type(typed)
    #expect(ListModelTests.names(rehearsal) == expected)
    #expect(ListModelTests.list(rehearsal)?.content == (expected.isEmpty ? .empty : .loaded(ListModelTests.list(rehearsal)?.rows ?? [])))
    rehearsal.act(.cancel)
    #expect(ListModelTests.names(rehearsal).count == 5)
    #expect(!rehearsal.explorer.isTyping)
  }

  @Test(arguments: [
    ("sky", "Luke Skywalker", [5..<8]), ("walk l", "Luke Skywalker", [0..<1, 8..<12]), ("r2d", "R2-D2", [0..<2, 3..<4]),
    ("ami", "Padmé Amidala", [6..<9]), ("pad", "Padmé", [0..<3]), ("e", "Leia Organa", [1..<2]),
  ])
  func `letters that fit`(_ typed: String, _ name: String, _ places: [Range<Int>]) {
    #expect(NameFilter(typed).places(in: name) == places)
  }

  @Test func `a beginning of a word is preferred to its middle`() { #expect(NameFilter("an").places(in: "Han And") == [4..<6]) }

  @Test func `enter keeps the filter and gives the keys back, then opens`() {
    var rehearsal = ListModelTests.opened()
    rehearsal.act(.filter)
    rehearsal.type("le")
    rehearsal.act(.open)
    #expect(!rehearsal.explorer.isTyping)
    #expect(ListModelTests.names(rehearsal) == ["Leia"])
    rehearsal.act(.open)
    #expect(rehearsal.explorer.subject == Reference(Person.kind, 3))
    rehearsal.act(.back)
    #expect(ListModelTests.names(rehearsal) == ["Leia"])
  }

  @Test func `what was found stays selected when the filter goes`() {
    var rehearsal = ListModelTests.opened()
    rehearsal.act(.filter)
    rehearsal.type("zam")
    rehearsal.act(.open, .cancel)
    #expect(ListModelTests.names(rehearsal).count == 5)
    #expect(ListModelTests.selected(rehearsal) == "Zam")
  }

  @Test func `a filter without text is none`() {
    var rehearsal = ListModelTests.opened()
    rehearsal.act(.filter, .open)
    #expect(ListModelTests.list(rehearsal)?.filter == nil)
  }

  @Test func `while pages are missing the origin's search helps when the text has settled, and late answers are dropped`() throws {
    var rehearsal = ListModelTests.opened(1)
    rehearsal.act(.filter)
    rehearsal.type("z")
    #expect(rehearsal.effects.contains(.wake(.querySettled, after: SearchModel.settledPause)))
    rehearsal.send(.ring(.querySettled))
    let first = Question.searchOrigin("z", kind: Person.kind, limit: ListModel.searchLimit)
    let late = try #require(rehearsal.waiting.first { $0.question == first })
    rehearsal.type("a")
    #expect(rehearsal.effects.contains(.cancel(late.ticket)))
    rehearsal.send(.ring(.querySettled))
    let found = { (id: Int) -> Answer in
      .search(
        SearchAnswer(
          query: "", count: 1, matches: [Match(Reference(Person.kind, id), "Zam")], coverage: Coverage(records: 1, of: 1, isComplete: true))
      )
    }
    rehearsal.send(.answered(late.ticket, found(77)))
    #expect(!rehearsal.questions.contains(.record(Reference(Person.kind, 77), revalidate: false)))
    rehearsal.answer(.searchOrigin("za", kind: Person.kind, limit: ListModel.searchLimit), found(5))
    let zam = Reference(Person.kind, 5)
    rehearsal.answer(.record(zam, revalidate: false), .record(try ExplorerTests.record(zam, "Zam"), Provenance()))
    #expect(ListModelTests.names(rehearsal) == ["Zam"])
    // The page that brings it changes nothing.
    rehearsal.answer(ListModelTests.question(2), ListModelTests.answer(2))
    rehearsal.answer(ListModelTests.question(3), ListModelTests.answer(3))
    #expect(ListModelTests.names(rehearsal) == ["Zam"])
  }

  @Test func `nobody is asked when all pages are here`() {
    var rehearsal = ListModelTests.opened()
    rehearsal.act(.filter)
    rehearsal.type("z")
    rehearsal.send(.ring(.querySettled))
    #expect(rehearsal.questions.isEmpty)
  }

  @Test func `names with marks are made safe and keep them`() {
    #expect(StyledText.marked("Luke", .accent, at: [1..<3]).spans == [.init("L", .accent), .init("uk", .match), .init("e", .accent)])
    #expect(StyledText.marked("L\u{1B}e", .text, at: [0..<9]).text == "L\u{FFFD}e")
  }
}
