extension LoadReport {
  /// The file `--report NAME.html`: the whole report with plots on one page that needs neither a network nor a script.
  var html: String {
    var page = Page(title: "Load test: \(target.name) \(target.address)")
    page += """
      <h1>Load test of \(target.name)</h1>
      <p class="sub">\(target.parts.joined(separator: " · "))</p>
      <p class="sub">\(started) · \(plan)</p>
      \(notes)\(tiles)
      """
    let timeline = Timeline(self)
    page.plot("Latency over time", timeline.latency)
    let series: [(String, Markup, LatencyDistribution)] = [("latency", "p90", latency), ("service", "max dashed", service)]
    page.plot("Latency by percentile", PercentileCurve.chart("Latency by percentile", Array(series.prefix(isOpenLoop ? 2 : 1))))
    // With a row for each percentile, the table fits on a phone.
    let table = latencyTable
    page += Page.table(table[0].indices.map { column in table.map { $0[column] } })
    page +=
      isOpenLoop
      ? "<p class=\"sub\">Latency is the time in the generator's queue (queueing) plus the time from send to answer (service).</p>\n"
      : "<p class=\"sub\">In a closed loop, latency is the time from send to answer.</p>\n"
    page.plot("Rate", timeline.rate)
    page += "<p>\(answers)</p>\n"
    page.section("Errors and late sends", timeline.errors?.figure ?? "<p>No errors, and no request was sent late.</p>\n")
    if let examples = verification?.examples, !examples.isEmpty {
      page += "<p>The first errors:</p>\n\(Page.list(Array(examples.prefix(Measurements.maxExamples))))"
    }
    if !statuses.entries.isEmpty { page.table("Answers by status", Self.rows(statuses, "status")) }
    if !cacheStatuses.entries.isEmpty {
      page.section("Answers by Cache-Status", timeline.cacheStatuses(cacheStatuses)?.figure ?? "")
      page += Page.table(Self.rows(cacheStatuses, "Cache-Status"))
    }
    if !operations.isEmpty { page.table("Operations", operationRows) }
    if let verification { page.section("Bodies", "<p>\(verification.text)</p>\n") }
    if let search = limitSearch {
      let rows = search.steps.map { [Quantity.rate($0.rate), $0.measured, $0.isKept ? "kept" : "not kept"] }
      page.table("Search for the highest rate", [["rate", "measured", search.objective]] + rows)
    }
    if !checks.isEmpty {
      let rows = checks.map { [$0.condition, $0.measured, $0.isCrossed ? "crossed" : "not crossed"] }
      page.table("Checks", [["condition", "measured", ""]] + rows) { checks[$0 - 1].isCrossed && $1 == 2 ? "bad" : "" }
    }
    page.section("Machine", Page.facts([(name: "machine", value: machine.text), (name: "generator", value: generator.text)]))
    page.section("Options", Page.facts(options.map { (name: $0.name, value: $0.value) }))
    page.section("Repeat this test", "<pre>\(Page.shellCommand(command))</pre>\n")
    page += "<footer>\(program)</footer>\n"
    return page.html
  }

  /// What a reader must know before the figures.
  private var notes: Markup {
    var notes: [(text: String, isBad: Bool)] = []
    if ending == .interrupted { notes.append(("The run was interrupted. The figures cover the time before.", false)) }
    if ending == .aborted { notes.append(("The run was aborted: \(endingReason ?? "")", true)) }
    if generator.verdict == .wasBottleneck {
      let reasons = generator.reasons.joined(separator: "; ")
      notes.append(("The generator was the bottleneck, so the figures describe it and not the target: \(reasons).", true))
    }
    if let redirects { notes.append(("\(redirects).", !acceptsRedirects)) }
    if let unanswered { notes.append(("\(unanswered).", true)) }
    if let waiting = generator.waiting { notes.append(("\(waiting).", generator.withheld > 0)) }
    for check in checks where check.isCrossed { notes.append(("Failed: \(check.condition), measured \(check.measured).", true)) }
    if let verification, verification.wrong > 0 { notes.append(("\(verification.text).", true)) }
    if let limitSearch { notes.append(("\(limitSearch.result). \(limitSearch.reason)", false)) }
    return notes.map { "<p class=\"note\($0.isBad ? " bad" : "" as Markup)\">\($0.text)</p>\n" as Markup }.joined()
  }

  private var tiles: Markup {
    let totals = totals
    var tiles: [(name: String, value: String, isBad: Bool)] = [("succeeded", Quantity.rate(totals.doneRate), false)]
    for (name, quantile) in [("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("max", 1)] {
      tiles.append((name, latency.isEmpty ? "–" : Quantity.duration(latency.value(at: quantile)), false))
    }
    tiles.append(("errors", totals.errors == 0 ? "none" : Quantity.percent(totals.errorShare), totals.errors > 0))
    if cacheStatuses["hit"] > 0 { tiles.append(("cache hits", cacheStatuses.share(of: "hit"), false)) }
    let list = tiles.map { tile in
      "<div><dt>\(tile.name)</dt><dd class=\"\(tile.isBad ? "bad" : "" as Markup)\">\(tile.value)</dd></div>\n" as Markup
    }.joined()
    return "<dl class=\"tiles\">\n\(list)</dl>\n"
  }

  private static func rows(_ tally: Tally, _ name: String) -> [[String]] {
    [[name, "answers", "share"]] + tally.entries.map { [$0.label, Quantity.count($0.count), tally.share(of: $0.label)] }
  }

  private var operationRows: [[String]] {
    [["operation", "succeeded", "errors", "p50", "p99", "max"]]
      + operations.map { operation in
        [operation.name, Quantity.count(operation.done), Quantity.count(operation.errors)]
          + [0.5, 0.99, 1].map { operation.latency.isEmpty ? "–" : Quantity.duration(operation.latency.value(at: $0)) }
      }
  }
}
