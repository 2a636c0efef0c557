import Text

/// A report as text for a terminal: lines with a name and a value.
struct Summary {
  private let isStyled: Bool
  private var text: SafeText = ""

  private static let nameColumns = 11

  /// - Parameter isStyled: whether to emphasise with escape sequences, for a terminal.
  private init(isStyled: Bool) { self.isStyled = isStyled }

  static func text(of report: LoadReport, isStyled: Bool) -> SafeText {
    var summary = Summary(isStyled: isStyled)
    summary.describe(report)
    return summary.text
  }

  /// Adds a line. An alarming value is red, and a title is bold.
  private mutating func add(_ name: String, _ value: String, isTitle: Bool = false, isAlarming: Bool = false) {
    let name = SafeText(name.printable.padded(to: Self.nameColumns) + "  ")
    guard isStyled else { return text += name + SafeText(value) + "\n" }
    text += (isTitle ? "\u{1B}[1m" : "\u{1B}[2m") + name + "\u{1B}[0m"
    text += (isAlarming ? "\u{1B}[31m" + SafeText(value) + "\u{1B}[0m" : SafeText(value)) + "\n"
  }

  /// Returns one line per row, without spaces at the end. The first column is aligned to the left, the others to the right.
  static func table(_ rows: [[String]]) -> [String] {
    let safe = rows.map { $0.map(\.printable) }
    let columns = safe.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in safe.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0 }
    return safe.map { row in
      let cells = zip(row, widths).enumerated().map { $1.0.padded(to: $1.1, $0 == 0 ? .leading : .trailing) }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  private mutating func describe(_ report: LoadReport) {
    let totals = report.totals
    add(report.target.name, report.target.parts.joined(separator: "  "), isTitle: true)
    add("plan", report.plan)
    add("answers", report.answers, isAlarming: report.ending != .completed || totals.done == 0)
    let errors = totals.errors == 0 ? "none" : "\(Quantity.count(totals.errors)) (\(Quantity.percent(totals.errorShare)))"
    add("errors", errors, isAlarming: totals.errors > 0)
    let table = report.latencyTable.map { row in [row[0].padded(to: Self.nameColumns)] + row.dropFirst() }
    text += SafeText(lines: Self.table(table))
    if let sparkline = report.sparkline { add("p99 by time", sparkline) }
    let statuses = report.statuses.entries.map { "\($0.label): \(Quantity.count($0.count))" }
    if !statuses.isEmpty { add("status", statuses.joined(separator: " · ")) }
    if let redirects = report.redirects { add("redirects", redirects, isAlarming: !report.acceptsRedirects) }
    if let unanswered = report.unanswered { add("end", unanswered, isAlarming: true) }
    if !report.cacheStatuses.entries.isEmpty { add("cache", report.cacheStatuses.shares) }
    for operation in report.operations {
      let latencies = [("p50", 0.5), ("p99", 0.99)].map { "\($0) \(Quantity.duration(operation.latency.value(at: $1)))" }
      add(
        operation.name,
        "\(Quantity.count(operation.done)) succeeded, \(latencies.joined(separator: ", ")), errors \(Quantity.count(operation.errors))")
    }
    if let verification = report.verification {
      add("bodies", verification.text, isAlarming: verification.wrong > 0)
      if verification.wrong > 0 { for example in verification.examples.prefix(3) { add("", example) } }
    }
    add("generator", report.generator.text, isAlarming: report.generator.verdict != .keptUp)
    if let waiting = report.generator.waiting { add("waiting", waiting, isAlarming: report.generator.withheld > 0) }
    if let search = report.limitSearch {
      add("limit", search.result, isAlarming: search.rate == nil)
      if !search.reason.isEmpty { add("", search.reason) }
    }
    for check in report.checks {
      add("check", "\(check.condition): \(check.measured)\(check.isCrossed ? ", crossed" : "")", isAlarming: check.isCrossed)
    }
    add("machine", report.machine.text)
  }
}

extension LoadReport {
  /// Returns the report in about 15 lines, each ending in a line break.
  func summary(isStyled: Bool = false) -> SafeText { Summary.text(of: self, isStyled: isStyled) }

  /// `open loop`, or `closed loop of 64`.
  var loopText: String { outstanding.map { "closed loop of \(Quantity.count($0))" } ?? "open loop" }

  /// `1,000/s for 30 s, open loop`
  var plan: String { stages.isEmpty ? loopText : "\(stages.text), \(loopText)" }

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

  var acceptsRedirects: Bool { options.contains { $0.name == "--accept-redirects" } }

  /// A remark about redirects; `nil` if there are none.
  var redirects: String? {
    let count = statuses.entries.reduce(0) { $0 + ($1.label.count == 3 && $1.label.first == "3" ? $1.count : 0) }
    guard count > 0 else { return nil }
    let verdict = acceptsRedirects ? "success (--accept-redirects)" : "errors; use the URL that they lead to, or --accept-redirects"
    return "redirects are not followed: \(Quantity.count(count, "answer")), counted as \(verdict)"
  }

  /// A remark about what the end of the run did not wait for; `nil` if everything was answered.
  var unanswered: String? {
    let count = statuses[Self.unanswered]
    guard count > 0 else { return nil }
    return "\(Quantity.count(count, "request")) without an answer at the end, counted as errors; use --drain to wait longer"
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

  /// The 99th percentile of the intervals after the warm-up; `nil` if there are fewer than two.
  fileprivate var sparkline: String? {
    let values = Interval.joined(intervals.filter { !$0.isWarmUp }, atMost: 60).map { $0.latency.value(at: 0.99) }
    guard values.count > 1, let largest = values.max(), largest > 0 else { return nil }
    return "\(Quantity.sparkline(values))  up to \(Quantity.duration(largest))"
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
