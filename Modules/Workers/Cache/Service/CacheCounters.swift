import CoreMetrics

/// What the cache counts, under the names that `GET /stats` shows.
struct CacheCounters: Sendable {
  /// Answers from what is stored: fresh, and stale for whatever reason.
  let hits, stale: Counter
  /// Requests that went forward, alone or together with others.
  let misses: Counter
  /// Questions to the fetch service, those among them that the origin answered with "unchanged", and failed ones.
  let fetches, revalidated, failures: Counter
  /// Entries that made room for others in the store.
  let evictions: Counter
  /// What the store and the memory tier hold.
  private let entries, bytes, memoryEntries, memoryBytes: Gauge

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
    entries = gauge("entries")
    bytes = gauge("bytes")
    memoryEntries = gauge("memory.entries")
    memoryBytes = gauge("memory.bytes")
  }

  func record(store: StoreUsage) {
    entries.record(store.entries)
    bytes.record(store.bytes)
  }

  func record(memory: StoreUsage) {
    memoryEntries.record(memory.entries)
    memoryBytes.record(memory.bytes)
  }

  /// Counts an answer by how it was come by.
  func count(_ status: CacheStatus) {
    switch status {
    case .hit(_, nil): hits.increment()
    case .hit: stale.increment()
    case .forwarded: misses.increment()
    }
  }
}
