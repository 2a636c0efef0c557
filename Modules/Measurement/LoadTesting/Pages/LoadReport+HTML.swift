extension LoadReport {
  /// The file `--report NAME.html`: the whole report with plots on one page that needs neither a network nor a script.
  var html: String {
    var page = Page(title: "Load test: \(target.name) \(target.address)")
    let ended = ending == .completed ? [] : [Finding("answers", answers, isBad: true)]
    let notes = (ended + findings).filter { $0.isBad && !$0.name.isEmpty }
    page += """
      <h1>Load test of \(target.name)</h1>
      <p class="sub">\(target.parts.joined(separator: " · "))</p>
      <p class="sub">\(started) · \(plan)</p>
      \(notes.map { "<p class=\"note bad\">\($0.name): \($0.text)</p>\n" as Markup }.joined())\(tiles)
      """
    let timeline = Timeline(self)
    page.plot("Latency over time", timeline.latency)
    let series: [(String, Markup, LatencyDistribution)] = [("latency", "p90", latency), ("service", "max dashed", service)]
    page.plot("Latency by percentile", PercentileCurve.chart("Latency by percentile", Array(series.prefix(isOpenLoop ? 2 : 1))))
    // With a row for each percentile, the table fits on a phone.
    let table = latencyTable
    page += Page.table(table[0].indices.map { column in table.map { $0[column] } })
    if isOpenLoop {
      page += "<p class=\"sub\">Latency is the time in the generator's queue (queueing) plus the time from send to answer (service).</p>\n"
    }
    page.plot("Rate", timeline.rate)
    page += "<p>\(answers)</p>\n"
    page.section("Errors and late sends", timeline.errors?.figure ?? "<p>No errors, and no request was sent late.</p>\n")
    if let examples = verification?.examples, !examples.isEmpty {
      let list = examples.prefix(Measurements.maxExamples).map { "<li>\($0)</li>\n" as Markup }.joined()
      page += "<p>The first errors:</p>\n<ul>\n\(list)</ul>\n"
    }
    if let search = limitSearch {
      let rows = search.steps.map { [Quantity.rate($0.rate), $0.measured, $0.isKept ? "kept" : "not kept"] }
      page.section("Search for the highest rate", Page.table([["rate", "measured", search.objective]] + rows))
    }
    page.section("Findings", Page.facts((findings + [Finding("machine", machine.text)]).map { ($0.name, $0.text) }))
    page.section("Options", Page.facts(options.map { (name: $0.name, value: $0.value) }))
    page.section("Repeat this test", "<pre>\(Page.shellCommand(command))</pre>\n")
    page += "<footer>\(program)</footer>\n"
    return page.html
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
}
