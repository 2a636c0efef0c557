import Contracts
import Localization
import OrderedJSON
import Presentation
import TerminalText

/// The statistics of the cache workers (`GET /stats`), for people.
struct CacheReport: Sendable {
  /// The statistics; `nil` if no cache worker is attached.
  let statistics: JSON?
  var language: any Language = English()

  /// The hit ratio; `nil` before the first request.
  var hitRatio: Double? { CacheHits { Double(counter($0)) }?.ratio }

  /// The hit ratio and size in one line.
  var summary: StyledText {
    guard statistics != nil else { return StyledText("no cache worker is attached: start one with holocron-cache", .caution) }
    let size = language.say(.entries(gauge("entries"), size: Figures.bytes(gauge("bytes"))))
    let hits = hitRatio.map { language.say(.hits(language.figures.percent($0))) } ?? language.say(.noRequests)
    let summary = StyledText("\(hits), \(size)")
    guard let warning = statistics?["warning"]?.string else { return summary }
    return summary + StyledText("; \(warning.printable)", .caution)
  }

  var document: ReportDocument {
    let values = [
      LabeledValue("Hit ratio", hitRatio.map { StyledText(Figures.percent($0)) } ?? StyledText("—", .muted)),
      LabeledValue("Fresh hits", number(counter("hits"))), LabeledValue("Stale hits", number(counter("hits.stale"))),
      LabeledValue("Misses", number(counter("misses"))),
      LabeledValue("Fetches", number(counter("fetches"))), LabeledValue("Unchanged", number(counter("fetches.unchanged"))),
      LabeledValue("Failed", number(counter("fetches.failed"))), LabeledValue("Entries", number(gauge("entries"))),
      LabeledValue("Size", StyledText(Figures.bytes(gauge("bytes")))), LabeledValue("In memory", number(gauge("memory.entries"))),
      LabeledValue("Memory", StyledText(Figures.bytes(gauge("memory.bytes")))), LabeledValue("Evictions", number(counter("evictions"))),
      LabeledValue("Uptime", StyledText(Figures.duration(statistics?["uptime"]?.double ?? 0))),
    ]
    return ReportDocument([.values(values)], json: statistics ?? .null)
  }

  /// Returns a counter, at most 10¹⁵: counters come from another process, and some are added.
  private func counter(_ name: String) -> Int { min(max(0, statistics?["counters"]?[name]?.int ?? 0), 1_000_000_000_000_000) }
  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }
  private func number(_ value: Int) -> StyledText { StyledText(Figures.grouped(value)) }
}
