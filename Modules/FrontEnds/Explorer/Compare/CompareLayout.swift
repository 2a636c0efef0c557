public import Presentation
import TerminalText

/// Records side by side as lines of a screen: labels at the left, then as many columns as fit.
public struct CompareLayout: Sendable, Hashable {
  /// One line of a row.
  public struct Line: Sendable, Hashable {
    /// Empty on the lines of a row that follow its first.
    public var label: String
    /// One a column that is shown; `nil` where a record has nothing on this line.
    public var cells: [StyledText?]
    public var differs: Bool
  }

  /// Narrower columns say too little.
  static let narrowest = 22
  /// Wider ones tear apart what should be seen together.
  static let widest = 36
  static let gap = 2

  /// Which of the columns are shown, the selected one among them.
  public let columns: Range<Int>
  public let labelWidth: Int
  public let columnWidth: Int
  public let lines: [Line]

  /// `comparison` has a column for each of `count` records, or fewer while some are not loaded: `places` says which column each has there.
  public init(_ comparison: Comparison, places: [Int?], selected: Int, width: Int) {
    let labels = comparison.rows.reduce(0) { max($0, $1.label.columns) }
    labelWidth = min(max(8, labels), max(8, width / 3))
    let room = max(1, width - labelWidth - Self.gap)
    let shown = min(places.count, max(1, (room + Self.gap) / (Self.narrowest + Self.gap)))
    columnWidth = min(Self.widest, max(1, (room + Self.gap) / max(1, shown) - Self.gap))
    let first = min(max(0, selected - shown + 1), max(0, places.count - shown))
    columns = first..<min(places.count, first + shown)
    let visible = places[columns]
    let columnWidth = columnWidth
    lines = comparison.rows.flatMap { row in
      let cells = visible.map { place in place.map { Self.cell(row.cells[$0], row, columnWidth) } ?? [] }
      return (0..<cells.reduce(1) { max($0, $1.count) }).map { line in
        Line(label: line == 0 ? row.label : "", cells: cells.map { $0.indices.contains(line) ? $0[line] : nil }, differs: row.differs)
      }
    }
  }

  /// Entry by entry, wrapped. What differs stands out; what is the same, and what all point to, steps back.
  private static func cell(_ entries: [Comparison.Entry], _ row: Comparison.Row, _ width: Int) -> [StyledText] {
    entries.flatMap { entry in
      (row.differs && !entry.isShared ? entry.text : StyledText(entry.text.text, .muted)).wrapped(to: width)
    }
  }

  /// Where a column that is shown begins, from the left of the pane.
  public func start(of column: Int) -> Int { labelWidth + Self.gap + (column - columns.lowerBound) * (columnWidth + Self.gap) }
}
