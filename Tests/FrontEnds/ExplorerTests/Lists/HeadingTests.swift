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

  /// Homeworlds are sorted by their names, which belong to other records.
  @Test func `a column of names is sorted by the names, also of rows that were never on the screen`() throws {
    var harness = people()
    try click("Homeworld", &harness)
    let names = try list(harness).rows.compactMap { person -> String? in
      guard case .reference(let world)? = harness.explorer.records[person]?.record.display("homeworld"),
        let record = harness.explorer.records.label(of: world).value
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
}
