extension Comparison {
  /// The comparison on one page, with the plots of both runs laid over each other.
  public var html: String {
    var page = Page(title: "Comparison: \(names.old) and \(names.new)")
    page += """
      <h1>\(names.old) <span class="sub">and</span> \(names.new)</h1>
      \(Page.facts([(name: "old", value: Self.run(names.old, old)), (name: "new", value: Self.run(names.new, new))]))
      """
    let differences = self.differences
    if !differences.isEmpty {
      page += "<div class=\"note\">\n<p>The runs differ in more than their figures:</p>\n\(Page.list(differences))</div>\n"
    }
    if !decisions.isEmpty {
      page.table("Limits", [["limit", "result"]] + decisions.map { [$0.limit.description, sentence(for: $0)] }, isProse: true) { row, _ in
        decisions[row - 1].outcome == .crossed ? "bad" : ""
      }
    }
    page.table("Metrics", metricRows) { row, column in
      guard column == 3 else { return "" }
      return switch rows[row - 1].finding {
      case .better: "good"
      case .worse: "bad"
      case .noise, .unclear: ""
      }
    }
    page += """
      <p class="sub">
      Changes whose 95 % confidence interval contains 0 count as noise.
      The intervals come from \(Quantity.count(Self.resamples)) bootstrap samples of the seconds of each run.</p>

      """
    let curve = PercentileCurve.chart(
      "Latency by percentile",
      [.init(label: "old", style: "max", latencies: old.latency), .init(label: "new", style: "p90", latencies: new.latency)])
    page.section("Latency by percentile", curve?.figure ?? "<p>No answers.</p>\n")
    for (quantile, name) in [(0.5, "p50"), (0.99, "p99")] {
      let latency = overlay(
        "\(name) over time", { LoadReport.Timeline.runs($0, LoadReport.Timeline.latency(quantile)) }, text: { Quantity.duration($0) },
        scale: { .durations($0, ticks: $1) })
      if let latency { page.section("\(name) over time", latency.figure) }
    }
    let rate = overlay(
      "Rate", { LoadReport.Timeline.runs($0) { $0.doneRate } }, text: { Quantity.rate($0) },
      scale: { range, ticks in .linear(upTo: range.upperBound, ticks: ticks) { Quantity.axisRate($0) } })
    if let rate { page.section("Successful requests per second", rate.figure) }
    if let shares = cacheRows { page.table("Answers by Cache-Status", shares) }
    page.section(
      "Machines",
      Page.table(
        [
          ["", names.old, names.new], ["machine", old.machine.text, new.machine.text], ["plan", old.plan, new.plan],
          ["generator", old.generator.text, new.generator.text],
        ], isProse: true))
    page.section("Repeat these tests", "<pre>\(ShellCommand.text(old.command))</pre>\n<pre>\(ShellCommand.text(new.command))</pre>\n")
    page += "<footer>\(new.program)</footer>\n"
    return page.html
  }

  /// The table with narrow columns first, because those on the right are out of sight on a phone.
  private var metricRows: [[String]] {
    var rows = table
    rows[0].replaceSubrange(1...2, with: ["old", "new"])
    return rows.map { row in [0, 1, 2, 6, 3, 4, 5].map { row[$0] } }
  }

  /// Returns a run in a few words: `a.json: cache, ipc:///run/bus, record; keys uniform, 2026-11-22T13:45:00Z`.
  private static func run(_ name: String, _ report: LoadReport) -> String {
    "\(name): " + ([report.target.name] + report.target.parts + [report.started]).joined(separator: ", ")
  }

  /// Returns a plot of both runs over the time since their starts, or `nil` if neither has values.
  private func overlay(
    _ title: String, _ runs: ([LoadReport.Interval]) -> [[Chart.Point]], text: (Double) -> String,
    scale: @escaping (ClosedRange<Double>, Int) -> Scale
  ) -> Chart? {
    let timelines = [old, new].map { LoadReport.Timeline($0).intervals }
    let lines = timelines.map(runs)
    let values = lines.joined().joined().map(\.y)
    guard let least = values.min(), let largest = values.max() else { return nil }
    let end = timelines.compactMap(\.last).map { $0.start + $0.duration }.max() ?? 0
    var chart = Chart(
      title: title, summary: "from \(text(least)) to \(text(largest))", x: { .time(until: end, ticks: $0) },
      y: { scale(least...largest, $0) })
    chart.lines = [
      Chart.Line(label: "old", style: "max", runs: lines[0]), Chart.Line(label: "new", style: "p90", runs: lines[1]),
    ]
    return chart
  }

  /// Shares of the answers in both runs, or `nil` if no answer has a `Cache-Status`.
  private var cacheRows: [[String]]? {
    let labels = LoadReport.Tally.merged([old.cacheStatuses, new.cacheStatuses]).entries.map(\.label)
    guard !labels.isEmpty else { return nil }
    func share(_ label: String, _ report: LoadReport) -> String {
      Quantity.percent(Double(report.cacheStatuses[label]) / Double(max(1, report.cacheStatuses.total)))
    }
    return [["Cache-Status", names.old, names.new]] + labels.map { [$0, share($0, old), share($0, new)] }
  }
}
