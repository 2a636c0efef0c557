public import TerminalText

extension LoadReport {
  /// Returns the report in about 15 lines, each ending in a line break.
  /// - Parameter isStyled: whether to emphasise with escape sequences, for a terminal.
  public func summary(isStyled: Bool = false) -> SafeText {
    facts.reduce(into: "" as SafeText) { text, fact in text += fact.rendered(isStyled: isStyled) }
  }

  private var facts: [Fact] {
    var facts = [Fact(target.name, target.parts.joined(separator: "  "), isTitle: true)]
    facts.append(Fact("plan", plan))
    facts.append(Fact("answers", answers, isAlarming: ending != .completed || totals.done == 0))
    facts.append(
      Fact(
        "errors", totals.errors == 0 ? "none" : "\(Quantity.count(totals.errors)) (\(Quantity.percent(totals.errorShare)))",
        isAlarming: totals.errors > 0))
    facts += TextTable.lines(latencyTable).map { Fact(line: $0) }
    if let sparkline { facts.append(Fact("p99 by time", sparkline)) }
    if !statuses.entries.isEmpty {
      facts.append(Fact("status", statuses.entries.map { "\($0.label): \(Quantity.count($0.count))" }.joined(separator: " · ")))
    }
    if let redirects { facts.append(Fact("redirects", redirects, isAlarming: !acceptsRedirects)) }
    if let unanswered { facts.append(Fact("end", unanswered, isAlarming: true)) }
    if !cacheStatuses.entries.isEmpty { facts.append(Fact("cache", cacheStatuses.shares)) }
    for operation in operations {
      facts.append(
        Fact(
          operation.name,
          "\(Quantity.count(operation.done)) succeeded, p50 \(Quantity.duration(operation.latency.value(at: 0.5))), "
            + "p99 \(Quantity.duration(operation.latency.value(at: 0.99))), errors \(Quantity.count(operation.errors))"))
    }
    if let verification { facts += verification.facts }
    facts.append(generator.fact)
    if let waiting = generator.waiting { facts.append(Fact("waiting", waiting, isAlarming: generator.withheld > 0)) }
    facts += limitSearch?.facts ?? []
    facts += checks.map { Fact("check", "\($0.condition): \($0.measured)\($0.isCrossed ? ", crossed" : "")", isAlarming: $0.isCrossed) }
    facts.append(Fact("machine", machine.text))
    return facts
  }

  /// `1,000/s for 30 s, open loop`
  var plan: String {
    stages.isEmpty ? loop.text : "\(stages.text), \(loop.text)"
  }

  /// `30,000 of 30,000 requests succeeded in 30 s, 1,000/s (asked for 1,000/s)`
  var answers: String {
    let asked = (stages.constantRate ?? totals.askedRate).map { " (asked for \(Quantity.rate($0)))" } ?? ""
    let lost = totals.sent - totals.done - totals.errors
    let unanswered = lost > 0 ? ", with \(Quantity.count(lost, "request")) unanswered" : ""
    let end: String =
      switch ending {
      case .completed: ""
      case .interrupted: "; interrupted\(unanswered)"
      case .aborted(let reason): "; aborted\(unanswered): \(reason)"
      }
    return "\(Quantity.count(totals.done)) of \(Quantity.count(totals.sent)) requests succeeded in \(Quantity.seconds(totals.duration)), "
      + "\(Quantity.rate(totals.doneRate))\(asked)\(end)"
  }

  var acceptsRedirects: Bool { options.contains { $0.name == "--accept-redirects" } }

  /// `4,000 answers are redirects, which are not followed and count as errors`; `nil` if there are none.
  var redirects: String? {
    let count = statuses.entries.reduce(0) { $0 + ($1.label.count == 3 && $1.label.first == "3" ? $1.count : 0) }
    guard count > 0 else { return nil }
    let (what, errors, url) =
      count == 1
      ? ("answer is a redirect, which is not followed and counts as", "an error", "it leads")
      : ("answers are redirects, which are not followed and count as", "errors", "they lead")
    let verdict = acceptsRedirects ? "success (--accept-redirects)" : "\(errors); use the URL \(url) to, or --accept-redirects"
    return "\(Quantity.count(count)) \(what) \(verdict)"
  }

  /// What the end of the run did not wait for; `nil` if everything was answered.
  var unanswered: String? {
    let count = statuses[Self.unanswered]
    guard count > 0 else { return nil }
    let verdict = count == 1 ? "counts as an error" : "count as errors"
    return "\(Quantity.count(count, "request")) had no answer when the run ended, and \(verdict); use --drain to wait longer"
  }

  /// The rows of the latency table, with a header.
  var latencyTable: [[String]] {
    var rows = [[""] + LatencyDistribution.percentiles.map(\.name) + ["max", "mean"]]
    let parts = loop == .open ? [("latency", latency), ("service", service), ("queueing", queueing)] : [("latency", latency)]
    for (name, part) in parts {
      let values = LatencyDistribution.percentiles.map { Double(part.value(at: $0.quantile)) } + [Double(part.maximum), part.mean]
      rows.append([name.padding] + values.map { part.isEmpty ? "–" : Quantity.duration($0) })
    }
    return rows
  }

  /// The 99th percentile of the intervals after the warm-up, as bars of a height relative to the largest; `nil` if there are fewer than two.
  private var sparkline: String? {
    let intervals = Interval.joined(intervals.filter { !$0.isWarmUp }, atMost: 60)
    guard intervals.count > 1 else { return nil }
    let values = intervals.map { $0.latency.value(at: 0.99) }
    guard let largest = values.max(), largest > 0 else { return nil }
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(values.map { bars[min(bars.count - 1, $0 * bars.count / largest)] }) + "  up to \(Quantity.duration(largest))"
  }
}

extension LoadReport.Tally {
  /// `hit 95.1 % · miss 4.9 %`
  var shares: String {
    entries.map { "\($0.label) \(Quantity.percent(Double($0.count) / Double(max(1, total))))" }.joined(separator: " · ")
  }
}

extension LoadReport.Verification {
  fileprivate var facts: [Fact] {
    guard verified > 0 else { return [Fact("bodies", "none compared with \(reference)")] }
    let compared = "\(Quantity.count(verified)) compared with \(reference)"
    guard wrong > 0 else { return [Fact("bodies", "\(compared), all equal")] }
    return [Fact("bodies", "\(compared), \(Quantity.count(wrong)) differ", isAlarming: true)] + examples.prefix(3).map { Fact("", $0) }
  }
}

extension LoadReport.Generator {
  fileprivate var fact: Fact { Fact("generator", text, isAlarming: verdict != .keptUp) }

  /// What the verdict is, as a sentence without a full stop.
  var text: String {
    switch verdict {
    case .keptUp:
      asked == nil
        ? "was not the bottleneck"
        : "kept up: \(Quantity.count(missed, "request")) late; the latest was sent \(Quantity.duration(latestSend)) after its time"
    case .wasBottleneck(let reasons): "was the bottleneck: " + reasons.joined(separator: "; ")
    case .unknown: "sent nothing"
    }
  }

  /// Which requests the target kept from being sent in time, as a sentence without a full stop; `nil` if there were none.
  var waiting: String? {
    guard waited > 0 || withheld > 0 else { return nil }
    let verdict = withheld == 1 ? "was never sent, and is" : "were never sent, and are"
    let lost = withheld > 0 ? "; \(Quantity.count(withheld)) \(verdict) in no latency" : ""
    return "\(Quantity.count(waited, "request")) waited, because as many as allowed were outstanding\(lost)"
  }
}

extension LoadReport.LimitSearch {
  /// `12,000/s keeps p99<5ms`
  var result: String { rate.map { "\(Quantity.rate($0)) keeps \(objective)" } ?? "no rate keeps \(objective)" }

  fileprivate var facts: [Fact] { [Fact("limit", result, isAlarming: rate == nil)] + (reason.isEmpty ? [] : [Fact("", reason)]) }
}

extension LoadReport.Machine {
  /// `AMD EPYC 7B13, 2 cores, 7.8 GiB, Linux 6.1.0, load 0.50`
  var text: String {
    let parts = [
      model, cores.map { $0 == 1 ? "1 core" : "\($0) cores" } ?? "", memory.map(Quantity.bytes) ?? "", kernel,
      load.first.map { "load \(Quantity.decimal($0, digits: 2))" } ?? "",
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? "unknown" : parts.joined(separator: ", ")
  }
}
