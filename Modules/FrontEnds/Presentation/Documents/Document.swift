public import OrderedJSON
public import Text

/// Output of a command, independent of its format. An ``OutputFormat`` renders it.
///
/// The properties are computed on demand; a format uses only one of them.
public protocol Document: Sendable {
  /// Blocks for people, from top to bottom.
  var blocks: [Block] { get }
  /// One row per line of plain text, for programs that split lines at tabs; by default, those of ``blocks``.
  var plainRows: [[String]] { get }
  /// The whole document as one JSON value, with its members in a stable order.
  var json: JSON { get }
  /// One JSON value per record, for programs that read line by line.
  var lines: [JSON] { get }
  /// Table of plain values, for spreadsheets.
  var sheet: Sheet { get }
}

extension Document {
  public var plainRows: [[String]] { blocks.flatMap(\.plainRows) }
  public var lines: [JSON] { json.array ?? [json] }
}

/// Part of a document for people.
public enum Block: Sendable, Hashable {
  /// Title of the document, with its reference or another short identifier as the aside.
  case title(String, aside: String = "")
  case heading(String)
  case values([LabeledValue])
  case table(Table)
  /// Paragraphs without line breaks.
  case prose([String])
}

extension Block {
  /// One row per line of plain text. Headings are omitted: the content is clear without them, and lines without tabs would be noise to
  /// `cut`.
  public var plainRows: [[String]] {
    switch self {
    case .title(let title, let aside): [aside.isEmpty ? [title] : [aside, title]]
    case .heading: []
    case .values(let values): values.map { [$0.label, $0.line.text] }
    case .table(let table): table.rows.map { $0.map(\.text) }
    case .prose(let paragraphs): paragraphs.map { [$0] }
    }
  }
}

/// Labelled value of a detail view, or a list of values.
public struct LabeledValue: Sendable, Hashable {
  /// Separator between values.
  public static let separator = StyledText(" · ", .muted)

  public let label: String
  public var values: [StyledText]

  public init(_ label: String, _ value: StyledText) { self.init(label, values: [value]) }

  public init(_ label: String, _ text: String, _ role: Role = .text) { self.init(label, StyledText(text, role)) }

  public init(_ label: String, values: [StyledText]) {
    self.label = label.printable
    self.values = values
  }

  /// All values on one line.
  public var line: StyledText { values.joined(by: Self.separator) }
}

/// Rows of plain values with a header. Every row is as long as `header`.
public struct Sheet: Sendable, Hashable {
  public var header: [String]
  public var rows: [[String]]

  public init(header: [String], rows: [[String]]) {
    self.header = header
    self.rows = rows
  }
}

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

  /// Creates a report with a row for each object. `members` are the columns of a spreadsheet, and `cells` those of the table for people.
  public init(_ members: [String], _ columns: [Table.Column], rows: [(json: JSON, cells: [StyledText])]) {
    let sheet = Sheet(
      header: members,
      rows: rows.map { row in members.map { name in row.json[name].map { $0 == .null ? "" : $0.string ?? $0.text() } ?? "" } })
    self.init(
      rows.isEmpty ? [] : [.table(Table(columns, rows: rows.map(\.cells)))], json: .array(rows.map(\.json)), sheet: sheet)
  }

  public var plainRows: [[String]] { ownPlainRows ?? blocks.flatMap(\.plainRows) }

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

/// Table for people.
public struct Table: Sendable, Hashable {
  /// A column and how it shares the width of the table.
  public struct Column: Sendable, Hashable {
    public let title: String
    public var alignment: Alignment
    /// Order in which columns shrink and disappear if the table is too wide: highest first, 0 last.
    public var expendability: Int
    /// Minimum width; the column is omitted rather than made narrower.
    public var minimum: Int
    /// Whether the column shrinks to its minimum to keep a more expendable one that cannot shrink.
    public var yields = false

    public init(_ title: String, _ alignment: Alignment = .leading, expendability: Int = 1, minimum: Int = 6) {
      self.title = title.printable
      self.alignment = alignment
      self.expendability = expendability
      self.minimum = minimum
    }
  }

  public var columns: [Column]
  /// Each row has a cell for every column.
  public var rows: [[StyledText]]
  /// The same rows with shorter texts, for where ``rows`` do not fit.
  public var shortRows: [[StyledText]]?

  public init(_ columns: [Column], rows: [[StyledText]], shortRows: [[StyledText]]? = nil) {
    self.columns = columns
    self.rows = rows
    self.shortRows = shortRows
  }
}
