import Localization
import MessageBus
import Models
import Presentation
import Testing

@testable import Explorer

/// The headings of a list show its order, and a click on one sorts by its column.
@Suite struct HeadingTests {
  private func people(columns: Int = 200) -> ExplorerHarness {
    var harness = ExplorerHarness(columns: columns, rows: 43)
    harness.open("people")
    harness.settle()
    return harness
  }

  private func headings(_ harness: ExplorerHarness) -> String {
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    return String(frame[row: 3].prefix(harness.explorer.layout.list.columns).map(\.character))
  }

  private func list(_ harness: ExplorerHarness) throws -> ListModel {
    guard case .list(let list) = harness.explorer.tab.root else { throw Problem(500, "no list") }
    return list
  }

  /// Clicks at the first column of the text in the row of headings.
  private func click(_ title: String, _ harness: inout ExplorerHarness) throws {
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    let line = frame[row: 3].map { String($0.character) }
    let column = try #require(line.indices.first { line[$0...].joined().hasPrefix(title) })
    harness.send(.click(try #require(frame.hitTarget(column: column, row: 3))))
    harness.settle()
  }

  @Test func `a click on a heading sorts, another one reverses, and the heading shows it`() throws {
    var harness = people()
    #expect(headings(harness).contains("Name▲") || headings(harness).contains("Name ▲"))
    try click("Born", &harness)
    #expect(try list(harness).order.key == "birthYear")
    #expect(headings(harness).contains("Born▲"))
    let first = try #require(try list(harness).rows.first)
    try click("Born", &harness)
    #expect(headings(harness).contains("Born▼"))
    #expect(!headings(harness).contains("▲"))
    #expect(try list(harness).rows.first != first)
    #expect(harness.explorer.overlay == nil)
  }

  @Test(arguments: [("planets", "Climate"), ("people", "Homeworld")])
  func `columns have headings on the smallest screen`(kind: String, heading: String) {
    var harness = ExplorerHarness(ScreenLayout.minimumSize, Explorer.Settings(theme: DarkTheme(), language: English()))
    harness.open(kind)
    harness.settle()
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    #expect(String(frame[row: 2].map(\.character)).contains(heading))
  }

  /// Homeworlds are sorted by their names, which belong to other records.
  @Test func `a column of names is sorted by the names, also of rows that were never on the screen`() throws {
    var harness = people()
    try click("Homeworld", &harness)
    let names = try list(harness).rows.compactMap { person -> String? in
      guard case .reference(let world)? = harness.explorer.cache.entry(for: person)?.record.display("homeworld"),
        case .known(let record) = harness.explorer.cache.label(of: world)
      else { return nil }
      return record.name.lowercased()
    }
    #expect(names.count > 60)
    #expect(names == names.sorted())
    try click("Homeworld", &harness)
    #expect(try list(harness).order.isDescending)
  }

  @Test(arguments: Kinds.standard.all.map(\.name)) func `what a click sorts by, the key offers as well`(_ kind: KindName) throws {
    var harness = ExplorerHarness(columns: 200, rows: 43)
    harness.open(kind)
    harness.settle()
    let columns = ListColumns.fields(of: try #require(Kinds.standard[kind])).map(\.key)
    harness.perform(.sort)
    let offered = try #require(harness.picker).rows.map(\.choice)
    for key in columns { #expect(offered.contains(.sortKey(key)), "\(key)") }
  }

  @Test func `a column of words is sorted by its text`() throws {
    var harness = ExplorerHarness(columns: 200, rows: 43)
    harness.open("planets")
    harness.settle()
    try click("Climate", &harness)
    let climates = try list(harness).rows.compactMap { planet -> String? in
      guard case .words(let words)? = harness.explorer.cache.entry(for: planet)?.record.display("climate") else { return nil }
      return words.joined(separator: ", ")
    }
    #expect(climates.count > 40)
    #expect(climates.first?.hasPrefix("arid") == true)
    #expect(climates == climates.sorted())
  }

  @Test func `beside a record, a click on a heading sorts the list and keeps the record`() throws {
    var harness = people()
    harness.perform(.open)
    harness.settle()
    let subject = harness.explorer.subject
    try click("Born", &harness)
    #expect(try list(harness).order.key == "birthYear")
    #expect(harness.explorer.subject == subject)
  }

  @Test func `the title says which row of how many is selected`() throws {
    var harness = people()
    func title() -> String {
      let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
      return String(frame[row: 2].prefix(harness.explorer.layout.list.columns).map(\.character))
    }
    #expect(title().hasSuffix(" 1/82 "))
    harness.perform(.down, .down)
    #expect(title().hasSuffix(" 3/82 "))
    harness.perform(.filter)
    harness.type("sky")
    harness.perform(.open)
    harness.settle()
    #expect(title().contains("/ sky") && title().hasSuffix(" 1/3 "))
  }

  @Test func `the position does not touch the state of a list that loads`() {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.open("people")
    let first = ExplorerQuery.page(Person.kind, 1, revalidate: false)
    harness.answer(first, CatalogueResults.result(of: first, Provenance()) ?? .failed(.originDown))
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    #expect(String(frame[row: 2].map(\.character)).contains("1/10  \(English().say(RecordPhrase.loading))"))
  }

  @Test(arguments: Kinds.standard.all.map(\.name.text), 60..<100)
  func `the arrow of a list that continues does not touch the last column`(_ kind: String, _ columns: Int) throws {
    var harness = ExplorerHarness(columns: columns, rows: 8 + 12)
    harness.open(kind)
    harness.settle()
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
    for row in 0..<frame.rows where ["↓", "↑"].contains(frame[row: row].last?.character) {
      #expect(frame[row: row].dropLast().last?.character == " ", "row \(row)")
    }
  }
}
