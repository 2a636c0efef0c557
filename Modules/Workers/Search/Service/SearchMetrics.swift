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
    searches = Counter(label: "searches", factory: factory)
    suggestions = Counter(label: "suggestions", factory: factory)
    paths = Counter(label: "paths", factory: factory)
    originSearches = Counter(label: "searches.origin", factory: factory)
    historyChanges = Counter(label: "history.changes", factory: factory)
    suggesting = Timer(label: "suggest", factory: factory)
    searching = Timer(label: "search", factory: factory)
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
  func record(since start: ContinuousClock.Instant) {
    let (seconds, attoseconds) = start.duration(to: .now).components
    recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
