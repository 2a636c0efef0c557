/// The figures of a run that conditions and comparisons refer to.
struct RunFigures: Sendable {
  var latency = LatencyDistribution()
  /// The seconds that the rate refers to.
  var seconds = 0.0
  var done = 0
  var errors = 0
  var wrong = 0
  var missed = 0
  var cacheStatuses = LoadReport.Tally()
}

extension RunFigures {
  init(_ measured: Measurements, seconds: Double) {
    self.init(
      latency: measured.latency.distribution, seconds: seconds, done: measured.succeeded, errors: measured.errors,
      wrong: measured.wrong, missed: measured.missed, cacheStatuses: LoadReport.Tally(measured.cacheStatuses))
  }

  init(_ report: LoadReport) {
    let totals = report.totals
    self.init(
      latency: report.latency, seconds: totals.duration, done: totals.done, errors: totals.errors,
      wrong: report.verification?.wrong ?? 0, missed: totals.missed, cacheStatuses: report.cacheStatuses)
  }
}

/// A figure of a run, by the name that conditions use.
enum Metric: Sendable, Hashable {
  /// The latency, from the intended send time, that this percentage of the requests does not exceed.
  case percentile(Double)
  case maximum, mean
  case rate
  /// Requests without an answer, with an error status or with a wrong body.
  case errors
  case wrong
  /// Requests that the generator sent late.
  case missed
  /// Answers that a cache served, of all answers with Cache-Status.
  case hits

  enum Unit: Sendable, Hashable {
    case nanoseconds
    /// From 0 to 1, written in percent.
    case share
    case number
    case perSecond

    func text(_ value: Double) -> String {
      switch self {
      case .nanoseconds: Quantity.duration(value)
      case .share: Quantity.percent(value)
      case .number: Quantity.count(Int(min(value, 1e15).rounded()))
      case .perSecond: Quantity.rate(value)
      }
    }
  }

  private static let names: [(name: String, metric: Metric)] = [
    ("max", .maximum), ("mean", .mean), ("rate", .rate), ("errors", .errors), ("wrong", .wrong), ("missed", .missed), ("hits", .hits),
  ]

  init?(name: some StringProtocol) {
    if let known = Self.names.first(where: { $0.name == name }) {
      self = known.metric
    } else {
      guard name.hasPrefix("p"), let percentile = Decimal.parse(name.dropFirst()), percentile > 0, percentile < 100 else { return nil }
      self = .percentile(percentile)
    }
  }

  var name: String {
    if case .percentile(let percent) = self { return "p\(Quantity.short(percent, digits: 9))" }
    return Self.names.first { $0.metric == self }?.name ?? ""
  }

  var unit: Unit {
    switch self {
    case .percentile, .maximum, .mean: .nanoseconds
    case .rate: .perSecond
    case .errors, .wrong, .missed, .hits: .share
    }
  }

  var isBetterHigher: Bool { self == .rate || self == .hits }

  /// Returns the figure; counts as a share of the requests that ended, unless `unit` is a number. `nil` without a value.
  func value(in figures: RunFigures, as unit: Unit) -> Double? {
    let latency = figures.latency
    func part(_ count: Int, of whole: Int) -> Double? {
      unit != .share ? Double(count) : whole > 0 ? Double(count) / Double(whole) : nil
    }
    switch self {
    case .percentile(let percent): return latency.isEmpty ? nil : Double(latency.value(at: percent / 100))
    case .maximum: return latency.isEmpty ? nil : Double(latency.maximum)
    case .mean: return latency.isEmpty ? nil : latency.mean
    case .rate: return figures.seconds > 1e-6 ? Double(figures.done) / figures.seconds : nil
    case .errors: return part(figures.errors, of: latency.count)
    case .wrong: return part(figures.wrong, of: latency.count)
    case .missed: return part(figures.missed, of: latency.count)
    case .hits: return part(figures.cacheStatuses[CacheStatusLabel.hit], of: figures.cacheStatuses.total)
    }
  }
}

/// A condition on the figures of a run, for `--slo`, `--fail-if` and `--abort-if`: `p99<5ms`, `errors>0.1%`, `rate<900`.
struct Threshold: Sendable, Hashable {
  /// Longer operators first, because `<` begins `<=`.
  private static let operators = ["<=", ">=", "<", ">"]

  /// The condition as the user wrote it, without spaces.
  let text: String
  let metric: Metric
  private let comparison: Int
  private let limit: Double
  private let unit: Metric.Unit

  /// Completes "expected …" in an error.
  static let expected = "conditions such as p99<5ms, errors>0.1% or rate<900 (p50 to p99.99, max, mean, rate, errors, wrong, missed, hits)"

  /// Parses conditions separated by commas: `p99>5ms,errors>0.1%`; `nil` if one is invalid.
  static func list(_ text: String) -> [Threshold]? {
    text.split(separator: ",", omittingEmptySubsequences: false).all { Threshold($0.filter { $0 != " " }) }
  }

  /// Parses a condition without spaces.
  init?(_ text: String) {
    guard let comparison = Self.operators.firstIndex(where: { text.contains($0) }),
      let range = text.firstRange(of: Self.operators[comparison]), let metric = Metric(name: text[..<range.lowerBound]),
      let (limit, unit) = Self.limit(text[range.upperBound...], of: metric)
    else { return nil }
    (self.text, self.metric, self.comparison, self.limit, self.unit) = (text, metric, comparison, limit, unit)
  }

  /// Parses a duration for latencies, a number for a rate, a percentage for hits, and a percentage or a number for counts.
  private static func limit(_ text: Substring, of metric: Metric) -> (Double, Metric.Unit)? {
    switch metric.unit {
    case .nanoseconds: DurationText.parse(text).map { ($0 / .nanoseconds(1), .nanoseconds) }
    case .perSecond: Decimal.parse(text).map { ($0, .perSecond) }
    case .share where metric == .hits || text.hasSuffix("%"): Decimal.percentage(text).flatMap { $0 <= 1 ? ($0, .share) : nil }
    case .share, .number: Decimal.parse(text).map { ($0, .number) }
    }
  }

  /// Returns whether the condition holds. Without a value to compare it does not: a run without answers has no percentiles.
  func holds(for figures: RunFigures) -> Bool {
    metric.value(in: figures, as: unit).map { [$0 <= limit, $0 >= limit, $0 < limit, $0 > limit][comparison] } ?? false
  }

  /// Returns the measured value with its unit: `7.20 ms`, `0.3 %`.
  func measured(in figures: RunFigures) -> String { metric.value(in: figures, as: unit).map(unit.text) ?? "nothing measured" }
}

/// How much worse a metric may become: `p99=10%`.
struct RegressionLimit: Sendable, Hashable {
  let metric: Metric
  /// The allowed change for the worse as a share of the old value, 0.1 for 10 %. For metrics that are shares, the allowed growth.
  let allowed: Double

  static let expected = "METRIC=PERCENT,… such as p99=10%,rate=5%"

  /// Parses limits separated by commas; `nil` if one is invalid.
  static func list(_ text: String) -> [RegressionLimit]? {
    text.split(separator: ",", omittingEmptySubsequences: false).all { part in
      let halves = part.split(separator: "=", omittingEmptySubsequences: false)
      guard halves.count == 2, let metric = Metric(name: halves[0]), let allowed = Decimal.percentage(halves[1]) else { return nil }
      return RegressionLimit(metric: metric, allowed: allowed)
    }
  }

  var text: String { "\(metric.name)=\(Quantity.short(allowed * 100, digits: 9))%" }
}

extension Sequence {
  /// Returns what `transform` makes of each element; `nil` if it makes nothing of one.
  func all<Value>(_ transform: (Element) -> Value?) -> [Value]? {
    var values: [Value] = []
    for element in self {
      guard let value = transform(element) else { return nil }
      values.append(value)
    }
    return values
  }
}
