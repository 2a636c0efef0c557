/// The layout of the help: entries of equal width in as many columns as fit.
struct HelpLayout: Sendable, Hashable {
  enum Cell: Sendable, Hashable {
    case heading(HelpSection.Heading)
    case action(Action)
    /// The keys of the tabs, from the first to the one with this number.
    case tabs(Int)
    /// The empty line between two sections.
    case gap
  }

  /// Width of an entry, including the space after it, and width of its keys.
  static let width = 36
  static let keys = 13

  let panel: PanelLayout
  /// The cells, column by column.
  let columns: [[Cell]]

  init(_ sections: [HelpSection], in area: Rect) {
    let count = min(max(1, (area.columns - 4) / Self.width), sections.count)
    columns = Self.distributed(sections, to: count)
    let lines = columns.map(\.count).max() ?? 0
    panel = PanelLayout(area, columns: min(area.columns - 4, count * Self.width), rows: lines, hasField: false)
  }

  var lines: Int { columns.map(\.count).max() ?? 0 }
  /// The largest scroll offset.
  var maxTop: Int { max(0, lines - panel.rows.rows) }

  /// Distributes the sections over `count` columns. Each section goes, as a whole, to the shortest column so far.
  private static func distributed(_ sections: [HelpSection], to count: Int) -> [[Cell]] {
    var columns = [[Cell]](repeating: [], count: max(1, count))
    for section in sections {
      let shortest = columns.indices.min { (columns[$0].count, $0) < (columns[$1].count, $1) } ?? 0
      if !columns[shortest].isEmpty { columns[shortest].append(.gap) }
      columns[shortest].append(.heading(section.heading))
      columns[shortest] += section.actions.map { .action($0) }
      if section.tabs > 0 { columns[shortest].append(.tabs(section.tabs)) }
    }
    return columns
  }
}
