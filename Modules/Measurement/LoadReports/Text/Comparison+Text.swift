public import TerminalText

extension Comparison {
  /// Returns the comparison as a table, with a line per limit and per difference, each ending in a line break.
  /// - Parameter isStyled: whether to emphasise with escape sequences, for a terminal.
  public func text(isStyled: Bool = false) -> SafeText {
    var text = SafeText(lines: TextTable.lines(table))
    for difference in differences { text += "note: \(difference)\n" }
    for decision in decisions {
      let line = SafeText("\(decision.limit): \(sentence(for: decision))")
      text += isStyled && decision.outcome == .crossed ? "\u{1B}[31m" + line + "\u{1B}[0m\n" : line + "\n"
    }
    return text
  }

  /// The rows of the comparison, with a header.
  var table: [[String]] {
    [["", names.old, names.new, "change", "95 % confidence", "Mann–Whitney", "finding"]]
      + rows.map { row in
        [
          row.metric.description, row.old.map(row.metric.text) ?? "–", row.new.map(row.metric.text) ?? "–",
          row.change.map(row.metric.changeText) ?? "–",
          row.interval.map { "\(row.metric.changeText($0.lowerBound)) … \(row.metric.changeText($0.upperBound))" } ?? "–",
          row.probability.map(Quantity.probability) ?? "–", row.finding.rawValue,
        ]
      }
  }

  /// What the decision is, without a full stop: `crossed, +23.0 %`.
  func sentence(for decision: Decision) -> String {
    let row = rows.first { $0.metric == decision.limit.metric }
    let change = row?.change.map(decision.limit.metric.changeText) ?? "no values"
    return switch decision.outcome {
    case .kept: "kept, \(change)"
    case .crossed: "crossed, \(change)"
    case .noise: "exceeded, but perhaps by noise, \(change); repeat with longer runs"
    case .unclear: "unclear, \(change); repeat with longer runs"
    }
  }
}
