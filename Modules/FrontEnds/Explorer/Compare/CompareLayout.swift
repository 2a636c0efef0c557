import Presentation
import TerminalText

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

  /// Minimum width of a record column.
  static let minColumnWidth = 22
  /// Maximum width of a record column.
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
      let cells = visible.map { index in index.map { Self.cell(row.cells[$0], row, columnWidth) } ?? [] }
      return (0..<cells.reduce(1) { max($0, $1.count) }).map { line in
        Line(label: line == 0 ? row.label : "", cells: cells.map { $0.indices.contains(line) ? $0[line] : nil }, differs: row.differs)
      }
    }
  }

  /// Returns the wrapped entries of a cell. Differing values are emphasised; equal and shared values are dimmed.
  private static func cell(_ entries: [Comparison.Entry], _ row: Comparison.Row, _ width: Int) -> [StyledText] {
    entries.flatMap { entry in
      (row.differs && !entry.isShared ? entry.text : StyledText(entry.text.text, .muted)).wrapped(to: width)
    }
  }

  /// Returns the offset of a visible column from the left edge of the pane.
  func start(of column: Int) -> Int { labelWidth + Self.gap + (column - columns.lowerBound) * (columnWidth + Self.gap) }
}
