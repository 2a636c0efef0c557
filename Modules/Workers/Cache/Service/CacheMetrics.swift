import CoreMetrics
import Synchronization

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
  /// Contents of the memory tier.
  private let memoryEntries, memoryBytes: Gauge
  /// Contents of the store.
  private let store: StoreGauges

  init(_ factory: any MetricsFactory) {
    func counter(_ label: String) -> Counter { Counter(label: label, factory: factory) }
    hits = counter("hits")
    stale = counter("hits.stale")
    misses = counter("misses")
    fetches = counter("fetches")
    revalidated = counter("fetches.unchanged")
    failures = counter("fetches.failed")
    evictions = counter("evictions")
    memoryEntries = Gauge(label: "memory.entries", factory: factory)
    memoryBytes = Gauge(label: "memory.bytes", factory: factory)
    store = StoreGauges(factory)
  }

  func record(store usage: StoreUsage) { store.record(usage) }

  func record(memory: StoreUsage) {
    memoryEntries.record(memory.entries)
    memoryBytes.record(memory.bytes)
  }

  /// Counts an answer by its cache status.
  func count(_ status: CacheStatus) {
    // Without a time to live, no stored entry was served.
    guard status.timeToLive != nil else { return misses.increment() }
    (status.detail == nil ? hits : stale).increment()
  }
}

/// The gauges of the contents of the store. They exist from the first value on, because the size of a store is unknown until it has been read.
private final class StoreGauges: Sendable {
  private let gauges = Mutex<(entries: Gauge, bytes: Gauge)?>(nil)
  private let factory: any MetricsFactory

  init(_ factory: any MetricsFactory) { self.factory = factory }

  func record(_ usage: StoreUsage) {
    gauges.withLock { gauges in
      let known = gauges ?? (Gauge(label: "entries", factory: factory), Gauge(label: "bytes", factory: factory))
      gauges = known
      known.entries.record(usage.entries)
      known.bytes.record(usage.bytes)
    }
  }
}
