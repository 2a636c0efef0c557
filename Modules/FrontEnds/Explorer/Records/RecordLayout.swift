import Localization
public import Models
import OrderedJSON
public import Presentation
import TerminalText

/// A record's fields as lines of a screen, and the places on them that a cursor visits: each value, and each record that it points to.
public struct RecordLayout: Sendable, Hashable {
  /// A text on a line. `row` is the place it belongs to; labels and headings belong to none.
  public struct Piece: Sendable, Hashable {
    public var column: Int
    public var text: StyledText
    public var row: Int?
  }

  public struct Line: Sendable, Hashable {
    public var pieces: [Piece] = []
  }

  /// A place for the cursor.
  public struct Row: Sendable, Hashable {
    /// What it says, as it is copied.
    public var text: String
    /// Where it leads.
    public var reference: Reference?
    /// Its lines; more than one for long texts.
    public var lines: Range<Int>
    public var column: Int
  }

  public private(set) var lines: [Line] = []
  public private(set) var rows: [Row] = []

  /// Between labels and values, and between the columns of a grid.
  static let gap = 2
  /// From that many records on they stand side by side.
  static let grid = 7
  /// Columns of a place in a grid; a longer name takes two.
  static let cell = 24

  private let labels: Int
  private let width: Int
  /// Values stand below their labels, for want of columns.
  private let isStacked: Bool

  public init(_ record: Record, _ names: ReferenceWording, width: Int) {
    let wording = names.wording
    self.width = max(8, width)
    let kind = record.reference.kind
    // Who reads on wants to go on: long texts come after what can be followed.
    let sections = record.sections.filter { !$0.isProse } + record.sections.filter(\.isProse)
    let widest = sections.flatMap(\.rows).reduce(0) { max($0, wording.label(of: $1, in: kind).printable.columns) }
    labels = min(widest, max(8, self.width / 3))
    isStacked = self.width - labels - Self.gap < 14
    for (index, section) in sections.enumerated() {
      if index > 0 { lines.append(Line()) }
      // Raw members of the origin are no words of ours, which the heading says.
      if section.rows.contains(where: { record.extras[$0.key] != nil }) {
        lines.append(Line(pieces: [Piece(column: 0, text: StyledText(wording.heading(of: section), .title), row: nil)]))
      }
      for row in section.rows {
        add(row, label: wording.label(of: row, in: kind).printable, names: names)
      }
    }
  }

  /// Columns beside the labels.
  private var room: Int { max(1, width - (isStacked ? 0 : labels) - Self.gap) }

  private mutating func add(_ row: Section.Row, label: String, names: ReferenceWording) {
    let start = lines.count
    // Prose wants broader columns than facts do.
    let isBelow = isStacked || (row.value.isProse && room < 40)
    let indent = isBelow ? Self.gap : labels + Self.gap
    if isBelow { lines.append(Line()) }
    switch row.value {
    case .reference(let reference): add([reference], names, indent)
    case .references(let references): add(references, names, indent)
    case .absent: add(names.wording.text(of: row.value), .muted, indent)
    case .text, .words, .quantity, .date: add(names.wording.text(of: row.value), .text, indent)
    }
    lines[start].pieces.insert(Piece(column: 0, text: StyledText(label, .muted).fitted(to: isBelow ? width : labels), row: nil), at: 0)
  }

  private mutating func add(_ text: String, _ role: Role, _ indent: Int) {
    let start = lines.count
    for (index, paragraph) in text.split(separator: "\n\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.append(Line()) }
      for line in String(paragraph).wrapped(to: min(max(1, width - indent), 72)) {
        lines.append(Line(pieces: [Piece(column: indent, text: StyledText(line, role), row: rows.count)]))
      }
    }
    rows.append(Row(text: text, reference: nil, lines: start..<lines.count, column: indent))
  }

  /// One below the other, or where there are many in a grid, line by line.
  private mutating func add(_ references: [Reference], _ names: ReferenceWording, _ indent: Int) {
    let prefixes = names.prefixWidth(of: references)
    let slots = references.count < Self.grid ? 1 : max(1, (room + Self.gap) / (Self.cell + Self.gap))
    var used = slots
    for reference in references {
      let text = names.text(of: reference, prefix: prefixes)
      let needed = min(slots, (text.columns + Self.gap + Self.cell + Self.gap - 1) / (Self.cell + Self.gap))
      if used + needed > slots {
        lines.append(Line())
        used = 0
      }
      let column = indent + used * (Self.cell + Self.gap)
      lines[lines.count - 1].pieces.append(Piece(column: column, text: text.fitted(to: width - column), row: rows.count))
      rows.append(Row(text: names.name(of: reference), reference: reference, lines: lines.count - 1..<lines.count, column: column))
      used += max(1, needed)
    }
  }
}

extension Section {
  /// It holds a text of several paragraphs.
  var isProse: Bool { rows.contains { $0.value.isProse } }
}
