/// How much worse a metric may become: `p99=10%`.
public struct RegressionLimit: Sendable, Hashable, CustomStringConvertible {
  public let metric: Metric
  /// The allowed change for the worse as a share of the old value, 0.1 for 10 %. For errors, the allowed growth of their share.
  public let allowed: Double

  public init(_ metric: Metric, allowed: Double) {
    self.metric = metric
    self.allowed = allowed
  }

  /// Reads the value of the option `--max-regress`: a metric, `=` and a percentage.
  public init(parsing text: String) throws(ReportError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let metric = Metric(name: parts[0]), let allowed = Self.percentage(parts[1]) else {
      throw ReportError(
        .invalidLimit,
        "invalid limit '\(text)': expected METRIC=PERCENT with a metric of p50, p99.9 and so on, max, mean, rate or errors, such as p99=10%"
      )
    }
    self.init(metric, allowed: allowed)
  }

  private static func percentage(_ text: Substring) -> Double? {
    guard text.last == "%", text.first?.isASCII == true, text.first?.isNumber == true, text.utf8.count <= 12,
      let percent = Double(text.dropLast()), percent.isFinite, percent <= 1e6
    else { return nil }
    return percent / 100
  }

  public var description: String { "\(metric)=\(Quantity.short(allowed * 100, digits: 9))%" }
}
