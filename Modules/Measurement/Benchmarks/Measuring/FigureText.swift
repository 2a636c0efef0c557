import LoadReports

/// Figures as people read them.
enum FigureText {
  /// Returns an integer from 1,000 on, and two decimals below.
  static func text(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "–" }
    return Quantity.decimal(value, digits: value.magnitude >= 1_000 ? 0 : 2)
  }

  static func range(_ range: ClosedRange<Double>) -> String { "\(text(range.lowerBound)) – \(text(range.upperBound))" }
}
