/// Figures as people read them.
enum FigureText {
  /// Returns an integer from 1,000 on, and two decimals below.
  static func text(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "–" }
    if value.magnitude >= 1_000 { return "\(Int(value.rounded()))" }
    let hundredths = Int((value.magnitude * 100).rounded())
    return "\(value < 0 && hundredths > 0 ? "-" : "")\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  static func range(_ range: ClosedRange<Double>) -> String { "\(text(range.lowerBound)) – \(text(range.upperBound))" }

  /// Returns a change in percent with its sign: `+4.2 %`.
  static func percent(_ share: Double) -> String {
    guard share.isFinite else { return "–" }
    let tenths = Int((share.magnitude * 1_000).rounded())
    return "\(share < 0 && tenths > 0 ? "-" : "+")\(tenths / 10).\(tenths % 10) %"
  }
}
