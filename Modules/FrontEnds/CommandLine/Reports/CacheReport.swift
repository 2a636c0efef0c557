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
    guard statistics != nil else { return StyledText(language.say(.noCacheWorker(ServiceName.cache.executable)), .caution) }
    let size = entries.map { language.say(.entries($0, size: language.figures.bytes(gauge("bytes")))) } ?? "—"
    let hits = hitRatio.map { language.say(.hits(language.figures.percent($0))) } ?? language.say(.noRequests)
    let summary = StyledText("\(hits)\(language.vocabulary.separator)\(size)")
    guard let warning = statistics?["warning"]?.string else { return summary }
    return summary + StyledText("; \(language.say(DoctorPhrase(storageWarning: warning)).printable)", .caution)
  }

  var document: ReportDocument {
    func value(_ label: ReportPhrase, _ text: String) -> LabeledValue { LabeledValue(language.say(label), StyledText(text)) }
    func number(_ label: ReportPhrase, _ value: Int) -> LabeledValue {
      LabeledValue(language.say(label), StyledText(language.figures.integer(value)))
    }
    let figures = language.figures
    let values = [
      LabeledValue(language.say(.hitRatio), hitRatio.map { StyledText(figures.percent($0)) } ?? StyledText("—", .muted)),
      number(.freshHits, counter("hits")), number(.staleHits, counter("hits.stale")), number(.misses, counter("misses")),
      number(.fetchCount, counter("fetches")), number(.unchanged, counter("fetches.unchanged")),
      number(.failures, counter("fetches.failed")), value(.entryCount, entries.map { figures.integer($0) } ?? "—"),
      value(.size, entries == nil ? "—" : figures.bytes(gauge("bytes"))), number(.inMemory, gauge("memory.entries")),
      value(.memory, figures.bytes(gauge("memory.bytes"))), number(.evictions, counter("evictions")),
      LabeledValue(language.say(.uptime), StyledText(figures.duration(statistics?["uptime"]?.double ?? 0))),
    ]
    return ReportDocument([.values(values)], json: statistics ?? .null)
  }

  /// Returns a counter, at most 10¹⁵: counters come from another process, and some are added.
  private func counter(_ name: String) -> Int { min(max(0, statistics?["counters"]?[name]?.int ?? 0), 1_000_000_000_000_000) }
  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }
  /// The number of entries; `nil` while the cache has not read its store.
  private var entries: Int? { statistics?["gauges"]?["entries"]?.int }
}
