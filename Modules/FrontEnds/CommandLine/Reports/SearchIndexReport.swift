import Localization
import OrderedJSON
import Presentation
import TerminalText

/// The index statistics of a search worker (`GET /stats`), for people.
struct SearchIndexReport: Sendable {
  /// The statistics; `nil` if no search worker is attached.
  let statistics: JSON?
  var language: any Language = English()

  var records: Int { gauge("index.records") }
  /// The number of records of the origin; 0 until it is known.
  var total: Int { gauge("index.of") }
  /// Whether all records of the origin are indexed.
  var isComplete: Bool { gauge("index.complete") == 1 }

  /// Whether the worker is fetching records for the index, or has just started and may soon be.
  private var isFilling: Bool { statistics?["filling"] != nil }

  /// The reason why the index is not stored, safe to print; `nil` if it is stored.
  var warning: String? { statistics?["warning"]?.string?.printable }

  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }

  /// The size of the index in one line.
  var summary: StyledText {
    guard let statistics else { return StyledText("no search worker is attached: start one with holocron-search", .caution) }
    guard statistics["gauges"]?["index.records"] != nil else { return StyledText("attached") }
    guard language.code == English().code else { return withWarning(translated) }
    let total = gauge("index.of") > 0 && !isComplete ? " of \(Figures.grouped(gauge("index.of")))" : ""
    let text = "\(Figures.grouped(records))\(total) records indexed"
    let summary =
      if isComplete {
        StyledText("\(text) (complete)")
      } else if isFilling {
        StyledText(records == 0 ? "\(text), starting…" : "\(text), filling…")
      } else {
        StyledText("\(text); run holocron cache warm to fetch the rest", .caution)
      }
    return withWarning(summary)
  }

  private var translated: StyledText {
    let text = language.say(.indexed(records, of: isComplete || total == 0 ? nil : total))
    if isComplete { return StyledText("\(text) (\(language.say(.complete)))") }
    return StyledText("\(text) (\(language.say(.indexing)))", isFilling ? .text : .caution)
  }

  private func withWarning(_ summary: StyledText) -> StyledText {
    warning.map { summary + StyledText("; \($0)", .caution) } ?? summary
  }
}
