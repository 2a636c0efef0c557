extension Threshold {
  /// Completes "expected …" in an error.
  static let expected = "conditions such as p99<5ms, errors>0.1% or rate<900 (p50 to p99.99, max, mean, rate, errors, wrong, missed, hits)"

  /// Parses conditions separated by commas: `p99>5ms,errors>0.1%`; `nil` if one is invalid.
  static func list(_ text: String) -> [Threshold]? {
    var thresholds: [Threshold] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let threshold = Threshold(part.filter { $0 != " " }) else { return nil }
      thresholds.append(threshold)
    }
    return thresholds
  }

  /// Parses a condition without spaces.
  init?(_ text: String) {
    let found = Comparison.allCases.lazy.compactMap { comparison in text.firstRange(of: comparison.rawValue).map { (comparison, $0) } }
      .first
    guard let (comparison, range) = found, let metric = Metric(name: text[..<range.lowerBound]),
      let (limit, unit) = metric.limit(text[range.upperBound...])
    else { return nil }
    self.init(text: text, metric: metric, comparison: comparison, limit: limit, unit: unit)
  }
}

extension Metric {
  init?(name: some StringProtocol) {
    switch name {
    case "max": self = .maximum
    case "mean": self = .mean
    case "rate": self = .rate
    case "errors": self = .errors
    case "wrong": self = .wrong
    case "missed": self = .missed
    case "hits": self = .hits
    default:
      guard name.hasPrefix("p"), let percentile = Decimal.parse(name.dropFirst()), percentile > 0, percentile < 100 else { return nil }
      self = .percentile(percentile)
    }
  }

  /// Parses the value that a figure is compared with: a duration for latencies, a number for a rate, a percentage for hits, and a percentage
  /// or a number for counts.
  fileprivate func limit(_ text: some StringProtocol) -> (Double, Unit)? {
    switch self {
    case .percentile, .maximum, .mean: return DurationText.parse(text).map { ($0 / .nanoseconds(1), .nanoseconds) }
    case .rate: return Decimal.parse(text).map { ($0, .number) }
    case .hits: return Self.percentage(text)
    case .errors, .wrong, .missed: return text.hasSuffix("%") ? Self.percentage(text) : Decimal.parse(text).map { ($0, .number) }
    }
  }

  private static func percentage(_ text: some StringProtocol) -> (Double, Unit)? {
    guard text.hasSuffix("%"), let percent = Decimal.parse(text.dropLast()), percent <= 100 else { return nil }
    return (percent / 100, .share)
  }
}
