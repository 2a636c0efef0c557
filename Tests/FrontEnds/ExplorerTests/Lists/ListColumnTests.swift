import Catalogue
import Localization
import Models
import Presentation
import TerminalText
import Testing

@testable import Explorer

/// The columns of a list stay where they are, and numbers are whole or hidden.
@Suite struct ListColumnTests {
  private static let headingRow = 3

  private func row(_ row: Int, of harness: ExplorerHarness, _ columnWidths: ColumnWidthCache) -> String {
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now, columnWidths: columnWidths)
    return String(frame[row: row].prefix(harness.explorer.layout.list.columns).filter { !$0.isContinuation }.map(\.character))
  }

  @Test(arguments: [(80, 24), (100, 30), (132, 43), (200, 60)])
  func `columns do not move while names arrive, the list is scrolled, and a filter is typed`(_ columns: Int, _ rows: Int) {
    let columnWidths = ColumnWidthCache()
    var harness = ExplorerHarness(columns: columns, rows: rows)
    harness.open("people")
    // No name of a homeworld arrives before the first frame of the whole list.
    harness.settle { if case .names = $0 { .failed(.originDown) } else { nil } }
    let headings = row(Self.headingRow, of: harness, columnWidths)
    #expect(headings.contains("Homeworld"))
    harness.perform(.reload)
    for _ in 0..<8 {
      harness.perform(.pageDown)
      harness.settle()
      #expect(row(Self.headingRow, of: harness, columnWidths) == headings)
    }
    harness.perform(.first, .filter)
    for character in "sky" {
      harness.type(String(character))
      #expect(row(Self.headingRow, of: harness, columnWidths) == headings)
    }
    harness.perform(.cancel, .cancel, .reverse)
    // Only the arrow turns.
    #expect(row(Self.headingRow, of: harness, columnWidths).replacing("▼", with: "▲") == headings)
  }

  @Test(arguments: [(80, "III–VI"), (100, "III–VI"), (132, "III–VI"), (200, "III–VI")])
  func `people have their homeworld and their films, as numerals where the titles do not fit`(_ columns: Int, _ films: String) throws {
    var harness = ExplorerHarness(columns: columns, rows: 43)
    harness.open("people")
    harness.settle()
    harness.perform(.filter)
    harness.type("luke")
    harness.settle()
    func line() -> String { row(4, of: harness, ColumnWidthCache()) }
    #expect(line().contains("Luke") && line().contains("Tatooine") && line().contains(films), "\(line())")
    // A single film has room at 80 columns.
    harness.perform(.cancel, .filter)
    harness.type("zam wesell")
    harness.settle()
    #expect(line().contains(columns == 80 || columns > 132 ? "Attack of the Clones" : " II"), "\(line())")
    harness.perform(.cancel, .filter)
    harness.type("jedi !boba")
    harness.settle()
    #expect(harness.explorer.subject != nil)
  }

  @Test func `one long name does not hide the other columns`() throws {
    let kind = try #require(Kinds.standard[Person.kind])
    let table = ListTable(kind, sortedBy: "name", wording: Wording(English()))
    let cells = CatalogueResults.records(Person.kind).map { table.cellWidths(of: $0) }
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
}
