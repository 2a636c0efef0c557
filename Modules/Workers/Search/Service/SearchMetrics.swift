import Contracts
import CoreMetrics

/// Metrics of the search service, under the names that `GET /stats` shows.
struct SearchMetrics: Sendable {
  let searches, suggestions, paths: Counter
  /// Searches that also searched the origin.
  let originSearches: Counter
  /// Changes of the history.
  let historyChanges: Counter
  /// Duration of suggestions and searches, including requests to other services.
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

  /// Records the size of the index. An unknown total is recorded as 0.
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
