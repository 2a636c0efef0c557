import Localization
import Models
import Presentation
import Testing
import Text

@testable import Explorer

/// The columns of a list stay where they are, and numbers are whole or hidden.
@Suite struct ListColumnTests {
  private static let headingRow = 3

  private func row(_ row: Int, of harness: ExplorerHarness) -> String {
    let frame = harness.frame
    return String(frame[row: row].prefix(harness.explorer.layout.list.columns).filter { !$0.isContinuation }.map(\.character))
  }

  @Test(arguments: [(80, 24), (100, 30), (132, 43), (200, 60)])
  func `columns do not move while names arrive, the list is scrolled, and a filter is typed`(_ columns: Int, _ rows: Int) {
    var harness = ExplorerHarness(columns: columns, rows: rows)
    harness.open("people")
    // No name of a homeworld arrives before the first frame of the whole list.
    harness.settle { if case .names = $0 { .failed(.originDown) } else { nil } }
    let headings = row(Self.headingRow, of: harness)
    #expect(headings.contains("Homeworld"))
    harness.perform(.reload)
    for _ in 0..<8 {
      harness.perform(.pageDown)
      harness.settle()
      #expect(row(Self.headingRow, of: harness) == headings)
    }
    harness.perform(.first, .filter)
    for character in "sky" {
      harness.type(String(character))
      #expect(row(Self.headingRow, of: harness) == headings)
    }
    harness.perform(.cancel, .cancel, .reverse)
    // Only the arrow turns.
    #expect(row(Self.headingRow, of: harness).replacing("▼", with: "▲") == headings)
  }

  @Test func `columns never become narrower until the language changes`() throws {
    var widths = ColumnWidths()
    func widest(_ name: String, _ language: any Language = English()) throws -> Int? {
      widths.measure([try ExplorerTests.record(Reference(.people, 1), name)], ListTable(nil, wording: Wording(language)))
      return widths.widest.first
    }
    #expect(try widest("Leia Organa") == 11)
    #expect(try widest("Leia") == 11)
    #expect(try widest("Leia Organa Solo") == 16)
    #expect(try widest("Leia", German()) == 4)
  }

  @Test func `one long name does not hide the other columns`() throws {
    let kind = try #require(Kinds.standard[.people])
    let table = ListTable(kind, sortedBy: "name", wording: Wording(English()))
    let cells = CatalogueResults.records(KindName.people).map { table.cellWidths(of: $0) }
    var widest = table.columns.indices.map { index in cells.map { $0[index] }.max() ?? 0 }
    let name = try #require(table.fields.firstIndex { $0.key == "name" })
    let others = table.fields.indices.filter { $0 != name }
    widest[name] = 300
    let widths = table.widths(widest, within: 76)
    #expect(widths[name] >= 20 && others.count { widths[$0] > 0 } >= 2)
    #expect(TableLayout.width(of: widths) <= 76)
    // With enough room, the whole name is shown.
    let wide = table.widths(widest, within: 500)
    #expect(wide[name] == 300 && others.allSatisfy { wide[$0] >= widest[$0] })
  }

  @Test(arguments: Kinds.standard.all.map(\.name), ["en", "de", "ja"])
  func `a number is whole or its column is hidden, at every width and in every order`(_ name: KindName, _ code: String) throws {
    let kind = try #require(Kinds.standard[name])
    let language = try #require(Languages.all.first { $0.code == code })
    let records = CatalogueResults.records(name)
    for units in UnitSystem.allCases {
      for sortKey in kind.sortKeys {
        let table = ListTable(kind, sortedBy: sortKey, wording: Wording(language, units: units))
        let cells = records.map { table.cellWidths(of: $0) }
        let widest = table.columns.indices.map { index in cells.map { $0[index] }.max() ?? 0 }
        for columns in 20...120 {
          let widths = table.widths(widest, within: columns)
          #expect(TableLayout.width(of: widths) <= columns)
          let cut = table.fields.indices.dropFirst().filter { index in
            let isNumber = [.quantity, .date].contains(table.fields[index].shape)
            return isNumber && widths[index] > 0 && widths[index] < widest[index]
          }
          #expect(cut.isEmpty, "\(sortKey) \(columns): \(cut.map { table.fields[$0].key })")
        }
      }
    }
  }

  // MARK: Headings

  private func headings(_ harness: ExplorerHarness) -> String { row(Self.headingRow, of: harness) }

  /// Clicks at the first column of the text in the row of headings.
  private func click(_ title: String, _ harness: inout ExplorerHarness) throws {
    let frame = harness.frame
    let line = frame[row: Self.headingRow].map { String($0.character) }
    let column = try #require(line.indices.first { line[$0...].joined().hasPrefix(title) })
    harness.send(.click(try #require(frame.hitTarget(column: column, row: Self.headingRow))))
    harness.settle()
  }

  private func people() -> ExplorerHarness {
    var harness = ExplorerHarness(columns: 200, rows: 43)
    harness.open("people")
    harness.settle()
    return harness
  }

  @Test(arguments: [true, false])
  func `a click on a heading sorts, another one reverses, and the heading shows it, also beside a record`(isBesideRecord: Bool) throws {
    var harness = people()
    if isBesideRecord { harness.perform(.open) }
    harness.settle()
    let subject = isBesideRecord ? harness.explorer.subject : nil
    #expect(headings(harness).contains("Name▲") || headings(harness).contains("Name ▲"))
    try click("Born", &harness)
    #expect(ListModelTests.list(harness)?.order.key == "birthYear")
    #expect(headings(harness).contains("Born▲"))
    let first = try #require(ListModelTests.rows(harness).first)
    try click("Born", &harness)
    #expect(headings(harness).contains("Born▼") && !headings(harness).contains("▲"))
    #expect(ListModelTests.rows(harness).first != first)
    #expect(harness.explorer.overlay == nil)
    if let subject { #expect(harness.explorer.subject == subject) }
  }

  /// Homeworlds are sorted by their names, which belong to other records.
  @Test func `a column of names is sorted by the names, also of rows that were never on the screen`() throws {
    var harness = people()
    try click("Homeworld", &harness)
    let names = ListModelTests.rows(harness).compactMap(\.self).compactMap { person -> String? in
      let world = harness.explorer.records[person]?.record.display("homeworld")?.references.first
      return world.flatMap { harness.explorer.records.name(of: $0)?.lowercased() }
    }
    #expect(names.count > 60)
    #expect(names == names.sorted())
  }

}
