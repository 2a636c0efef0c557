import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// A record's fields as lines of text, and the positions that the cursor can visit: each value, and each referenced record.
struct RecordLayout: Sendable, Hashable {
  /// A text on a line. `row` is its cursor position; `nil` for labels and headings.
  struct Segment: Sendable, Hashable {
    var column: Int
    var text: StyledText
    var row: Int?
  }

  /// A cursor position.
  struct Row: Sendable, Hashable {
    var text: String
    /// The record that it refers to.
    var reference: Reference?
    /// Its lines; long texts have several.
    var lines: Range<Int>
    var column: Int
  }

  /// A value that a bar can compare with those of other records.
  struct Magnitude: Sendable, Hashable {
    /// The canonical key of the field.
    var field: String
    var number: Double
    var line: Int
  }

  private(set) var lines: [[Segment]] = []
  private(set) var rows: [Row] = []
  private(set) var magnitudes: [Magnitude] = []
  /// The column of all bars; `nil` if there is no room beside the values.
  var barColumn: Int? {
    let widest = magnitudes.reduce(0) { max($0, Self.end(of: lines[$1.line])) }
    return magnitudes.isEmpty || widest + Self.gap + Self.minBarWidth > width ? nil : widest + Self.gap
  }

  /// Columns between labels and values, and between the columns of a grid.
  static let gap = 2
  /// Number of references from which they are arranged in a grid.
  private static let gridThreshold = 7
  /// Width of a grid column with the gap behind it; a longer name takes two.
  private static let gridPitch = 26
  static let minBarWidth = 8
  static let maxBarWidth = 24
  /// Width that labels of more than a third of the width leave to the values.
  private static let leastValueWidth = 17

  private var labelWidth = 0
  private let width: Int

  /// Lays out a record; nothing without one.
  init(_ record: Record?, _ names: ReferenceWording, width: Int) {
    // Screens with less room show no record.
    self.width = max(24, width)
    guard let record else { return }
    let wording = names.wording
    func label(of row: Section.Row) -> String { wording.label(of: row, in: record.reference.kind).printable }
    // Long texts come last, after the references that can be followed.
    let all = record.sections(showingAbsent: wording.showsAbsent)
    let sections = all.filter { !$0.isProse } + all.filter(\.isProse)
    let companions = Companions(of: record, names.records, names.kinds).list
    // The label has its room before the companions are known, so that the values keep their column.
    let companionLabel = Companions.films(of: record).count > 1 ? wording.language.say("Appears with") : ""
    let widest = sections.flatMap(\.rows).reduce(companionLabel.columns) { max($0, label(of: $1).columns) }
    labelWidth = min(widest, max(8, self.width / 3, self.width - Self.gap - Self.leastValueWidth))
    let lastWithReferences = sections.lastIndex { section in section.rows.contains { !$0.value.references.isEmpty } }
    for (index, section) in sections.enumerated() {
      if index > 0 { lines.append([]) }
      // A heading marks the fields that come from the origin unchanged.
      if section.rows.contains(where: { record.extras[$0.key] != nil }) {
        lines.append([Segment(column: 0, text: StyledText(wording.heading(of: section), .title))])
      }
      for row in section.rows { add(row, label: label(of: row), names) }
      if index == lastWithReferences, !companions.isEmpty {
        lines.append([])
        add(companions, label: companionLabel, names)
      }
    }
  }

  /// Returns the column behind the last segment.
  private static func end(of line: [Segment]) -> Int { line.last.map { $0.column + $0.text.columns } ?? 0 }

  // MARK: Adding lines

  /// Puts a label before the lines from `start` on, or above them.
  private mutating func addLabel(_ label: String, at start: Int, isBelow: Bool = false) {
    let text = StyledText(label, .muted).truncated(to: isBelow ? width : labelWidth)
    lines[start].insert(Segment(column: 0, text: text), at: 0)
  }

  private mutating func add(_ row: Section.Row, label: String, _ names: ReferenceWording) {
    // Prose needs wider columns than facts.
    let isBelow = row.value.isProse && width - labelWidth - 2 * Self.gap < 40
    let (start, column) = (lines.count, isBelow ? Self.gap : labelWidth + Self.gap)
    if isBelow { lines.append([]) }
    switch row.value {
    case .reference, .references: add(row.value.references, names, column)
    case .absent: add(names.wording.text(of: row.value), .muted, column)
    case .text, .words, .quantity, .date: add(names.wording.text(of: row.value), .text, column)
    }
    addLabel(label, at: start, isBelow: isBelow)
    if let number = row.value.magnitude, lines.count == start + 1 {
      magnitudes.append(Magnitude(field: row.key, number: number, line: start))
    }
  }

  /// Adds the people who are in the most of the same films, with the number of films behind the names.
  private mutating func add(_ companions: [Companions.Companion], label: String, _ names: ReferenceWording) {
    let start = lines.count
    add(companions.map(\.reference), names, labelWidth + Self.gap, inGrid: false)
    let end = lines[start...].reduce(0) { max($0, Self.end(of: $1)) } + Self.gap
    for (line, companion) in zip(start..., companions) {
      let count = StyledText(names.wording.language.say(.sharedFilms(companion.films)), .muted)
      if end + count.columns <= width { lines[line].append(Segment(column: end, text: count)) }
    }
    addLabel(label, at: start)
  }

  private mutating func add(_ text: String, _ role: Role, _ column: Int) {
    let start = lines.count
    for (index, paragraph) in text.split(separator: "\n\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.append([]) }
      for line in String(paragraph).wrapped(to: min(max(1, width - column), 72)) {
        lines.append([Segment(column: column, text: StyledText(line, role), row: rows.count)])
      }
    }
    rows.append(Row(text: text, lines: start..<lines.count, column: column))
  }

  /// Adds references one below the other or, if there are many, as a grid, row by row.
  private mutating func add(_ references: [Reference], _ names: ReferenceWording, _ start: Int, inGrid mayBeGrid: Bool = true) {
    let prefixes = names.prefixWidth(of: references)
    let slots = !mayBeGrid || references.count < Self.gridThreshold ? 1 : max(1, (width - start + Self.gap) / Self.gridPitch)
    var used = slots
    for reference in references {
      let text = names.text(of: reference, prefix: prefixes)
      let needed = max(1, min(slots, (text.columns + Self.gap + Self.gridPitch - 1) / Self.gridPitch))
      if used + needed > slots {
        lines.append([])
        used = 0
      }
      let column = start + used * Self.gridPitch
      lines[lines.count - 1].append(Segment(column: column, text: text.truncated(to: width - column), row: rows.count))
      rows.append(Row(text: names.name(of: reference), reference: reference, lines: lines.count - 1..<lines.count, column: column))
      used += needed
    }
  }

  // MARK: Cursor positions

  /// Returns the line and the column where a position begins.
  func place(of row: Int) -> (line: Int, column: Int) { (rows[row].lines.lowerBound, rows[row].column) }

  /// Returns the position on or nearest to a line and a column.
  func row(nearest line: Int, _ column: Int) -> Int? {
    func distance(_ row: Row) -> Int {
      row.lines.contains(line) ? 0 : min(abs(row.lines.lowerBound - line), abs(row.lines.upperBound - 1 - line))
    }
    return rows.indices.min {
      (distance(rows[$0]), abs(rows[$0].column - column), $0) < (distance(rows[$1]), abs(rows[$1].column - column), $1)
    }
  }
}

extension Section {
  /// Whether the section holds a text of several paragraphs.
  fileprivate var isProse: Bool { rows.contains { $0.value.isProse } }
}

/// The areas of the record page.
struct RecordPane: Sendable, Hashable {
  /// One row: the name, with the reference at its end.
  let title: Rect
  /// The kind and the freshness; `nil` on screens with few rows.
  let subtitle: Rect?
  /// The fields; they scroll.
  let content: Rect

  init(_ pane: Rect) {
    let inner = Rect(column: pane.column + min(2, pane.columns), row: pane.row, columns: pane.columns - 3, rows: pane.rows)
    title = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: min(1, inner.rows))
    let isRoomy = pane.rows >= 14
    subtitle = isRoomy ? inner.line(1) : nil
    content = inner.droppingRows(isRoomy ? 3 : 1)
  }
}

/// Formats references to records: by name if it is known.
struct ReferenceWording: Sendable {
  let records: RecordStore
  let kinds: Kinds
  let wording: Wording

  init(_ records: RecordStore, _ kinds: Kinds, _ wording: Wording) { (self.records, self.kinds, self.wording) = (records, kinds, wording) }

  /// Returns the printable name, or the reference if the name is not known.
  func name(of reference: Reference) -> String { records.name(of: reference)?.printable ?? reference.description }

  /// Returns the word for a record of the kind: `person`.
  func word(for kind: KindName) -> String { kinds[kind].map(wording.singular(of:)) ?? kind.text }

  /// Returns the title of a list of the kind: `People`.
  func title(of kind: KindName) -> String { kinds[kind].map(wording.title(of:)) ?? kind.text.printable }

  /// Returns the label of a field of the kind: `Born`.
  func label(of key: String, in kind: KindName) -> String {
    kinds[kind]?.fields.first { $0.key == key }.map { wording.label(of: $0, in: kind) } ?? key.printable
  }

  /// Returns the name, an ellipsis while it is loading, or the reference and the error. `prefix` is the width of the number before
  /// the name, such as a film's episode.
  func text(of reference: Reference, prefix: Int = 0) -> StyledText {
    switch records.label(of: reference) {
    case .loaded(let record):
      let number = prefix > 0 ? StyledText((self.prefix(of: record) ?? "").padded(to: prefix) + " ", .muted) : StyledText()
      return number + StyledText(record.name.printable, .accent)
    case .loading, .empty: return StyledText("…", .muted)
    case .failed(let problem):
      let reason = problem.type == ProblemType.notFound ? wording.language.say(.notFound) : problem.title.printable
      return StyledText("\(reference) (\(reason))", .muted)
    }
  }

  func prefixWidth(of references: [Reference]) -> Int {
    references.reduce(0) { max($0, records.label(of: $1).value.flatMap { prefix(of: $0) }?.columns ?? 0) }
  }

  /// Returns the value of the kind's sort field if that is not the name: `IV`.
  private func prefix(of record: Record) -> String? {
    guard let kind = kinds[record.reference.kind], let key = kind.sortKeys.first, key != kind.fields.first?.key else { return nil }
    return record.display(key).map(wording.text(of:))
  }
}
