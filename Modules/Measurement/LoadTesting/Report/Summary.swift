import Presentation
import Text

extension SafeText {
  /// A table with one line per row, without spaces at the end. The first column is aligned to the left, the others to the right.
  init(table rows: [[String]]) {
    let safe = rows.map { $0.map(\.printable) }
    let columns = safe.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in safe.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0 }
    self.init(
      lines: safe.map { row in
        let cells = zip(row, widths).enumerated().map { $1.0.padded(to: $1.1, $0 == 0 ? .leading : .trailing) }
        var line = cells.joined(separator: "  ")
        while line.hasSuffix(" ") { line.removeLast() }
        return line
      })
  }
}

extension LoadReport {
  /// A line of the summary and of the page.
  struct Finding {
    let name: String
    let text: String
    /// Whether a reader must know of it before the figures.
    let isBad: Bool

    init(_ name: String, _ text: String, isBad: Bool = false) { (self.name, self.text, self.isBad) = (name, text, isBad) }
  }

  /// What the run showed besides rate and latency.
  var findings: [Finding] {
    var findings: [Finding] = []
    let labels = statuses.entries.map { "\($0.label): \(Quantity.count($0.count))" }
    if !labels.isEmpty { findings.append(Finding("status", labels.joined(separator: " · "))) }
    let redirected = statuses.entries.reduce(0) { $0 + ($1.label.count == 3 && $1.label.first == "3" ? $1.count : 0) }
    if redirected > 0 {
      let text = "redirects are not followed: \(Quantity.count(redirected, "answer")), counted as errors; use the URL that they lead to"
      findings.append(Finding("redirects", text, isBad: true))
    }
    if case let count = statuses[Self.unanswered], count > 0 {
      let text = "\(Quantity.count(count, "request")) without an answer at the end, counted as errors; use --drain to wait longer"
      findings.append(Finding("end", text, isBad: true))
    }
    if !cacheStatuses.entries.isEmpty { findings.append(Finding("cache", cacheStatuses.shares)) }
    for operation in operations {
      let latencies = [("p50", 0.5), ("p99", 0.99)].map { "\($0) \(Quantity.duration(operation.latency.value(at: $1)))" }
      let text = "\(Quantity.count(operation.done)) succeeded, \(latencies.joined(separator: ", "))"
      findings.append(Finding(operation.name, "\(text), errors \(Quantity.count(operation.errors))"))
    }
    if let verification {
      findings.append(Finding("bodies", verification.text, isBad: verification.wrong > 0))
      if verification.wrong > 0 { findings += verification.examples.prefix(3).map { Finding("", $0) } }
    }
    findings.append(Finding("generator", generator.text, isBad: generator.verdict != .keptUp))
    if let waiting = generator.waiting { findings.append(Finding("waiting", waiting, isBad: generator.withheld > 0)) }
    if let limitSearch {
      findings.append(Finding("limit", limitSearch.result, isBad: limitSearch.rate == nil))
      if !limitSearch.reason.isEmpty { findings.append(Finding("", limitSearch.reason)) }
    }
    return findings
      + checks.map { Finding("check", "\($0.condition): \($0.measured)\($0.isCrossed ? ", crossed" : "")", isBad: $0.isCrossed) }
  }

  /// Returns the report in about 15 lines for a terminal, each ending in a line break.
  /// - Parameter isStyled: whether to emphasise with escape sequences.
  func summary(isStyled: Bool = false) -> SafeText {
    let (painter, nameColumns) = (Painter(usesColor: isStyled), 11)
    func line(_ finding: Finding, _ role: Role = .muted) -> SafeText {
      painter.paint(finding.name.printable.padded(to: nameColumns) + "  ", role)
        + painter.paint(finding.text, finding.isBad ? .bad : .text) + "\n"
    }
    var text = line(Finding(target.name, target.parts.joined(separator: "  ")), .title) + line(Finding("plan", plan))
    text += line(Finding("answers", answers, isBad: ending != .completed || totals.done == 0))
    text += line(Finding("errors", errorText, isBad: totals.errors > 0))
    text += SafeText(table: latencyTable.map { row in [row[0].padded(to: nameColumns)] + row.dropFirst() })
    for finding in findings + [Finding("machine", machine.text)] { text += line(finding) }
    return text
  }

  /// `open loop`, or `closed loop of 64`.
  var loopText: String { outstanding.map { "closed loop of \(Quantity.count($0))" } ?? "open loop" }

  /// `1,000/s for 30 s, open loop`
  var plan: String { stages.isEmpty ? loopText : "\(stages.text), \(loopText)" }

  /// `1 (12.5 %)`, or `none`.
  var errorText: String {
    totals.errors == 0 ? "none" : "\(Quantity.count(totals.errors)) (\(Quantity.percent(totals.errorShare)))"
  }

  /// `30,000 of 30,000 requests succeeded in 30 s, 1,000/s (asked for 1,000/s)`
  var answers: String {
    let totals = totals
    // A run also waits for its last answers, so that its average is lower than a constant rate.
    let constant = stages.first.flatMap { first in first.duration == .zero && stages.allSatisfy { $0.rate == first.rate } ? first.rate : nil
    }
    let asked = (constant ?? totals.intendedRate).map { " (asked for \(Quantity.rate($0)))" } ?? ""
    let lost = totals.sent - totals.done - totals.errors
    let unanswered = lost > 0 ? ", with \(Quantity.count(lost, "request")) unanswered" : ""
    let end = ending == .completed ? "" : "; \(ending.rawValue)\(unanswered)\(endingReason.map { ": \($0)" } ?? "")"
    return "\(Quantity.count(totals.done)) of \(Quantity.count(totals.sent)) requests succeeded in \(Quantity.seconds(totals.duration)), "
      + "\(Quantity.rate(totals.doneRate))\(asked)\(end)"
  }

  /// The rows of the latency table, with a header.
  var latencyTable: [[String]] {
    let rows = isOpenLoop ? [("latency", latency), ("service", service), ("queueing", queueing)] : [("latency", latency)]
    return [[""] + LatencyDistribution.percentiles.map(\.name) + ["max", "mean"]]
      + rows.map { name, latency in
        let values =
          LatencyDistribution.percentiles.map { Double(latency.value(at: $0.quantile)) } + [Double(latency.maximum), latency.mean]
        return [name] + values.map { latency.isEmpty ? "–" : Quantity.duration($0) }
      }
  }
}

extension [Stage] {
  /// `100/s at once, then to 1,000/s in 30 s, then 1,000/s for 10 s`
  var text: String {
    var parts: [String] = []
    var current = 0.0
    for (index, stage) in enumerated() {
      let (rate, length) = (Quantity.rate(stage.rate), Quantity.seconds(stage.duration / .seconds(1)))
      if stage.duration > .zero {
        parts.append(stage.rate == current ? "\(rate) for \(length)" : "to \(rate) in \(length)")
      } else if index + 1 == count || self[index + 1].rate != stage.rate {
        parts.append("\(rate) at once")
      }
      current = stage.rate
    }
    return parts.joined(separator: ", then ")
  }
}
