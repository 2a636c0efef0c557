/// A figure that was measured once a round.
public struct Series: Sendable, Hashable {
  public let name: String
  /// `/s`, `µs`, `ms`, …
  public let unit: String
  public let values: [Double]

  public init(_ name: String, unit: String, _ values: [Double]) {
    self.name = name
    self.unit = unit
    self.values = values
  }

  /// NaN without values.
  public var median: Double { Self.median(of: values) }
  public var spread: ClosedRange<Double> { Self.spread(of: values) }

  /// Returns the value in the middle, or the mean of the two in the middle; NaN without values.
  static func median(of values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  static func spread(of values: [Double]) -> ClosedRange<Double> {
    guard let least = values.min(), let most = values.max() else { return 0...0 }
    return least...most
  }
}
