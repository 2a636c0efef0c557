import Localization
import OrderedJSON
import Presentation
import TerminalText

/// What a search worker says of its index (`GET /stats`), for people.
struct SearchIndexReport: Sendable {
  /// `nil` when no search worker is attached.
  let statistics: JSON?

  var records: Int { gauge("index.records") }
  /// All that the origin has is indexed.
  var isComplete: Bool { gauge("index.complete") == 1 }

  /// Why the index is not stored, safe to print; `nil` where nothing is wrong.
  var warning: String? { statistics?["warning"]?.string?.printable }

  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }

  /// One line.
  var summary: StyledText {
    guard let statistics else { return StyledText("no search worker is attached: start one with holocron-search", .caution) }
    guard statistics["gauges"]?["index.records"] != nil else { return StyledText("attached") }
    let known = gauge("index.of") > 0 && !isComplete ? " of \(Figures.grouped(gauge("index.of")))" : ""
    let text = "\(Figures.grouped(records))\(known) records indexed"
    let summary = isComplete ? StyledText("\(text), all there are") : StyledText("\(text); holocron cache warm fetches the rest", .caution)
    return warning.map { summary + StyledText("; \($0)", .caution) } ?? summary
  }
}
