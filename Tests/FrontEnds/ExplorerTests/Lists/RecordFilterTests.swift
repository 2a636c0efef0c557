import Localization
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct RecordFilterTests {
  private func names(_ typed: String, language: String = "en") -> [String] {
    var harness = ExplorerHarness(Viewport(columns: 132, rows: 43), language: language)
    harness.open(Person.kind)
    harness.settle()
    harness.perform(.filter)
    harness.type(typed)
    harness.settle()
    return ListModelTests.names(harness)
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
    let male = names("male")
    #expect(male.contains("Luke Skywalker"))
    #expect(!male.contains("Leia Organa"))
    let others = names("!male")
    #expect(others.contains("Leia Organa"))
    #expect(!others.contains("Luke Skywalker"))
    #expect(male.count + others.count == 82)
  }

  @Test func `names of referenced records are requested for rows that are not visible`() {
    let found = names("tatooine")
    #expect(found.count > 5)
    #expect(found.contains("Luke Skywalker"))
    #expect(names("homeworld:tatooine") == found)
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
  }

  @Test func `what the origin searches for has the signs of the search`() {
    var harness = ExplorerHarness()
    harness.open(Person.kind)
    harness.answer(ListModelTests.query(1), ExplorerHarness.page(1, of: 9, count: 82, ["Luke Skywalker"], first: 1))
    harness.perform(.filter)
    harness.type(#""a !b" !leia !4-lom"#)
    harness.advance(by: .seconds(5))
    #expect(
      harness.queries.contains { query in
        if case .searchOrigin(#""a !b" -leia -"4-lom""#, _, _) = query { true } else { false }
      })
  }

  @Test func `letters may have others in between if nothing else matches`() {
    #expect(names("lsky") == ["Luke Skywalker"])
    #expect(names("luke") == ["Luke Skywalker"])
  }

  @Test func `a condition without a value filters nothing and shows an example`() {
    var harness = ExplorerHarness(Viewport(columns: 132, rows: 43), language: "en")
    harness.open(Person.kind)
    harness.settle()
    harness.perform(.filter)
    #expect(Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now)).contains(English().say(.filterPrompt)))
    harness.type("height>")
    #expect(ListModelTests.names(harness).count == 82)
    #expect(Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now)).contains("/ height>100"))
  }

  @Test(arguments: [
    ("bogus:x", "unknown field 'bogus' (available: "), ("luke height>tall", "'height>' needs a value, such as height>100"),
    ("gender>5", "gender cannot be compared with < or >; write gender:5"),
    (#"luke name<="a b""#, #"name cannot be compared with < or >; write name:"a b""#),
    ("height>999", "Nothing here matches"), ("gender:zzz height>1", "Nothing here matches"),
  ])
  func `a condition that can match no record says why`(_ typed: String, _ said: String) {
    var harness = ExplorerHarness(Viewport(columns: 132, rows: 43), language: "en")
    harness.open(Person.kind)
    harness.settle()
    harness.perform(.filter)
    harness.type(typed)
    #expect(ListModelTests.names(harness).isEmpty)
    #expect(Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now)).contains(said))
  }

  @Test func `the matching letters of every column are highlighted`() {
    let filter = RecordFilter("ta lu !x", of: Kinds.standard[Person.kind], sortedBy: "name", Wording(English()))
    #expect(filter.ranges(inName: "Luke Skywalker") == [0..<2])
    #expect(filter.ranges(inColumn: "New Tatooine") == [4..<6])
    #expect(filter.highlighted(StyledText("Tatooine")).spans == [.init("Ta", .match), .init("tooine", .text)])
  }
}
