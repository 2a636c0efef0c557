import Presentation

/// A horizontal bar: `━━━━━━╸───────`.
enum Bar {
  /// Returns a bar of `columns` columns, filled up to `share` (0 to 1) in steps of half a column.
  static func text(_ share: Double, columns: Int, _ role: Role = .text) -> StyledText {
    guard columns > 0 else { return StyledText() }
    let halves = share.isFinite ? Int((min(1, max(0, share)) * Double(2 * columns)).rounded()) : 0
    let full = halves / 2
    let half = halves % 2
    return StyledText(String(repeating: "━", count: full) + (half == 1 ? "╸" : ""), role)
      + StyledText(String(repeating: "─", count: columns - full - half), .rule)
  }
}
