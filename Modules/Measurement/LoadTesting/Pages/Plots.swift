/// Plots of a run over time. Joining intervals takes time, so all plots share the result.
struct Timeline {
  /// What a plot shows of a run; an interval without a value interrupts the line.
  typealias Line = (label: String, style: Markup, value: (LoadReport.Interval) -> Double?)

  /// More would be finer than the pixels of a plot.
  static let maximumIntervals = 300

  let intervals: [LoadReport.Interval]

  init(_ report: LoadReport) { intervals = LoadReport.Interval.joined(report.intervals, atMost: Self.maximumIntervals) }

  /// Returns a run of points for neighbouring intervals that have a value: one in the middle of each, and one at each end, so that a single
  /// interval gives a line, too.
  func runs(_ value: (LoadReport.Interval) -> Double?) -> [[Chart.Point]] {
    var runs: [[Chart.Point]] = [[]]
    var last: Chart.Point?
    for interval in intervals {
      guard let y = value(interval) else {
        runs[runs.count - 1] += [last].compactMap(\.self)
        if last != nil { runs.append([]) }
        last = nil
        continue
      }
      if last == nil { runs[runs.count - 1].append(Chart.Point(x: interval.start, y: y)) }
      runs[runs.count - 1].append(Chart.Point(x: interval.start + interval.duration / 2, y: y))
      last = Chart.Point(x: interval.end, y: y)
    }
    runs[runs.count - 1] += [last].compactMap(\.self)
    return runs.filter { !$0.isEmpty }
  }

  /// Returns a plot with a scale for the range of all values; `nil` without values. `text` writes a value.
  func chart(_ title: String, _ lines: [Line], scale: (ClosedRange<Double>) -> Scale, text: (Double) -> String) -> Chart? {
    let drawn = lines.map { Chart.Line(label: $0.label, style: $0.style, runs: runs($0.value)) }
    let values = drawn.flatMap { $0.runs.joined().map(\.y) }
    guard let least = values.min(), let largest = values.max() else { return nil }
    return Chart(
      title: title, summary: "From \(text(least)) to \(text(largest))", x: .time(until: intervals.last?.end ?? 0),
      y: scale(least...largest),
      lines: drawn.filter { !$0.runs.isEmpty }, warmUpEnd: intervals.last { $0.isWarmUp }?.end)
  }

  static func latency(_ quantile: Double) -> (LoadReport.Interval) -> Double? {
    { $0.latency.isEmpty ? nil : Double($0.latency.value(at: quantile)) }
  }

  static func rates(_ range: ClosedRange<Double>) -> Scale { .linear(upTo: range.upperBound, label: Quantity.rate) }

  var latency: Chart? {
    let levels: [(String, Markup, Double)] = [("max", "max", 1), ("p99", "p99", 0.99), ("p90", "p90", 0.9), ("p50", "p50", 0.5)]
    return chart("Latency over time", levels.map { ($0, $1, Self.latency($2)) }, scale: Scale.durations, text: Quantity.duration)
  }

  /// Requests per second: asked for, sent, succeeded.
  var rate: Chart? {
    chart(
      "Rate",
      [
        ("sent", "caution", { $0.sentRate }), ("succeeded", "p90", { $0.doneRate }),
        // A dashed line does not hide the lines below it.
        ("asked", "max dashed", { $0.intendedRate }),
      ], scale: Self.rates, text: Quantity.rate)
  }

  /// Failures and late sends per second; `nil` if there are none.
  var errors: Chart? {
    guard intervals.contains(where: { $0.errors > 0 || $0.missed > 0 }) else { return nil }
    return chart(
      "Errors and late sends",
      [
        ("sent late", "max", { $0.rate(Double($0.missed)) }), ("errors", "failed", { $0.rate(Double($0.errors)) }),
      ], scale: Self.rates, text: Quantity.rate)
  }
}

/// The latency that each share of the requests did not exceed, with equal space for 90 %, 99 %, 99.9 %, ….
enum PercentileCurve {
  private static let points = 240

  /// Returns `nil` if no series has requests.
  static func chart(_ title: String, _ all: [(label: String, style: Markup, latencies: LatencyDistribution)]) -> Chart? {
    let series = all.filter { !$0.latencies.isEmpty }
    guard let most = series.map(\.latencies.count).max(), let least = series.map(\.latencies.minimum).min(),
      let largest = series.map(\.latencies.maximum).max()
    else { return nil }
    let scale = Scale.percentiles(requests: most)
    let lines = series.map { label, style, latencies in
      // No request is beyond 1 - 1/count.
      let odds = (0...points).map { scale.value(at: Double($0) / Double(points)) }.filter { $0 <= Double(latencies.count) * (1 + 1e-9) }
      let values = latencies.values(atAscending: odds.map { 1 - 1 / $0 })
      let last = Chart.Point(x: Double(latencies.count), y: Double(latencies.maximum))
      return Chart.Line(label: label, style: style, runs: [zip(odds, values).map { Chart.Point(x: $0, y: Double($1)) } + [last]])
    }
    let summary = series.map { "\($0.label): p99 \(Quantity.duration($0.latencies.value(at: 0.99)))" }.joined(separator: ", ")
    return Chart(title: title, summary: summary, x: scale, y: .durations(Double(least)...Double(largest)), lines: lines)
  }
}
