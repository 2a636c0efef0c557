import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// Filters of lists, in the language of the search.
@Suite struct ListFilterTests {
  private func filtered(_ typed: String, language: String = "en") -> ExplorerHarness {
    var harness = ExplorerHarness(Viewport(columns: 132, rows: 43), language: language)
    harness.open(KindName.people)
    harness.settle()
    harness.perform(.filter)
    harness.type(typed)
    harness.settle()
    return harness
  }

  private func names(_ typed: String) -> [String] { ListModelTests.names(filtered(typed)) }

  @Test(arguments: [
    ("sky", ["Anakin Skywalker", "Luke Skywalker", "Shmi Skywalker"]), ("sky lu", ["Luke Skywalker"]), ("r2d2", ["R2-D2"]),
    ("padme", ["Padmé Amidala"]), ("PADMÉ", ["Padmé Amidala"]), ("walker", ["Anakin Skywalker", "Luke Skywalker", "Shmi Skywalker"]),
    ("xyz", []), ("", ["Anakin Skywalker", "Luke Skywalker", "Padmé Amidala", "R2-D2", "Shmi Skywalker"]),
    (" - ", ["Anakin Skywalker", "Luke Skywalker", "Padmé Amidala", "R2-D2", "Shmi Skywalker"]),
  ])
  func `the filter matches names`(_ typed: String, _ expected: [String]) {
    var harness = ExplorerHarness()
    harness.open(KindName.people)
    let names = ["Luke Skywalker", "R2-D2", "Padmé Amidala", "Anakin Skywalker", "Shmi Skywalker"]
    harness.answer(ListModelTests.query(1), ExplorerHarness.page(1, of: 1, count: 5, names, first: 1))
    harness.perform(.filter)
    #expect(harness.explorer.isTyping)
    harness.type(typed)
    #expect(ListModelTests.names(harness) == expected)
    #expect(ListModelTests.list(harness)?.content == (expected.isEmpty ? .empty : .loaded(expected.count)))
    harness.perform(.cancel)
    #expect(ListModelTests.names(harness).count == 5)
    #expect(!harness.explorer.isTyping)
  }

  @Test(arguments: [
    ("height>220", ["Lama Su", "Roos Tarpals", "Yarael Poof", "Chewbacca", "Tarfful"]), ("mass>1000", ["Jabba Desilijic Tiure"]),
  ])
  func `a condition compares a field`(_ typed: String, _ some: [String]) {
    let found = names(typed)
    #expect(!found.isEmpty && found.count < 12)
    #expect(found.contains { some.contains($0) })
  }

  @Test func `a word matches every column at the start of a word`() {
    let (male, others) = (names("male"), names("-male"))
    #expect(male.contains("Luke Skywalker") && !male.contains("Leia Organa"))
    #expect(others.contains("Leia Organa") && !others.contains("Luke Skywalker"))
    #expect(male.count + others.count == 82)
  }

  @Test func `conditions mean what they mean in the search`() {
    #expect(names("eyecolor:blue").contains("Tarfful") && !names("eyecolor:hazel").isEmpty)
    let (containing, equal) = (names("skincolor:green"), names("skincolor=green"))
    #expect(!equal.isEmpty && Set(equal).isStrictSubset(of: containing))
    // The names of films, not their number.
    #expect(names("films:3").isEmpty)
    #expect(names(#"films:"new hope""#).contains("Luke Skywalker"))
    #expect(names("films>=6").contains("R2-D2"))
    #expect(names("unknownfield:male").isEmpty)
    // Names of referenced records are requested for rows that are not visible.
    let found = names("tatooine")
    #expect(found.count > 5 && found.contains("Luke Skywalker"))
    #expect(names("homeworld:tatooine") == found)
  }

  @Test func `a condition without a value filters nothing and shows an example`() {
    var harness = filtered("")
    #expect(harness.screen.contains(English().say(.filterPrompt)))
    harness.type("height>")
    #expect(ListModelTests.names(harness).count == 82)
    #expect(harness.screen.contains("/ height>100"))
  }

  @Test(arguments: [
    ("bogus:x", "unknown field 'bogus' (available: "), ("luke height>tall", "'height>' needs a value, such as height>100"),
    ("gender>5", "gender cannot be compared with < or >; write gender:5"),
    (#"luke name<="a b""#, #"name cannot be compared with < or >; write name:"a b""#),
    ("height>999", "Nothing here matches"), ("gender:zzz height>1", "Nothing here matches"),
  ])
  func `a condition that can match no record says why`(_ typed: String, _ said: String) {
    let harness = filtered(typed)
    #expect(ListModelTests.names(harness).isEmpty)
    #expect(harness.screen.contains(said))
  }

  @Test func `names that arrive one by one sort the rows once`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.open(KindName.people)
    let answer: (ExplorerQuery) -> QueryResult? = { query in
      if case .names = query { nil } else { CatalogueResults.result(of: query, Provenance()) }
    }
    for _ in 0..<20 { harness.answerAll(answer) }
    harness.sort("people", by: "homeworld")
    let request = try #require(harness.requests.last { if case .names = $0.query { true } else { false } })
    guard case .names(let references, _) = request.query else { return }
    let before = ListModelTests.rows(harness)
    var timers = 0
    for reference in references.prefix(20) {
      harness.send(.receivedPart(request.id, .names([CatalogueResults.label(of: reference)])))
      timers += harness.effects.count { if case .startTimer(.namesSettled, _) = $0 { true } else { false } }
      #expect(ListModelTests.rows(harness) == before)
    }
    #expect(timers == 1)
    harness.advance(by: ListModel.namesDelay)
    #expect(ListModelTests.rows(harness) != before)
    harness.send(.receivedPart(request.id, .names([CatalogueResults.label(of: references[20])])))
    #expect(harness.timers[.namesSettled(.kind(.people))] != nil)
  }

  @Test func `enter keeps the filter and leaves the field, and a second enter opens`() {
    var harness = ListModelTests.opened()
    harness.perform(.filter)
    harness.type("le")
    harness.perform(.open)
    #expect(!harness.explorer.isTyping)
    #expect(ListModelTests.names(harness) == ["Leia"])
    harness.perform(.open)
    #expect(harness.explorer.subject == Reference(.people, 3))
    harness.perform(.back)
    #expect(ListModelTests.names(harness) == ["Leia"])
  }

  @Test(arguments: [
    ("sky", "Luke Skywalker", [5..<8]), ("walk l", "Luke Skywalker", [0..<1, 8..<12]), ("r2d", "R2-D2", [0..<2, 3..<4]),
    ("ami", "Padmé Amidala", [6..<9]), ("pad", "Padmé", [0..<3]), ("e", "Leia Organa", [1..<2]), ("an", "Han And", [4..<6]),
  ])
  func `the filter highlights the matching letters, at the start of a word if possible`(
    _ typed: String, _ name: String, _ ranges: [Range<Int>]
  ) { #expect(NamePattern(typed).match(name)?.marks == ranges) }

  @Test func `the matching letters of every column are highlighted`() {
    let filter = RecordFilter("ta lu -x", of: Kinds.standard[.people], sortedBy: "name", Wording(English()))
    #expect(filter.ranges(inName: "Luke Skywalker") == [0..<2])
    #expect(filter.highlighted(StyledText("New Tatooine")).spans == [.init("New ", .text), .init("Ta", .match), .init("tooine", .text)])
  }
}
