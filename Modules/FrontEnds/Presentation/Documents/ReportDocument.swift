public import OrderedJSON

/// Document for output other than records: status, statistics, findings.
public struct ReportDocument: Document {
  public let blocks: [Block]
  public let json: JSON
  private let ownPlainRows: [[String]]?
  private let ownSheet: Sheet?

  /// `plainRows` are written as plain text instead of `blocks`, and `sheet` for spreadsheets.
  public init(_ blocks: [Block], json: JSON, plainRows: [[String]]? = nil, sheet: Sheet? = nil) {
    self.blocks = blocks
    self.json = json
    ownPlainRows = plainRows
    ownSheet = sheet
  }

  public var plainRows: [[String]] { ownPlainRows ?? blocks.flatMap(\.plainRows) }

  public var lines: [JSON] { json.array ?? [json] }

  /// By default, the first table, or else all labelled values as rows of name and value, and all texts as rows of the title above them and the text.
  public var sheet: Sheet {
    if let ownSheet { return ownSheet }
    for case .table(let table) in blocks {
      return Sheet(header: table.columns.map { $0.title.lowercased() }, rows: table.rows.map { $0.map(\.text) })
    }
    var rows: [[String]] = []
    var title = ""
    for block in blocks {
      switch block {
      case .title(let text, _), .heading(let text): title = text
      case .values(let values): rows += values.map { [$0.label, $0.line.text] }
      case .prose(let paragraphs): rows.append([title, paragraphs.joined(separator: "\n\n")])
      case .table: break
      }
    }
    return Sheet(header: ["name", "value"], rows: rows)
  }
}
