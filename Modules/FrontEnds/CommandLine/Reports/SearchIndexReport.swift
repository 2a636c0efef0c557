import Contracts
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
  var warning: String? {
    statistics?["warning"]?.string.map { language.say(DoctorPhrase(storageWarning: $0)).printable }
  }

  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }

  /// The size of the index in one line.
  var summary: StyledText {
    guard let statistics else { return StyledText(language.say(.searchWorkerMissing(ServiceName.search.executable)), .caution) }
    guard statistics["gauges"]?["index.records"] != nil else { return StyledText(language.say(.attached)) }
    let text = language.say(ReportPhrase.recordsIndexed(records, of: total > 0 && !isComplete ? total : nil))
    if isComplete { return withWarning(StyledText(language.say(.isComplete(text)))) }
    guard isFilling else { return withWarning(StyledText(language.say(.isIncomplete(text, command: "holocron cache warm")), .caution)) }
    return withWarning(StyledText(language.say(records == 0 ? .isStarting(text) : .isFilling(text))))
  }

  private func withWarning(_ summary: StyledText) -> StyledText {
    warning.map { summary + StyledText("; \($0)", .caution) } ?? summary
  }
}
