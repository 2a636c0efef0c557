import Localization
import Models
import OrderedJSON
import Presentation
import TerminalText

/// A record's fields as lines of text, and the positions that the cursor can visit: each value, and each referenced record.
struct RecordLayout: Sendable, Hashable {
  /// A text on a line. `row` is its cursor position; `nil` for labels and headings.
  struct Segment: Sendable, Hashable {
    var column: Int
    var text: StyledText
    var row: Int?
  }

  struct Line: Sendable, Hashable {
    var segments: [Segment] = []
  }

  /// A cursor position.
  struct Row: Sendable, Hashable {
    /// The text to copy.
    var text: String
    /// The record that it refers to.
    var reference: Reference?
    /// Its lines; long texts have several.
    var lines: Range<Int>
    var column: Int
  }

  private(set) var lines: [Line] = []
  private(set) var rows: [Row] = []

  /// Columns between labels and values, and between the columns of a grid.
  static let gap = 2
  /// Number of references from which they are arranged in a grid.
  static let gridThreshold = 7
  /// Width of a grid column; a longer name takes two.
  static let gridColumnWidth = 24

  private let labelWidth: Int
  private let width: Int
  /// Whether values stand below their labels because the pane is narrow.
  private let isStacked: Bool

  init(_ record: Record, _ names: ReferenceWording, width: Int) {
    let wording = names.wording
    self.width = max(8, width)
    let kind = record.reference.kind
    // Long texts come last, after the references that can be followed.
    let sections = record.sections.filter { !$0.isProse } + record.sections.filter(\.isProse)
    let widest = sections.flatMap(\.rows).reduce(0) { max($0, wording.label(of: $1, in: kind).printable.columns) }
    labelWidth = min(widest, max(8, self.width / 3))
    isStacked = self.width - labelWidth - Self.gap < 14
    for (index, section) in sections.enumerated() {
      if index > 0 { lines.append(Line()) }
      // A heading marks the fields that come from the origin unchanged.
      if section.rows.contains(where: { record.extras[$0.key] != nil }) {
        lines.append(Line(segments: [Segment(column: 0, text: StyledText(wording.heading(of: section), .title), row: nil)]))
      }
      for row in section.rows {
        add(row, label: wording.label(of: row, in: kind).printable, names: names)
      }
    }
  }

  /// Columns beside the labels.
  private var room: Int { max(1, width - (isStacked ? 0 : labelWidth) - Self.gap) }

  private mutating func add(_ row: Section.Row, label: String, names: ReferenceWording) {
    let start = lines.count
    // Prose needs wider columns than facts.
    let isBelow = isStacked || (row.value.isProse && room < 40)
    let indent = isBelow ? Self.gap : labelWidth + Self.gap
    if isBelow { lines.append(Line()) }
    switch row.value {
    case .reference(let reference): add([reference], names, indent)
    case .references(let references): add(references, names, indent)
    case .absent: add(names.wording.text(of: row.value), .muted, indent)
    case .text, .words, .quantity, .date: add(names.wording.text(of: row.value), .text, indent)
    }
    lines[start].segments.insert(
      Segment(column: 0, text: StyledText(label, .muted).truncated(to: isBelow ? width : labelWidth), row: nil), at: 0)
  }

  private mutating func add(_ text: String, _ role: Role, _ indent: Int) {
    let start = lines.count
    for (index, paragraph) in text.split(separator: "\n\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.append(Line()) }
      for line in String(paragraph).wrapped(to: min(max(1, width - indent), 72)) {
        lines.append(Line(segments: [Segment(column: indent, text: StyledText(line, role), row: rows.count)]))
      }
    }
    rows.append(Row(text: text, reference: nil, lines: start..<lines.count, column: indent))
  }

  /// Adds references one below the other or, if there are many, as a grid, row by row.
  private mutating func add(_ references: [Reference], _ names: ReferenceWording, _ indent: Int) {
    let prefixes = names.prefixWidth(of: references)
    let slots = references.count < Self.gridThreshold ? 1 : max(1, (room + Self.gap) / (Self.gridColumnWidth + Self.gap))
    var used = slots
    for reference in references {
      let text = names.text(of: reference, prefix: prefixes)
      let needed = min(slots, (text.columns + Self.gap + Self.gridColumnWidth + Self.gap - 1) / (Self.gridColumnWidth + Self.gap))
      if used + needed > slots {
        lines.append(Line())
        used = 0
      }
      let column = indent + used * (Self.gridColumnWidth + Self.gap)
      lines[lines.count - 1].segments.append(Segment(column: column, text: text.truncated(to: width - column), row: rows.count))
      rows.append(Row(text: names.name(of: reference), reference: reference, lines: lines.count - 1..<lines.count, column: column))
      used += max(1, needed)
    }
  }
}

extension Section {
  /// Whether the section holds a text of several paragraphs.
  var isProse: Bool { rows.contains { $0.value.isProse } }
}
