import Catalogue
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
    let frame = ExplorerScreen.frame(of: harness.explorer, at: harness.now)
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

  @Test func `each version of a record is measured, and columns never become narrower until the language changes`() throws {
    var widths = ColumnWidths()
    func widest(_ name: String, request: Int, _ language: any Language = English()) throws -> Int? {
      let record = try ExplorerTests.record(Reference(Person.kind, 1), name)
      let entry = RecordStore.Entry(record: record, request: RequestID(request), lastIssued: RequestID(request))
      widths.measure([entry], ListTable(nil, wording: Wording(language)))
      return widths.widest.first
    }
    #expect(try widest("Leia Organa", request: 1) == 11)
    #expect(try widest("Leia", request: 2) == 11)
    #expect(try widest("Leia Organa Solo", request: 3) == 16)
    #expect(try widest("Leia", request: 4, German()) == 4)
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
