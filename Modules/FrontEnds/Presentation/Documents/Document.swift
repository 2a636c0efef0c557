public import OrderedJSON
import TerminalText

/// What a command has to say, before anyone decides how it looks. An ``OutputFormat`` writes it.
///
/// Each part is made when it is asked for: a format takes one of them and pays for that one.
public protocol Document: Sendable {
  /// For people, top to bottom.
  var blocks: [Block] { get }
  /// For programs: the whole in one value, its members in a stable order.
  var json: JSON { get }
  /// For programs that read line by line: one value a record.
  var lines: [JSON] { get }
  /// For spreadsheets.
  var sheet: Sheet { get }
}

extension Document {
  public var lines: [JSON] { json.array ?? [json] }
}

/// A part of a document that people read.
public enum Block: Sendable, Hashable {
  /// What the document is about, and in short how to name it.
  case title(String, aside: String = "")
  case heading(String)
  case facts([Fact])
  case table(Table)
  /// Paragraphs, lines unbroken.
  case prose([String])
}

/// One line of a detail view: a value, or several that are set as a list.
public struct Fact: Sendable, Hashable {
  /// Between two values.
  public static let separator = StyledText(" · ", .muted)

  public let label: String
  public var values: [StyledText]

  public init(_ label: String, _ value: StyledText) { self.init(label, values: [value]) }

  public init(_ label: String, values: [StyledText]) {
    self.label = label.printable
    self.values = values
  }

  /// All values in one line.
  public var line: StyledText { values.joined(by: Self.separator) }
}

/// Rows of plain values under the names of their columns; every row is as long as `header`.
public struct Sheet: Sendable, Hashable {
  public var header: [String]
  public var rows: [[String]]

  public init(header: [String], rows: [[String]]) {
    self.header = header
    self.rows = rows
  }
}
