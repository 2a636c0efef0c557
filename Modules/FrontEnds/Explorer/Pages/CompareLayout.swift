import Models
import Presentation
import Text

/// A comparison as lines of text: labels on the left, then as many record columns as fit.
struct CompareLayout: Sendable, Hashable {
  /// One line of a comparison row; long values span several lines.
  struct Line: Sendable, Hashable {
    /// The row's label; empty on continuation lines.
    var label: String
    /// One cell per visible column; `nil` where a record has no text on this line.
    var cells: [StyledText?]
    var differs: Bool
  }

  static let minColumnWidth = 22
  static let maxColumnWidth = 36
  static let gap = 2

  /// The visible columns. The selected column is always among them.
  let columns: Range<Int>
  let labelWidth: Int
  let columnWidth: Int
  let lines: [Line]

  /// Lays out `comparison`. `columnIndices` has one element per record on the page: its column in `comparison`, or `nil` while the record
  /// is not loaded.
  init(_ comparison: Comparison, columnIndices: [Int?], selected: Int, width: Int) {
    let labels = comparison.rows.reduce(0) { max($0, $1.label.columns) }
    labelWidth = min(max(8, labels), max(8, width / 3))
    let room = max(1, width - labelWidth - Self.gap)
    let shown = min(columnIndices.count, max(1, (room + Self.gap) / (Self.minColumnWidth + Self.gap)))
    columnWidth = min(Self.maxColumnWidth, max(1, (room + Self.gap) / max(1, shown) - Self.gap))
    let first = min(max(0, selected - shown + 1), max(0, columnIndices.count - shown))
    columns = first..<min(columnIndices.count, first + shown)
    let visible = columnIndices[columns]
    let columnWidth = columnWidth
    lines = comparison.rows.flatMap { row in
      let cells = Self.cells(of: row, Array(visible), columnWidth)
      return (0..<cells.reduce(1) { max($0, $1.count) }).map { line in
        Line(label: line == 0 ? row.label : "", cells: cells.map { $0.indices.contains(line) ? $0[line] : nil }, differs: row.differs)
      }
    }
  }

  /// Returns the lines of each visible cell. An entry that several records share is on the same lines in all of them.
  private static func cells(of row: Comparison.Row, _ visible: [Int?], _ width: Int) -> [[StyledText?]] {
    let largest = row.largest
    let most = row.magnitudes.compactMap(\.self).max() ?? 0
    var cells = visible.map { _ in [StyledText?]() }
    let columns = visible.map { index in index.map { row.cells[$0] } ?? [] }
    var counts: [Reference: Int] = [:]
    for reference in columns.flatMap({ $0.compactMap(\.reference) }) { counts[reference, default: 0] += 1 }
    var placed: Set<Reference> = []
    let shared = columns.joined().filter { entry in
      entry.reference.map { counts[$0, default: 0] > 1 && placed.insert($0).inserted } ?? false
    }
    // Those that most records share come first; their order is otherwise that of the columns.
    let order = shared.enumerated().sorted { left, right in
      (-count(left.element, counts), left.offset) < (-count(right.element, counts), right.offset)
    }.map(\.element)
    let byReference = columns.map { entries in
      Dictionary(entries.compactMap { entry in entry.reference.map { ($0, entry) } }) { first, _ in first }
    }
    var start = 0
    for reference in order.compactMap(\.reference) {
      var end = start
      for (column, entries) in byReference.enumerated() {
        guard let own = entries[reference] else { continue }
        cells[column] += Array(repeating: nil, count: start - cells[column].count)
        cells[column] += lines(of: own, row, width)
        end = max(end, cells[column].count)
      }
      start = end
    }
    for (column, entries) in columns.enumerated() {
      let own = entries.filter { entry in entry.reference.map { counts[$0, default: 0] < 2 } ?? true }
      if !own.isEmpty, !order.isEmpty { cells[column] += Array(repeating: nil, count: start - cells[column].count) }
      for entry in own {
        var lines: [StyledText?] = self.lines(of: entry, row, width)
        if let index = visible[column], let number = row.magnitudes[index], row.differs, largest.count > 0, lines.count == 1 {
          lines[0] = lines[0].map { addingBar(to: $0, number / most, isLargest: largest.contains(index), width) }
        }
        cells[column] += lines
      }
    }
    return cells
  }

  private static func count(_ entry: Comparison.Entry, _ counts: [Reference: Int]) -> Int { entry.reference.flatMap { counts[$0] } ?? 0 }

  /// Returns the wrapped text of an entry. Differing values are emphasised; equal and shared values are dimmed.
  private static func lines(of entry: Comparison.Entry, _ row: Comparison.Row, _ width: Int) -> [StyledText] {
    (row.differs && !entry.isShared ? entry.text : StyledText(entry.text.text, .muted)).wrapped(to: width)
  }

  /// Adds a bar that compares the number with the largest one, which is marked.
  private static func addingBar(to text: StyledText, _ share: Double, isLargest: Bool, _ width: Int) -> StyledText {
    let start = max(valueWidth, text.columns + 1)
    let room = width - start - 2
    guard room >= 4 else { return isLargest && text.columns + 2 <= width ? text + StyledText(" ▲", .good) : text }
    return text + StyledText(String(repeating: " ", count: start - text.columns)) + Bar.text(share, columns: min(maxBarWidth, room))
      + (isLargest ? StyledText(" ▲", .good) : StyledText())
  }

  /// Columns for a value beside a bar.
  private static let valueWidth = 10
  private static let maxBarWidth = 16

  /// Returns the offset of a visible column from the left edge of the pane.
  func start(of column: Int) -> Int { labelWidth + Self.gap + (column - columns.lowerBound) * (columnWidth + Self.gap) }
}
