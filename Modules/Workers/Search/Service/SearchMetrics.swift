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
    (searches, suggestions, paths) = (counter("searches"), counter("suggestions"), counter("paths"))
    (originSearches, historyChanges) = (counter("searches.origin"), counter("history.changes"))
    (suggesting, searching) = (Timer(label: "suggest", factory: factory), Timer(label: "search", factory: factory))
    records = Gauge(label: "index.records", factory: factory)
    total = Gauge(label: "index.of", factory: factory)
    complete = Gauge(label: "index.complete", factory: factory)
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
  func record(since start: ContinuousClock.Instant) { recordNanoseconds(Int64(start.duration(to: .now) / .nanoseconds(1))) }
}
