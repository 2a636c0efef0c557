public import Client
public import Localization
public import Models
public import OrderedJSON

/// Document that compares records side by side.
public struct ComparisonDocument: Document {
  public let comparison: Comparison
  private let records: [Record]
  private let names: ReferenceNames
  private let rows: [Comparison.Row]

  /// Compares `records`. References without a name in `names` are shown as they are. `onlyDifferences` omits fields that are the same in
  /// all records.
  public init(
    _ records: [Record], wording: Wording = .standard, names: ReferenceNames = ReferenceNames(), onlyDifferences: Bool = false
  ) {
    self.records = records
    self.names = names
    comparison = Comparison(records, wording: wording) { names[$0].styled }
    rows = onlyDifferences ? comparison.rows.filter(\.differs) : comparison.rows
  }

  public var blocks: [Block] { [.table(table)] }

  /// One row per field: `≠` if the values differ, otherwise `=`; the label; and a cell with all entries of each record.
  public var plainRows: [[String]] {
    rows.map { row in
      [row.differs ? "≠" : "=", row.label] + row.cells.map { $0.map(\.text).joined(by: LabeledValue.separator).text }
    }
  }

  /// `{"records":[…],"fields":[{"key":"height","differs":true}]}`: the complete records in their order, with the names
  /// of the records they refer to, and which of their fields differ.
  public var json: JSON {
    let fields = rows.map { JSON.object(["key": .string($0.key), "differs": .bool($0.differs)]) }
    return ["records": .array(lines), "fields": .array(fields)]
  }

  public var lines: [JSON] { records.map { $0.canonical.naming(names) } }

  /// The values of the records as in the sheet of a list: the same in every wording.
  public var sheet: Sheet {
    Sheet(
      header: ["field"] + comparison.references.map(\.description),
      rows: rows.map { row in [row.key] + records.map { RecordSheet.cell($0, row.key, names) } })
  }

  /// Table with one line per entry. Rows that differ are marked with `≠`; the other rows are muted.
  private var table: Table {
    let columns = [Table.Column("", expendability: 0)] + comparison.names.map { Table.Column($0, expendability: 0, minimum: 12) }
    let rows = rows.flatMap { row in
      (0..<row.lines).map { line in
        [label(row, line)] + row.cells.map { $0.indices.contains(line) ? styled($0[line], row) : StyledText() }
      }
    }
    return Table(columns, rows: rows)
  }

  private func label(_ row: Comparison.Row, _ line: Int) -> StyledText {
    guard line == 0 else { return StyledText() }
    return StyledText((row.differs ? "≠ " : "  ") + row.label, row.differs ? .text : .muted)
  }

  private func styled(_ entry: Comparison.Entry, _ row: Comparison.Row) -> StyledText {
    row.differs && !entry.isShared ? entry.text : StyledText(entry.text.text, .muted)
  }
}
