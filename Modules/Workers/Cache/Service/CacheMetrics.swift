import CoreMetrics

/// The cache's counters and gauges, under the names that `GET /stats` shows.
struct CacheMetrics: Sendable {
  /// Fresh and stale hits.
  let hits, stale: Counter
  /// Forwarded requests, including those that joined the fetch of another request.
  let misses: Counter
  /// Requests to the fetch service, those answered with 304, and those that failed.
  let fetches, revalidated, failures: Counter
  /// Entries evicted from the store.
  let evictions: Counter
  private let store: StoreGauges
  /// Contents of the memory tier.
  private let memoryEntries, memoryBytes: Gauge

  init(_ factory: any MetricsFactory) {
    func counter(_ label: String) -> Counter { Counter(label: label, factory: factory) }
    func gauge(_ label: String) -> Gauge { Gauge(label: label, factory: factory) }
    hits = counter("hits")
    stale = counter("hits.stale")
    misses = counter("misses")
    fetches = counter("fetches")
    revalidated = counter("fetches.unchanged")
    failures = counter("fetches.failed")
    evictions = counter("evictions")
    store = StoreGauges(factory)
    memoryEntries = gauge("memory.entries")
    memoryBytes = gauge("memory.bytes")
  }

  func record(store usage: StoreUsage) { store.record(usage) }

  func record(memory: StoreUsage) {
    memoryEntries.record(memory.entries)
    memoryBytes.record(memory.bytes)
  }

  /// Counts an answer by its cache status.
  func count(_ status: CacheStatus) {
    switch status {
    case .hit(_, nil): hits.increment()
    case .hit: stale.increment()
    // A stored entry served because the fetch failed.
    case .forwarded(_, _, _, _, _, .staleIfError?): stale.increment()
    case .forwarded, .local: misses.increment()
    }
  }
}
