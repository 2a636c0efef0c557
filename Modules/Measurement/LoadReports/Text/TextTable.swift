import TerminalText

/// Columns of text on a terminal. The first column is aligned to the left, the others to the right.
enum TextTable {
  /// Returns one line per row, without spaces at the end.
  static func lines(_ rows: [[String]]) -> [String] {
    let safe = rows.map { $0.map(\.printable) }
    let columns = safe.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in safe.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0 }
    return safe.map { row in
      let cells = zip(row, widths).enumerated().map { $1.0.padded(to: $1.1, $0 == 0 ? .leading : .trailing) }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
