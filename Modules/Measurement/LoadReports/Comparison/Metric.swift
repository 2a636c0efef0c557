/// A figure of a run that conditions and comparisons name.
public enum Metric: Sendable, Hashable, CustomStringConvertible {
  /// The latency that `percent` of the requests did not exceed, 0 < `percent` < 100: `p99.9`.
  case percentile(Double)
  /// The largest latency: `max`.
  case maximum
  /// The mean latency: `mean`.
  case mean
  /// Successful requests per second: `rate`.
  case rate
  /// Failed requests as a share of those sent: `errors`.
  case errors

  /// The metrics that every comparison shows.
  public static let standard: [Metric] = [
    .percentile(50), .percentile(90), .percentile(95), .percentile(99), .percentile(99.9), .percentile(99.99), .maximum, .mean, .rate,
    .errors,
  ]

  /// Returns the metric with that name, such as `p99.9`, or `nil`.
  public init?(name: some StringProtocol) {
    switch name {
    case "max": self = .maximum
    case "mean": self = .mean
    case "rate": self = .rate
    case "errors": self = .errors
    default:
      let digits = name.dropFirst()
      guard name.first == "p", digits.first?.isNumber == true, digits.utf8.count <= 12,
        digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let percent = Double(digits), percent > 0, percent < 100
      else { return nil }
      self = .percentile(percent)
    }
  }

  public var description: String {
    switch self {
    case .percentile(let percent): "p\(Quantity.short(percent, digits: 9))"
    case .maximum: "max"
    case .mean: "mean"
    case .rate: "rate"
    case .errors: "errors"
    }
  }

  /// Whether more is better.
  var isBetterHigher: Bool { self == .rate }

  /// Returns the value for a run: nanoseconds, requests per second, or a share of 1. Returns `nil` if there are no requests to compute it
  /// from.
  public func value(in report: LoadReport) -> Double? { value(latency: report.latency, totals: report.totals) }

  func value(latency: LatencyDistribution, totals: LoadReport.Totals) -> Double? {
    switch self {
    case .percentile(let percent): latency.isEmpty ? nil : Double(latency.value(at: percent / 100))
    case .maximum: latency.isEmpty ? nil : Double(latency.maximum)
    case .mean: latency.isEmpty ? nil : latency.mean
    case .rate: totals.duration >= LoadReport.shortest ? totals.doneRate : nil
    case .errors: totals.sent > 0 ? totals.errorShare : nil
    }
  }

  /// Returns a value with its unit: `7.20 ms`, `1,000/s`, `0.1 %`.
  public func text(_ value: Double) -> String {
    switch self {
    case .percentile, .maximum, .mean: Quantity.duration(value)
    case .rate: Quantity.rate(value)
    case .errors: Quantity.percent(value)
    }
  }

  /// Returns the change from `old` to `new`: the difference for shares, otherwise relative to `old`. Returns `nil` if `old` is 0 and `new`
  /// is not.
  func change(from old: Double, to new: Double) -> Double? {
    if self == .errors || old == new { return new - old }
    return old > 0 ? new / old - 1 : nil
  }

  /// Returns a change with its sign: `+12.3 %`, for shares `+0.12 points`.
  func changeText(_ change: Double) -> String {
    guard self == .errors else { return Quantity.change(change) }
    let text = Quantity.decimal(change * 100, digits: 2)
    return (text == "0.00" ? "±" : change < 0 ? "" : "+") + text + " points"
  }
}
