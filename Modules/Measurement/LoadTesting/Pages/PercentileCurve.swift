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
