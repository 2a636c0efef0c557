/// Plots of the run over time. Joining intervals takes time, so all plots share the result.
struct Timeline {
  /// More would be finer than the pixels of a plot.
  static let maximumIntervals = 300

  let intervals: [LoadReport.Interval]
  private let warmUpEnd: Double?
  private let end: Double
  private let isOpen: Bool

  init(_ report: LoadReport) {
    intervals = LoadReport.Interval.joined(report.intervals, atMost: Self.maximumIntervals)
    end = intervals.last.map { $0.start + $0.duration } ?? 0
    isOpen = report.isOpenLoop
    warmUpEnd = intervals.last { $0.isWarmUp }.map { $0.start + $0.duration }
  }

  private func chart(_ title: String, _ summary: String, y: @escaping (Int) -> Scale, hover: (LoadReport.Interval) -> String) -> Chart {
    let hovers = intervals.map { interval in
      Chart.Hover(
        from: interval.start, to: interval.start + interval.duration, text: "\(Quantity.seconds(interval.start)): \(hover(interval))")
    }
    return Chart(title: title, summary: summary, x: { [end] in .time(until: end, ticks: $0) }, y: y, warmUpEnd: warmUpEnd, hovers: hovers)
  }

  /// Returns a run of points for neighbouring intervals that have a value.
  static func runs(_ intervals: [LoadReport.Interval], _ value: (LoadReport.Interval) -> Double?) -> [[Chart.Point]] {
    var runs: [[(interval: LoadReport.Interval, y: Double)]] = [[]]
    for interval in intervals {
      if let y = value(interval) {
        runs[runs.count - 1].append((interval, y))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }.map { points($0) }
  }

  /// Returns a point in the middle of each interval, and one at each end, so that a single interval gives a line, too.
  private static func points(_ values: [(interval: LoadReport.Interval, y: Double)]) -> [Chart.Point] {
    guard let first = values.first, let last = values.last else { return [] }
    let middles = values.map { Chart.Point(x: $0.interval.start + $0.interval.duration / 2, y: $0.y) }
    let end = Chart.Point(x: last.interval.start + last.interval.duration, y: last.y)
    return [Chart.Point(x: first.interval.start, y: first.y)] + middles + [end]
  }

  static func latency(_ quantile: Double) -> (LoadReport.Interval) -> Double? {
    { $0.latency.isEmpty ? nil : Double($0.latency.value(at: quantile)) }
  }

  /// Percentiles over time as bands.
  var latency: Chart? {
    let levels: [(label: String, style: Markup, runs: [[Chart.Point]])] = [
      ("p50", "p50", Self.runs(intervals, Self.latency(0.5))), ("p90", "p90", Self.runs(intervals, Self.latency(0.9))),
      ("p99", "p99", Self.runs(intervals, Self.latency(0.99))), ("max", "max", Self.runs(intervals, Self.latency(1))),
    ]
    let values = levels.flatMap { $0.runs.joined().map(\.y) }
    guard let least = values.min(), let largest = values.max() else { return nil }
    var chart = chart(
      "Latency over time", "p50 from \(Self.range(levels[0].runs)), p99 from \(Self.range(levels[2].runs))",
      y: { .durations(least...largest, ticks: $0) }
    ) { interval in
      guard !interval.latency.isEmpty else { return "no answers" }
      return zip(["p50", "p90", "p99", "max"], interval.latency.values(atAscending: [0.5, 0.9, 0.99, 1]))
        .map { "\($0) \(Quantity.duration($1))" }.joined(separator: ", ")
    }
    for (lower, upper) in zip(levels, levels.dropFirst()) {
      chart.bands += zip(lower.runs, upper.runs).map { Chart.Band(label: "", style: upper.style, lower: $0, upper: $1) }
    }
    chart.lines = levels.reversed().map { Chart.Line(label: $0.label, style: $0.style, runs: $0.runs) }
    return chart
  }

  private static func range(_ runs: [[Chart.Point]]) -> String {
    let values = runs.joined().map(\.y)
    return "\(Quantity.duration(values.min() ?? 0)) to \(Quantity.duration(values.max() ?? 0))"
  }

  /// Requests per second: asked for, sent, succeeded.
  var rate: Chart? {
    guard !intervals.isEmpty else { return nil }
    let largest = intervals.map { max($0.intendedRate ?? 0, $0.sentRate, $0.doneRate) }.max() ?? 0
    var chart = chart(
      "Rate", "up to \(Quantity.rate(intervals.map(\.doneRate).max() ?? 0)) succeeded",
      y: { .linear(upTo: largest, ticks: $0) { Quantity.axisRate($0) } }
    ) { interval in
      let asked = interval.intendedRate.map { "asked for \(Quantity.rate($0)), " } ?? ""
      return "\(asked)sent \(Quantity.rate(interval.sentRate)), succeeded \(Quantity.rate(interval.doneRate))"
    }
    chart.lines.append(.init(label: "sent", style: "caution", runs: Self.runs(intervals) { $0.sentRate }))
    chart.lines.append(.init(label: "succeeded", style: "p90", runs: Self.runs(intervals) { $0.doneRate }))
    // A dashed line does not hide the lines below it.
    if isOpen { chart.lines.append(.init(label: "asked", style: "max dashed", runs: Self.runs(intervals) { $0.intendedRate })) }
    return chart
  }

  /// Failures and late sends per second; `nil` if there are none.
  var errors: Chart? {
    let largest = intervals.map { max($0.rate(Double($0.errors)), $0.rate(Double($0.missed))) }.max() ?? 0
    guard largest > 0 else { return nil }
    var chart = chart(
      "Errors and late sends", "up to \(Quantity.rate(largest))",
      y: { .linear(upTo: largest, ticks: $0) { Quantity.axisRate($0) } }
    ) { "\(Quantity.count($0.errors)) errors, \(Quantity.count($0.missed)) sent late" }
    if intervals.contains(where: { $0.missed > 0 }) {
      chart.lines.append(.init(label: "sent late", style: "max", runs: Self.runs(intervals) { $0.rate(Double($0.missed)) }))
    }
    chart.lines.append(.init(label: "errors", style: "failed", runs: Self.runs(intervals) { $0.rate(Double($0.errors)) }))
    return chart
  }

  /// Shares of the answers by what `Cache-Status` says; `nil` if no interval has any.
  func cacheStatuses(_ whole: LoadReport.Tally) -> Chart? {
    let shown = intervals.filter { $0.cacheStatuses.total > 0 }
    let labels = whole.entries.prefix(4).map(\.label)
    guard !shown.isEmpty, !labels.isEmpty else { return nil }
    var chart = chart("Answers by Cache-Status", whole.shares, y: { .linear(upTo: 1, ticks: $0) { Quantity.percent($0) } }) {
      $0.cacheStatuses.entries.isEmpty ? "no answers" : $0.cacheStatuses.shares
    }
    var sums = shown.map { _ in 0.0 }
    for (index, label) in labels.enumerated() {
      let below = sums
      sums = zip(sums, shown).map { $0 + Double($1.cacheStatuses[label]) / Double($1.cacheStatuses.total) }
      func points(_ values: [Double]) -> [Chart.Point] { Self.points(zip(shown, values).map { (interval: $0, y: $1) }) }
      chart.bands.append(.init(label: label, style: Self.style(of: label, at: index), lower: points(below), upper: points(sums)))
    }
    return chart
  }

  private static func style(of label: String, at index: Int) -> Markup {
    switch label {
    case "hit": "ok solid"
    case "stale": "caution solid"
    case "miss": "p90 solid"
    default: (["else solid", "p99 solid", "max solid", "p50 solid"] as [Markup])[index % 4]
    }
  }
}

/// The latency that each share of the requests did not exceed, with equal space for 90 %, 99 %, 99.9 %, ….
enum PercentileCurve {
  struct Series {
    let label: String
    let style: Markup
    let latencies: LatencyDistribution
  }

  private static let points = 240

  /// Returns `nil` if no series has requests.
  static func chart(_ title: String, _ all: [Series]) -> Chart? {
    let series = all.filter { !$0.latencies.isEmpty }
    guard let most = series.map(\.latencies.count).max() else { return nil }
    let least = series.map(\.latencies.minimum).min() ?? 0
    let largest = series.map(\.latencies.maximum).max() ?? 0
    let scale = Scale.percentiles(requests: most)
    var chart = Chart(
      title: title,
      summary: series.map { "\($0.label): p99 \(Quantity.duration($0.latencies.value(at: 0.99)))" }.joined(separator: ", "),
      x: { scale.thinned(to: $0) }, y: { .durations(Double(least)...Double(largest), ticks: $0) })
    chart.lines = series.map { series in
      // No request is beyond 1 - 1/count.
      let end = scale.position(Double(series.latencies.count))
      let steps = (0...points).map { Double($0) / Double(points) }.filter { $0 <= end + 1e-9 }
      let odds = steps.map { scale.value(at: $0) }
      let values = series.latencies.values(atAscending: odds.map { 1 - 1 / $0 })
      let last = Chart.Point(x: Double(series.latencies.count), y: Double(series.latencies.maximum))
      return Chart.Line(
        label: series.label, style: series.style, runs: [zip(odds, values).map { Chart.Point(x: $0, y: Double($1)) } + [last]])
    }
    chart.hovers = hovers(series, scale)
    return chart
  }

  private static func hovers(_ series: [Series], _ scale: Scale) -> [Chart.Hover] {
    let count = 40
    let edges = (0...count).map { scale.value(at: Double($0) / Double(count)) }
    return zip(edges, edges.dropFirst()).map { from, to in
      let share = 1 - 1 / (from * to).squareRoot()
      let values = series.map { "\($0.label) \(Quantity.duration($0.latencies.value(at: share)))" }.joined(separator: ", ")
      return Chart.Hover(from: from, to: to, text: "\(Quantity.short(share * 100, digits: 4)) %: \(values)")
    }
  }
}
