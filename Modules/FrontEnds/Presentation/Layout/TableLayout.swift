import Text

/// Column widths of a table.
public struct TableLayout: Sendable, Hashable {
  /// Space between two columns.
  public static let gap = 2
  /// Width of each column; 0 for hidden columns.
  public let widths: [Int]

  /// Fits the table into `columns`; if `columns` is `nil`, each column has its natural width.
  ///
  /// The most expendable columns shrink first and are then hidden. Among equally expendable columns, the widest shrinks first and the last
  /// is hidden first. The first column is never hidden. Columns that yield shrink before a column that cannot shrink is hidden.
  public init(_ table: Table, within columns: Int?) {
    var widths = table.columns.map(\.heading.columns)
    for row in table.rows {
      for (index, cell) in row.enumerated() where index < widths.count { widths[index] = max(widths[index], cell.columns) }
    }
    self.init(widths, of: table.columns, within: columns)
  }

  /// Fits columns with the natural widths `natural` into `total`.
  package init(_ natural: [Int], of columns: [Table.Column], within total: Int?) {
    var widths = natural
    if let total { Self.shrink(&widths, columns, to: max(1, total)) }
    self.widths = widths
  }

  /// Returns the width of a table with these columns, without the hidden ones.
  package static func width(of widths: [Int]) -> Int { excess(widths, 0) }

  private static func shrink(_ widths: inout [Int], _ columns: [Table.Column], to total: Int) {
    let natural = widths
    // Columns shrink one by one, so a cell of any width costs at most `total` steps.
    widths = widths.map { min($0, total) }
    for level in Set(columns.map(\.expendability)).sorted(by: >) {
      let members = columns.indices.filter { columns[$0].expendability == level }
      while excess(widths, total) > 0 {
        let shrinkable = members.filter { widths[$0] > min(natural[$0], max(1, columns[$0].minimum)) }
        guard let widest = shrinkable.max(by: { (widths[$0], -$0) < (widths[$1], -$1) }) else { break }
        widths[widest] -= 1
      }
      for member in members.reversed() where member > 0 && excess(widths, total) > 0 {
        let canShrink = natural[member] > columns[member].minimum
        if canShrink || !shrinkYielding(&widths, columns, to: total) { widths[member] = 0 }
      }
    }
    // Only the first column is left, and it is too wide.
    if excess(widths, total) > 0, let first = widths.indices.first { widths[first] = total }
    grow(&widths, natural, to: total)
  }

  /// Shrinks the columns that yield until the table fits. Returns `false`, without a change, if they cannot shrink that much.
  private static func shrinkYielding(_ widths: inout [Int], _ columns: [Table.Column], to total: Int) -> Bool {
    var narrower = widths
    for index in columns.indices where columns[index].yields {
      narrower[index] -= max(0, min(widths[index] - max(1, columns[index].minimum), excess(narrower, total)))
    }
    guard excess(narrower, total) <= 0 else { return false }
    widths = narrower
    return true
  }

  /// Grows the visible columns into the space that hidden columns have freed.
  private static func grow(_ widths: inout [Int], _ natural: [Int], to total: Int) {
    for index in widths.indices where widths[index] > 0 {
      widths[index] += min(natural[index] - widths[index], max(0, -excess(widths, total)))
    }
  }

  private static func excess(_ widths: [Int], _ total: Int) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1) - total
  }

  /// Returns the lines of the table. Columns that do not fit into `columns` follow in tables below, each with the first column again.
  public static func lines(of table: Table, within columns: Int?) -> [StyledText] {
    var table = table
    if let columns, let short = table.shortRows, width(of: TableLayout(table, within: nil).widths) > columns { table.rows = short }
    let (layout, natural) = (TableLayout(table, within: columns), TableLayout(table, within: nil))
    let hidden = table.columns.indices.filter { layout.widths[$0] == 0 && natural.widths[$0] > 0 }
    guard !hidden.isEmpty else { return layout.lines(of: table) }
    // Where no column fits beside the first, the others stand alone.
    let kept = (layout.widths.dropFirst().contains { $0 > 0 } ? [0] : []) + hidden
    let rest = Table(kept.map { table.columns[$0] }, rows: table.rows.map { row in kept.filter(row.indices.contains).map { row[$0] } })
    return layout.lines(of: table) + [""] + lines(of: rest, within: columns)
  }

  /// Returns the header and the rows as lines without trailing spaces.
  public func lines(of table: Table) -> [StyledText] {
    let header = line(table.columns.map { StyledText($0.heading, .muted) }, table.columns)
    return [header] + table.rows.map { line($0, table.columns) }
  }

  private func line(_ cells: [StyledText], _ columns: [Table.Column]) -> StyledText {
    let shown = columns.indices.filter { widths[$0] > 0 && $0 < cells.count }
    var line = StyledText()
    for index in shown {
      let cell = cells[index].truncated(to: widths[index])
      let missing = String(repeating: " ", count: max(0, widths[index] - cell.columns))
      let gap = String(repeating: " ", count: index == shown.last ? 0 : Self.gap)
      switch columns[index].alignment {
      case .trailing: line += StyledText(missing) + cell + StyledText(gap)
      case .leading, .center: line += cell + StyledText(index == shown.last ? "" : missing + gap)
      }
    }
    return line.trimmed
  }
}

extension Table.Column {
  /// Title in capitals, which may be wider: GRÖSSE.
  fileprivate var heading: String { title.uppercased() }
}

extension StyledText {
  /// The text without trailing spaces.
  fileprivate var trimmed: StyledText {
    var trimmed = self
    while let last = trimmed.spans.last {
      let kept = last.text.reversed().drop { $0 == " " }.count
      if kept > 0 {
        trimmed.spans[trimmed.spans.count - 1] = Span(String(last.text.prefix(kept)), last.role)
        break
      }
      trimmed.spans.removeLast()
    }
    return trimmed
  }
}

extension StyledText {
  /// Returns the text truncated to `columns`, ending in an ellipsis in the role of the last visible span if it was cut.
  public func truncated(to columns: Int) -> StyledText {
    guard self.columns > columns else { return self }
    var kept = StyledText()
    var left = columns
    for span in spans {
      let width = span.text.columns
      if width < left {
        kept.spans.append(span)
        left -= width
      } else {
        // The ellipsis also stands for the spans that follow.
        kept.spans.append(Span((span.text + "…").truncated(to: left), span.role))
        break
      }
    }
    return kept
  }
}

/// Screen size in character cells.
public struct Viewport: Sendable, Hashable {
  public var columns, rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
