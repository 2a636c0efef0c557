import Contracts
import Localization
import OrderedJSON
import Presentation
import Text

/// The statistics of the cache workers (`GET /stats`), for people.
struct CacheReport: Sendable {
  /// The statistics; `nil` if no cache worker is attached.
  let statistics: JSON?

  /// The hit ratio; `nil` before the first request.
  var hitRatio: Double? { CacheHits { Double(counter($0)) }?.ratio }

  /// The hit ratio and size in one line.
  var summary: StyledText {
    guard statistics != nil else {
      return StyledText("no cache worker is attached: start one with \(ServiceName.cache.executable)", .caution)
    }
    let size = entries.map { "\(Figures.counted($0, "entry", "entries")), \(Figures.bytes(gauge("bytes")))" } ?? "—"
    let hits = hitRatio.map { "\(Figures.percent($0)) hits" } ?? "no requests yet"
    let summary = StyledText("\(hits), \(size)")
    guard let warning = statistics?["warning"]?.string else { return summary }
    return summary + StyledText("; \(warning.printable)", .caution)
  }

  var document: ReportDocument {
    func value(_ label: String, _ text: String) -> LabeledValue { LabeledValue(label, StyledText(text)) }
    func number(_ label: String, _ number: Int) -> LabeledValue { value(label, Figures.grouped(number)) }
    let values = [
      LabeledValue("Hit ratio", hitRatio.map { StyledText(Figures.percent($0)) } ?? StyledText("—", .muted)),
      number("Fresh hits", counter("hits")), number("Stale hits", counter("hits.stale")), number("Misses", counter("misses")),
      number("Fetches", counter("fetches")), number("Unchanged", counter("fetches.unchanged")),
      number("Failed", counter("fetches.failed")), value("Entries", entries.map { Figures.grouped($0) } ?? "—"),
      value("Size", entries == nil ? "—" : Figures.bytes(gauge("bytes"))), number("In memory", gauge("memory.entries")),
      value("Memory", Figures.bytes(gauge("memory.bytes"))), number("Evictions", counter("evictions")),
      value("Uptime", Figures.duration(statistics?["uptime"]?.double ?? 0)),
    ]
    return ReportDocument([.values(values)], json: statistics ?? .null)
  }

  /// Returns a counter, at most 10¹⁵: counters come from another process, and some are added.
  private func counter(_ name: String) -> Int { min(max(0, statistics?["counters"]?[name]?.int ?? 0), 1_000_000_000_000_000) }
  private func gauge(_ name: String) -> Int { statistics?["gauges"]?[name]?.int ?? 0 }
  /// The number of entries; `nil` while the cache has not read its store.
  private var entries: Int? { statistics?["gauges"]?["entries"]?.int }
}
