import LoadReports

/// A condition on the figures of a run, for `--slo`, `--fail-if` and `--abort-if`: `p99<5ms`, `errors>0.1%`, `rate<900`.
struct Threshold: Sendable, Hashable {
  enum Comparison: String, Sendable, CaseIterable {
    // Longer operators first, because `<` begins `<=`.
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"

    func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .atMost: left <= right
      case .atLeast: left >= right
      case .less: left < right
      case .greater: left > right
      }
    }
  }

  /// The condition as the user wrote it, without spaces.
  let text: String
  let metric: Metric
  let comparison: Comparison
  /// In the unit of the metric; see ``Metric/value(in:as:)``.
  let limit: Double
  let unit: Metric.Unit

  /// Returns whether the condition holds. Without a value to compare it does not: a run without answers has no percentiles.
  func holds(for figures: RunFigures) -> Bool {
    metric.value(in: figures, as: unit).map { comparison.holds($0, limit) } ?? false
  }

  /// Returns the measured value with its unit: `7.20 ms`, `0.3 %`.
  func measured(in figures: RunFigures) -> String { metric.value(in: figures, as: unit).map(unit.text) ?? "nothing measured" }
}

/// The figures of a run that conditions refer to.
struct RunFigures: Sendable {
  let measurements: Measurements
  /// See ``LoadPlan/seconds(until:isCompleted:)``.
  let seconds: Double
}

/// A figure of a run, by the name that conditions use.
enum Metric: Sendable, Hashable {
  /// The latency, from the intended send time, that this percentage of the requests does not exceed.
  case percentile(Double)
  case maximum, mean
  /// Successful requests per second.
  case rate
  /// Requests without an answer, with an error status or with a wrong body.
  case errors
  /// Bodies that differ from what was expected.
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

    func text(_ value: Double) -> String {
      switch self {
      case .nanoseconds: Quantity.duration(value)
      case .share: Quantity.percent(value)
      case .number: value >= 1_000 ? Quantity.count(Int(min(value, 1e15).rounded())) : Decimal.text(value)
      }
    }
  }

  /// Returns the figure in nanoseconds for latencies, or else as a share or a number; `nil` without a value. A rate is never a share, and
  /// hits are never a number.
  func value(in figures: RunFigures, as unit: Unit) -> Double? {
    let measurements = figures.measurements
    let latency = measurements.latency
    switch self {
    case .percentile(let percentile): return latency.count > 0 ? Double(latency.percentile(percentile)) : nil
    case .maximum: return latency.count > 0 ? Double(latency.maximum) : nil
    case .mean: return latency.count > 0 ? latency.mean : nil
    case .rate: return figures.seconds > 0 ? Double(measurements.succeeded) / figures.seconds : nil
    case .errors: return Self.part(measurements.errors, of: latency.count, unit)
    case .wrong: return Self.part(measurements.wrong, of: latency.count, unit)
    case .missed: return Self.part(measurements.missed, of: latency.count, unit)
    case .hits:
      let answers = measurements.cacheStatuses.values.reduce(0, +)
      return answers > 0 ? Double(measurements.cacheStatuses[CacheStatusLabel.hit] ?? 0) / Double(answers) : nil
    }
  }

  private static func part(_ count: Int, of total: Int, _ unit: Unit) -> Double? {
    guard unit == .share else { return Double(count) }
    return total > 0 ? Double(count) / Double(total) : nil
  }
}
