import Contracts
import Localization
import OrderedJSON
import Presentation
import Text

/// The index statistics of a search worker (`GET /stats`), for people.
struct SearchIndexReport: Sendable {
  /// The statistics; `nil` if no search worker is attached.
  let statistics: JSON?

  var records: Int { gauge("index.records") }
  /// The number of records of the origin; 0 until it is known.
  var total: Int { gauge("index.of") }
  /// Whether all records of the origin are indexed.
  var isComplete: Bool { gauge("index.complete") == 1 }

  /// Whether the worker is fetching records for the index, or has just started and may soon be.
  private var isFilling: Bool { statistics?["filling"] != nil }

  /// The worker's warning, safe to print.
  var warning: String? {
    statistics?["warning"]?.string.map { $0.printable }
  }

  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }

  /// The size of the index in one line.
  var summary: StyledText {
    guard let statistics else {
      return StyledText("no search worker is attached: start one with \(ServiceName.search.executable)", .caution)
    }
    guard statistics["gauges"]?["index.records"] != nil else { return StyledText("attached") }
    let share = total > 0 && !isComplete ? "\(Figures.grouped(records)) of \(Figures.grouped(total))" : Figures.grouped(records)
    let text = "\(share) \(max(total, records) == 1 ? "record" : "records") indexed"
    if isComplete { return withWarning(StyledText("\(text) (complete)")) }
    guard isFilling else { return withWarning(StyledText("\(text); run holocron cache warm to fetch the rest", .caution)) }
    return withWarning(StyledText("\(text), \(records == 0 ? "starting" : "filling")…"))
  }

  private func withWarning(_ summary: StyledText) -> StyledText {
    warning.map { summary + StyledText("; \($0)", .caution) } ?? summary
  }
}
