extension Comparison {
  /// The comparison on one page, with the plots of both runs laid over each other.
  var html: String {
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
      page.table("Limits", [["limit", "result"]] + decisions.map { [$0.limit.text, $0.text] }, isProse: true) { row, _ in
        decisions[row - 1].outcome == .crossed ? "bad" : ""
      }
    }
    page.table("Metrics", table)
    let curve = PercentileCurve.chart(
      "Latency by percentile",
      [.init(label: "old", style: "max", latencies: old.latency), .init(label: "new", style: "p90", latencies: new.latency)])
    page.section("Latency by percentile", curve?.figure ?? "<p>No answers.</p>\n")
    for (quantile, name) in [(0.5, "p50"), (0.99, "p99")] {
      let latency = overlay("\(name) over time", Timeline.latency(quantile), text: { Quantity.duration($0) }) { .durations($0, ticks: $1) }
      if let latency { page.section("\(name) over time", latency.figure) }
    }
    let rate = overlay("Rate", { $0.doneRate }, text: Quantity.rate) { range, ticks in
      .linear(upTo: range.upperBound, ticks: ticks, label: Quantity.axisRate)
    }
    if let rate { page.section("Successful requests per second", rate.figure) }
    let labels = LoadReport.Tally.merged([old.cacheStatuses, new.cacheStatuses]).entries.map(\.label)
    if !labels.isEmpty {
      let rows = labels.map { [$0, old.cacheStatuses.share(of: $0), new.cacheStatuses.share(of: $0)] }
      page.table("Answers by Cache-Status", [["Cache-Status", names.old, names.new]] + rows)
    }
    let machines = [
      ["", names.old, names.new], ["machine", old.machine.text, new.machine.text], ["plan", old.plan, new.plan],
      ["generator", old.generator.text, new.generator.text],
    ]
    page.table("Machines", machines, isProse: true)
    page.section("Repeat these tests", [old, new].map { "<pre>\(Page.shellCommand($0.command))</pre>\n" as Markup }.joined())
    page += "<footer>\(new.program)</footer>\n"
    return page.html
  }

  /// Returns a run in a few words: `a.json: cache, ipc:///run/bus, record; keys uniform, 2026-11-22T13:45:00Z`.
  private static func run(_ name: String, _ report: LoadReport) -> String {
    "\(name): " + ([report.target.name] + report.target.parts + [report.started]).joined(separator: ", ")
  }

  /// Returns a plot of both runs over the time since their starts, or `nil` if neither has values.
  private func overlay(
    _ title: String, _ value: (LoadReport.Interval) -> Double?, text: (Double) -> String,
    scale: @escaping (ClosedRange<Double>, Int) -> Scale
  ) -> Chart? {
    let timelines = [old, new].map { Timeline($0).intervals }
    let lines = timelines.map { Timeline.runs($0, value) }
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
}
