import Contracts
import CoreMetrics

/// What the search counts, under the names that `GET /stats` shows.
struct SearchCounters: Sendable {
  let searches, suggestions, paths: Counter
  /// Searches for which the origin was asked too.
  let originSearches: Counter
  /// Changes of the history.
  let historyChanges: Counter
  /// How long suggestions and searches take, what others are asked for included.
  let suggesting, searching: Timer
  private let records, total, complete: Gauge

  init(_ factory: any MetricsFactory) {
    func counter(_ label: String) -> Counter { Counter(label: label, factory: factory) }
    func gauge(_ label: String) -> Gauge { Gauge(label: label, factory: factory) }
    func timer(_ label: String) -> Timer { Timer(label: label, factory: factory) }
    searches = counter("searches")
    suggestions = counter("suggestions")
    paths = counter("paths")
    originSearches = counter("searches.origin")
    historyChanges = counter("history.changes")
    suggesting = timer("suggest")
    searching = timer("search")
    records = gauge("index.records")
    total = gauge("index.of")
    complete = gauge("index.complete")
  }

  /// A total that is not known counts as 0.
  func record(_ coverage: Coverage) {
    records.record(coverage.records)
    total.record(coverage.of ?? 0)
    complete.record(coverage.isComplete ? 1 : 0)
  }
}

extension Timer {
  /// Records the time since `start`.
  func record(since start: ContinuousClock.Instant) {
    let (seconds, attoseconds) = start.duration(to: .now).components
    recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
