extension LoadReport {
  /// The file `--report NAME.html`: the whole report with plots on one page that needs neither a network nor a script.
  public var html: String {
    var page = Page(title: "Load test: \(target.name) \(target.address)")
    page += """
      <h1>Load test of \(target.name)</h1>
      <p class="sub">\(target.parts.joined(separator: " · "))</p>
      <p class="sub">\(started) · \(plan)</p>
      \(notes)\(tiles)
      """
    let timeline = Timeline(self)
    let nothing: Markup = "<p>No answers.</p>\n"
    page.section("Latency over time", timeline.latency?.figure ?? nothing)
    page.section("Latency by percentile", percentileCurve?.figure ?? nothing)
    page += Page.table(percentileRows)
    page +=
      loop == .open
      ? "<p class=\"sub\">Latency is the time in the generator's queue (queueing) plus the time from send to answer (service).</p>\n"
      : "<p class=\"sub\">In a closed loop, latency is the time from send to answer.</p>\n"
    page.section("Rate", timeline.rate?.figure ?? nothing)
    page += "<p>\(answers)</p>\n"
    page.section("Errors and late sends", timeline.errors?.figure ?? "<p>No errors, and no request was sent late.</p>\n")
    if let examples = verification?.examples, !examples.isEmpty { page += "<p>The first errors:</p>\n\(Page.list(examples))" }
    if !statuses.entries.isEmpty { page.table("Answers by status", Self.rows(statuses, "status")) }
    if !cacheStatuses.entries.isEmpty {
      page.section("Answers by Cache-Status", timeline.cacheStatuses(cacheStatuses)?.figure ?? "")
      page += Page.table(Self.rows(cacheStatuses, "Cache-Status"))
    }
    if !operations.isEmpty { page.table("Operations", operationRows) }
    if let verification { page.section("Bodies", verification.markup) }
    if let limitSearch { page.table("Search for the highest rate", limitSearch.rows) }
    if !checks.isEmpty {
      page.table(
        "Checks", [["condition", "measured", ""]] + checks.map { [$0.condition, $0.measured, $0.isCrossed ? "crossed" : "not crossed"] }
      ) {
        checks[$0 - 1].isCrossed && $1 == 2 ? "bad" : ""
      }
    }
    page.section("Machine", Page.facts(machine.facts + [(name: "generator", value: generator.text)]))
    page.section("Options", Page.facts(options.map { (name: $0.name, value: $0.value) }))
    page.section("Repeat this test", "<pre>\(ShellCommand.text(command))</pre>\n")
    page += "<footer>\(program)</footer>\n"
    return page.html
  }

  /// What a reader must know before the figures.
  private var notes: Markup {
    var notes = Markup()
    switch ending {
    case .completed: break
    case .interrupted: notes += Page.note("The run was interrupted. The figures cover the time before.")
    case .aborted(let reason): notes += Page.note("The run was aborted: \(reason)", isBad: true)
    }
    if case .wasBottleneck(let reasons) = generator.verdict {
      notes += Page.note(
        "The generator was the bottleneck, so the figures describe it and not the target: \(reasons.joined(separator: "; ")).", isBad: true)
    }
    if let redirects { notes += Page.note("\(redirects).", isBad: !acceptsRedirects) }
    if let unanswered { notes += Page.note("\(unanswered).", isBad: true) }
    if let waiting = generator.waiting { notes += Page.note("\(waiting).", isBad: generator.withheld > 0) }
    for check in checks where check.isCrossed { notes += Page.note("Failed: \(check.condition), measured \(check.measured).", isBad: true) }
    if let verification, verification.wrong > 0 {
      notes += Page.note("\(Quantity.count(verification.wrong)) bodies differ from \(verification.reference).", isBad: true)
    }
    if let limitSearch { notes += Page.note("\(limitSearch.result). \(limitSearch.reason)") }
    return notes
  }

  private var tiles: Markup {
    var tiles: [(name: String, value: String, isBad: Bool)] = [("succeeded", Quantity.rate(totals.doneRate), false)]
    for (name, quantile) in LatencyDistribution.percentiles where name != "p90" && name != "p99.99" {
      tiles.append((name, latency.isEmpty ? "–" : Quantity.duration(latency.value(at: quantile)), false))
    }
    tiles.append(("max", latency.isEmpty ? "–" : Quantity.duration(latency.maximum), false))
    tiles.append(("errors", totals.errors == 0 ? "none" : Quantity.percent(totals.errorShare), totals.errors > 0))
    if cacheStatuses["hit"] > 0 {
      tiles.append(("cache hits", Quantity.percent(Double(cacheStatuses["hit"]) / Double(cacheStatuses.total)), false))
    }
    let list = tiles.map { tile in
      "<div><dt>\(tile.name)</dt><dd class=\"\(tile.isBad ? "bad" : "" as Markup)\">\(tile.value)</dd></div>\n" as Markup
    }.joined()
    return "<dl class=\"tiles\">\n\(list)</dl>\n"
  }

  private var percentileCurve: Chart? {
    var series = [PercentileCurve.Series(label: "latency", style: "p90", latencies: latency)]
    if loop == .open { series.append(.init(label: "service", style: "max dashed", latencies: service)) }
    return PercentileCurve.chart("Latency by percentile", series)
  }

  /// The latency table with a row for each percentile, which fits on a phone.
  private var percentileRows: [[String]] {
    let table = latencyTable
    return table[0].indices.map { column in table.map { $0[column] } }
  }

  private static func rows(_ tally: Tally, _ name: String) -> [[String]] {
    [[name, "answers", "share"]]
      + tally.entries.map { [$0.label, Quantity.count($0.count), Quantity.percent(Double($0.count) / Double(max(1, tally.total)))] }
  }

  private var operationRows: [[String]] {
    [["operation", "succeeded", "errors", "p50", "p99", "max"]]
      + operations.map { operation in
        [operation.name, Quantity.count(operation.done), Quantity.count(operation.errors)]
          + [0.5, 0.99, 1].map { operation.latency.isEmpty ? "–" : Quantity.duration(operation.latency.value(at: $0)) }
      }
  }
}

extension LoadReport.Verification {
  fileprivate var markup: Markup {
    guard verified > 0 else { return "<p>None compared with \(reference).</p>\n" }
    let result = wrong == 0 ? "all equal" : "\(Quantity.count(wrong)) differ"
    return "<p>\(Quantity.count(verified)) compared with \(reference): \(result).</p>\n"
  }
}

extension LoadReport.LimitSearch {
  fileprivate var rows: [[String]] {
    [["rate", "measured", objective]] + steps.map { [Quantity.rate($0.rate), $0.measured, $0.isKept ? "kept" : "not kept"] }
  }
}

extension LoadReport.Machine {
  fileprivate var facts: [(name: String, value: String)] {
    [
      ("processor", model), ("cores", cores.map { "\($0)" } ?? ""), ("memory", memory.map(Quantity.bytes) ?? ""), ("kernel", kernel),
      ("load before", load.map { Quantity.decimal($0, digits: 2) }.joined(separator: " · ")),
    ]
  }
}
