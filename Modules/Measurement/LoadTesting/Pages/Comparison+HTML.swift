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
    page.plot(
      "Latency by percentile", PercentileCurve.chart("Latency by percentile", [("old", "max", old.latency), ("new", "p90", new.latency)]))
    let timelines = (Timeline(old), Timeline(new))
    for (quantile, name) in [(0.5, "p50"), (0.99, "p99")] {
      let value = Timeline.latency(quantile)
      page.plot(
        "\(name) over time",
        Timeline.overlay("\(name) over time", timelines.0, timelines.1, scale: Scale.durations, text: Quantity.duration, value))
    }
    page.plot(
      "Successful requests per second",
      Timeline.overlay("Rate", timelines.0, timelines.1, scale: Timeline.rates, text: Quantity.rate) { $0.doneRate })
    let machines = [
      ["", names.old, names.new], ["machine", old.machine.text, new.machine.text], ["plan", old.plan, new.plan],
      ["generator", old.generator.text, new.generator.text], ["Cache-Status", old.cacheStatuses.shares, new.cacheStatuses.shares],
    ]
    page.table("Runs", machines, isProse: true)
    page.section("Repeat these tests", [old, new].map { "<pre>\(Page.shellCommand($0.command))</pre>\n" as Markup }.joined())
    page += "<footer>\(new.program)</footer>\n"
    return page.html
  }

  /// Returns a run in a few words: `a.json: cache, ipc:///run/bus, record; keys uniform, 2026-11-22T13:45:00Z`.
  private static func run(_ name: String, _ report: LoadReport) -> String {
    "\(name): " + ([report.target.name] + report.target.parts + [report.started]).joined(separator: ", ")
  }
}
