import Models

/// A record's layout in its pane, for updates; empty while the record is not loaded.
struct RecordWindow {
  let rows: [RecordLayout.Row]
  /// Total number of lines.
  let lines: Int
  /// Number of visible lines.
  let height: Int

  init(_ reference: Reference, _ context: UpdateContext) {
    self.init(reference, context.cache, context.kinds, context.settings, context.layout)
  }

  init(_ reference: Reference, _ cache: RecordCache, _ kinds: Kinds, _ settings: Explorer.Settings, _ layout: ScreenLayout) {
    let pane = RecordPane(layout.detail)
    height = max(1, pane.content.rows)
    guard let record = RecordModel(reference).content(cache, settings).value else {
      (rows, lines) = ([], 0)
      return
    }
    let layout = RecordLayout(record, ReferenceWording(cache, kinds, settings.wording), width: pane.content.columns)
    (rows, lines) = (layout.rows, layout.lines.count)
  }

  /// Returns the position nearest by column on the next line, in that direction, that has one.
  func neighbour(of row: Int, _ direction: Int) -> Int? {
    let start = rows[row].lines
    let line =
      direction > 0
      ? rows.lazy.map(\.lines.lowerBound).filter { $0 >= start.upperBound }.min()
      : rows.lazy.map(\.lines.lowerBound).filter { $0 < start.lowerBound }.max()
    return line.flatMap { line in nearest(among: rows.indices.filter { rows[$0].lines.lowerBound == line }, rows[row].column) }
  }

  /// Returns the position on or nearest to a line and a column.
  func row(nearest line: Int, _ column: Int) -> Int? {
    func distance(_ row: RecordLayout.Row) -> Int {
      row.lines.contains(line) ? 0 : min(abs(row.lines.lowerBound - line), abs(row.lines.upperBound - 1 - line))
    }
    guard let least = rows.map(distance).min() else { return nil }
    return nearest(among: rows.indices.filter { distance(rows[$0]) == least }, column)
  }

  private func nearest(among candidates: [Int], _ column: Int) -> Int? {
    candidates.min { (abs(rows[$0].column - column), $0) < (abs(rows[$1].column - column), $1) }
  }
}
