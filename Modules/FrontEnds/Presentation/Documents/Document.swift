public import OrderedJSON
import Text

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
