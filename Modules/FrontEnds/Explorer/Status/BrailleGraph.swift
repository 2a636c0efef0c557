/// Renders numbers over time as an area of braille dots, two numbers for each column and four steps for each row.
enum BrailleGraph {
  /// Returns `rows` lines of `columns` characters, the top line first, scaled to `top` or else to the largest of the shown values. The
  /// newest value is at the right end. Values that are not finite count as zero; each positive value has at least one dot.
  static func lines(_ values: [Double], columns: Int, rows: Int, top: Double? = nil) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    let shown = values.suffix(2 * columns).map { $0.isFinite ? max(0, $0) : 0 }
    let top = top ?? shown.max() ?? 0
    let heights = Array(repeating: 0, count: 2 * columns - shown.count) + shown.map { height(of: $0, top, steps: 4 * rows) }
    return (0..<rows).map { row in
      let floor = 4 * (rows - 1 - row)
      return String(
        String.UnicodeScalarView(
          (0..<columns).map { column in
            let left = Self.left[min(4, max(0, heights[2 * column] - floor))]
            let right = Self.right[min(4, max(0, heights[2 * column + 1] - floor))]
            // Braille patterns are the 256 scalars from U+2800 on.
            return Unicode.Scalar(0x2800 + left + right) ?? " "
          }))
    }
  }

  private static func height(of value: Double, _ top: Double, steps: Int) -> Int {
    guard value > 0, top > 0 else { return 0 }
    return min(steps, max(1, Int((value / top * Double(steps)).rounded())))
  }

  /// The dots of the left and the right half of a character, filled from the bottom.
  private static let left: [UInt32] = [0, 0x40, 0x44, 0x46, 0x47]
  private static let right: [UInt32] = [0, 0x80, 0xA0, 0xB0, 0xB8]
}
