import Presentation

/// The looks of the first screen and of the crawl.
extension Canvas {
  private static let wordmark = [
    "█ █ █▀█ █   █▀█ █▀▀ █▀█ █▀█ █▄ █",
    "█▀█ █ █ █   █ █ █   █▀▄ █ █ █ ▀█",
    "▀ ▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀ ▀ ▀▀▀ ▀  ▀",
  ]

  /// Draws the wordmark in the middle of `rect` if there is room, and stars in the empty rows of `sky`.
  mutating func putWordmark(in rect: Rect, below sky: Rect) {
    if rect.rows > Self.wordmark.count, let width = Self.wordmark.first?.count, rect.columns > width {
      let row = rect.row + (rect.rows - Self.wordmark.count + 1) / 2
      for (offset, line) in Self.wordmark.enumerated() {
        put(line, .title, column: rect.column + (rect.columns - width) / 2, row: row + offset, width: width)
      }
    }
    guard theme.hasFaintColor else { return }
    let blank = Cell(" ", theme.style(.text))
    for row in sky.row..<sky.row + sky.rows {
      let columns = sky.column..<sky.column + sky.columns
      guard columns.allSatisfy({ frame.cells[row * frame.columns + $0] == blank }) else { continue }
      for column in columns {
        var hash = UInt32(truncatingIfNeeded: column &* 374_761_393 &+ row &* 668_265_263)
        hash = (hash ^ (hash >> 13)) &* 1_274_126_177
        guard (hash >> 8) % 71 == 0 else { continue }
        put((hash >> 20) % 3 == 0 ? "." : "·", (hash >> 24) % 5 == 0 ? .muted : .rule, column: column, row: row, width: 1)
      }
    }
  }
}
