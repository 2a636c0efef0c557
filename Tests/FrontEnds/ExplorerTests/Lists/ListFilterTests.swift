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
  func `the filter matches names`(_ typed: String, _ expected: [String]) {
    var harness = ExplorerHarness()
    harness.open(Person.kind)
    let names = ["Luke Skywalker", "R2-D2", "Padmé Amidala", "Anakin Skywalker", "Shmi Skywalker"]
    harness.answer(ListModelTests.query(1), ExplorerHarness.page(1, of: 1, count: 5, names, first: 1))
    harness.perform(.filter)
    #expect(harness.explorer.isTyping)
    harness.type(typed)
    #expect(ListModelTests.names(harness) == expected)
    #expect(ListModelTests.list(harness)?.content == (expected.isEmpty ? .empty : .loaded(ListModelTests.list(harness)?.rows ?? [])))
    harness.perform(.cancel)
    #expect(ListModelTests.names(harness).count == 5)
    #expect(!harness.explorer.isTyping)
  }

  @Test func `names that arrive one by one sort the rows once`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.open(Person.kind)
    let answer: (ExplorerQuery) -> QueryResult? = { query in
      if case .names = query { nil } else { CatalogueResults.result(of: query, Provenance()) }
    }
    for _ in 0..<20 { harness.answerAll(answer) }
    harness.sort("people", by: "homeworld")
    let request = try #require(harness.requests.last { if case .names = $0.query { true } else { false } })
    guard case .names(let references) = request.query else { return }
    let before = try #require(ListModelTests.list(harness)?.rows)
    var timers = 0
    for reference in references.prefix(20) {
      harness.send(.receivedPart(request.id, .names([CatalogueResults.label(of: reference)])))
      timers += harness.effects.count { if case .startTimer(.namesSettled, _) = $0 { true } else { false } }
      #expect(ListModelTests.list(harness)?.rows == before)
    }
    #expect(timers == 1)
    harness.advance(by: ListModel.namesDelay)
    #expect(ListModelTests.list(harness)?.rows != before)
    harness.send(.receivedPart(request.id, .names([CatalogueResults.label(of: references[20])])))
    #expect(harness.timers[.namesSettled(.kind(Person.kind))] != nil)
  }

  @Test(arguments: [
    ("sky", "Luke Skywalker", [5..<8]), ("walk l", "Luke Skywalker", [0..<1, 8..<12]), ("r2d", "R2-D2", [0..<2, 3..<4]),
    ("ami", "Padmé Amidala", [6..<9]), ("pad", "Padmé", [0..<3]), ("e", "Leia Organa", [1..<2]),
  ])
  func `the filter highlights the matching letters`(_ typed: String, _ name: String, _ ranges: [Range<Int>]) {
    #expect(NameFilter(typed).matchRanges(in: name) == ranges)
  }

  @Test func `a match at the start of a word is preferred`() { #expect(NameFilter("an").matchRanges(in: "Han And") == [4..<6]) }

  @Test func `enter keeps the filter and leaves the field, and a second enter opens`() {
    var harness = ListModelTests.opened()
    harness.perform(.filter)
    harness.type("le")
    harness.perform(.open)
    #expect(!harness.explorer.isTyping)
    #expect(ListModelTests.names(harness) == ["Leia"])
    harness.perform(.open)
    #expect(harness.explorer.subject == Reference(Person.kind, 3))
    harness.perform(.back)
    #expect(ListModelTests.names(harness) == ["Leia"])
  }

  @Test func `while pages are missing the origin is searched once typing settles, and late results are dropped`() throws {
    var harness = ListModelTests.opened(1)
    harness.perform(.filter)
    harness.type("z")
    #expect(harness.effects.contains(.startTimer(.querySettled, after: SearchModel.originDebounce)))
    harness.send(.timerFired(.querySettled))
    let first = ExplorerQuery.searchOrigin("z", kind: Person.kind, limit: ListModel.originSearchLimit)
    let late = try #require(harness.requests.first { $0.query == first })
    harness.type("a")
    #expect(harness.effects.contains(.cancel(late.id)))
    harness.send(.timerFired(.querySettled))
    let found = { (id: Int) -> QueryResult in
      .search(
        SearchAnswer(
          query: "", count: 1, matches: [Match(Reference(Person.kind, id), "Zam")], coverage: Coverage(records: 1, of: 1, isComplete: true))
      )
    }
    harness.send(.received(late.id, found(77)))
    #expect(!harness.queries.contains(.record(Reference(Person.kind, 77), revalidate: false)))
    harness.answer(.searchOrigin("za", kind: Person.kind, limit: ListModel.originSearchLimit), found(5))
    let zam = Reference(Person.kind, 5)
    harness.answer(.record(zam, revalidate: false), .record(try ExplorerTests.record(zam, "Zam"), Provenance()))
    harness.send(.timerFired(.namesSettled(.kind(Person.kind))))
    #expect(ListModelTests.names(harness) == ["Zam"])
    // The page that contains the match changes nothing.
    harness.answer(ListModelTests.query(2), ListModelTests.answer(2))
    harness.answer(ListModelTests.query(3), ListModelTests.answer(3))
    #expect(ListModelTests.names(harness) == ["Zam"])
  }
}
