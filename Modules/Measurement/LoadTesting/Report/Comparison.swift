import Presentation
import Text

/// Two runs side by side: how much each metric changed.
struct Comparison: Sendable {
  /// A metric in both runs.
  struct Row: Sendable, Hashable {
    let metric: Metric
    /// Value of the first run, the baseline, in the unit of the metric; `nil` without requests.
    let old: Double?
    let new: Double?
    /// The difference of shares, or the change relative to the old value; `nil` if a value is absent, or only the old one is 0.
    var change: Double? {
      guard let old, let new else { return nil }
      return metric.unit == .share || old == new ? new - old : old > 0 ? new / old - 1 : nil
    }

    /// `+12.3 %`, for shares `+0.12 points`; `–` without a change.
    var changeText: String {
      guard let change else { return "–" }
      guard metric.unit == .share else { return Quantity.change(change) }
      let text = Quantity.decimal(change * 100, digits: 2)
      return (text == "0.00" ? "±" : change < 0 ? "" : "+") + text + " points"
    }
  }

  /// The result for one limit.
  struct Decision: Sendable, Hashable {
    enum Outcome: Sendable, Hashable {
      /// The metric is not worse by more than the limit allows.
      case kept
      case crossed
      case unclear
    }

    let limit: RegressionLimit
    fileprivate let row: Row

    var outcome: Outcome {
      row.change.map { (row.metric.isBetterHigher ? -$0 : $0) <= limit.allowed ? .kept : .crossed } ?? .unclear
    }

    /// What the decision is, without a full stop: `crossed, +23.0 %`.
    var text: String { "\(outcome), \(row.change == nil ? "no values" : row.changeText)" }
  }

  /// The metrics that every comparison shows.
  static let metrics: [Metric] = [50, 90, 95, 99, 99.9, 99.99].map { .percentile($0) } + [.maximum, .mean, .rate, .errors]

  let old: LoadReport
  let new: LoadReport
  /// What to call the two runs: the names of their files.
  let names: (old: String, new: String)
  let rows: [Row]
  let decisions: [Decision]

  /// Compares `new` with `old`, the baseline.
  init(_ old: LoadReport, _ new: LoadReport, names: (old: String, new: String), limits: [RegressionLimit] = []) {
    (self.old, self.new, self.names) = (old, new, names)
    let figures = (old: RunFigures(old), new: RunFigures(new))
    func row(_ metric: Metric) -> Row {
      Row(metric: metric, old: metric.value(in: figures.old, as: metric.unit), new: metric.value(in: figures.new, as: metric.unit))
    }
    rows = (Self.metrics + limits.map(\.metric).filter { !Self.metrics.contains($0) }).map(row)
    decisions = limits.map { Decision(limit: $0, row: row($0.metric)) }
  }

  var isRegression: Bool { decisions.contains { $0.outcome == .crossed } }
  var isUnclear: Bool { decisions.contains { $0.outcome == .unclear } }

  /// Returns a table, with a line per difference and per limit, each ending in a line break.
  /// - Parameter isStyled: whether to emphasise with escape sequences, for a terminal.
  func text(isStyled: Bool = false) -> SafeText {
    let painter = Painter(usesColor: isStyled)
    var text = SafeText(table: table)
    for difference in differences { text += "note: \(difference)\n" }
    for decision in decisions {
      text += painter.paint("\(decision.limit.text): \(decision.text)", decision.outcome == .crossed ? .bad : .text) + "\n"
    }
    return text
  }

  /// The rows of the comparison, with a header.
  var table: [[String]] {
    [["", names.old, names.new, "change"]]
      + rows.map { row in
        [row.metric.name, row.old.map(row.metric.unit.text) ?? "–", row.new.map(row.metric.unit.text) ?? "–", row.changeText]
      }
  }

  /// Reasons why the runs may not be comparable, one sentence each without a full stop.
  var differences: [String] {
    let (before, after) = (Self.facts(of: old), Self.facts(of: new))
    let names = before.map(\.name) + after.map(\.name).filter { name in !before.contains { $0.name == name } }
    var differences = names.compactMap { name -> String? in
      let values = [before, after].map { facts in facts.first { $0.name == name }?.value ?? "not given" }
      return values[0] == values[1] ? nil : "the \(name) differs: \(values[0]) and \(values[1])"
    }
    for (name, report) in [(self.names.old, old), (self.names.new, new)] {
      if report.ending != .completed { differences.append("\(name) is of a run that was \(report.ending.rawValue)") }
      if report.generator.verdict == .wasBottleneck { differences.append("the generator was the bottleneck of \(name)") }
    }
    return differences
  }

  /// What should be equal in both runs. The seed is another for each run.
  private static func facts(of report: LoadReport) -> [(name: String, value: String)] {
    [
      ("target", report.target.name), ("request", report.target.requests.isEmpty ? "none named" : report.target.requests),
      ("kind of loop", report.loopText), ("plan", report.stages.isEmpty ? "none" : report.stages.text),
      ("processor", report.machine.model.isEmpty ? "unknown" : report.machine.model),
      ("number of cores", report.machine.cores.map { "\($0)" } ?? "unknown"),
    ]
      + report.options.filter { $0.name != "--seed" }.map { ("option \($0.name)", $0.value.isEmpty ? "given" : $0.value) }
  }
}
