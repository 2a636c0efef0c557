extension LoadReport {
  /// The file `NAME.csv`: a header and a line per interval, including the warm-up (RFC 4180, but with LF line ends for Unix tools).
  ///
  /// Latencies are nanoseconds. Cells of latencies are empty if no request ended in the interval, that of the intended rate in a closed
  /// loop. All cells are numbers, so nothing has to be quoted.
  var csv: String {
    var text =
      (Self.plainColumns + ["latency", "service"].flatMap { name in Self.latencyColumns.map { "\(name)_\($0)_ns" } })
      .joined(separator: ",") + "\n"
    for interval in intervals { text += Self.cells(interval).joined(separator: ",") + "\n" }
    return text
  }

  private static let plainColumns = ["start_s", "duration_s", "warm_up", "intended_rate", "sent", "done", "errors", "missed"]
  private static let latencyColumns = ["p50", "p90", "p95", "p99", "p99.9", "max", "mean"]

  private static func cells(_ interval: Interval) -> [String] {
    [
      Quantity.short(interval.start, digits: 6), Quantity.short(interval.duration, digits: 6), interval.isWarmUp ? "1" : "0",
      interval.intendedRate.map { Quantity.short($0, digits: 3) } ?? "", "\(interval.sent)", "\(interval.done)", "\(interval.errors)",
      "\(interval.missed)",
    ] + cells(interval.latency) + cells(interval.service)
  }

  private static func cells(_ latencies: LatencyDistribution) -> [String] {
    guard !latencies.isEmpty else { return latencyColumns.map { _ in "" } }
    return [0.5, 0.9, 0.95, 0.99, 0.999].map { "\(latencies.value(at: $0))" } + [
      "\(latencies.maximum)", Quantity.decimal(latencies.mean, digits: 0),
    ]
  }
}
