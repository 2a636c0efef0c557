import Contracts
import CoreMetrics
import Databases
import Logging
import MessageBus
import Models

/// What the parts of a cache worker share.
struct CacheContext: Sendable {
  /// This worker's name, which identifies its events and leases.
  let worker = HolderProcess.newName()
  let source: any Source
  let store: TimedStore
  let tier: MemoryTier
  let kinds: Kinds
  let settings: CacheSettings
  let metrics: CacheMetrics
  let clock: WallClock
  let logger: Logger
  let send: @Sendable (Event) -> Void

  /// Publishes that an entry has changed, or that the origin confirmed it. Returns at once.
  func publish(_ key: CacheKey, hasChanged: Bool) {
    switch key {
    case .record(let reference): publish(hasChanged ? .changed(reference) : .confirmed(reference))
    case .page(let page) where page.search == nil && page.order == nil:
      publish(hasChanged ? .listChanged(page.kind) : .listConfirmed(page.kind))
    // Search results and the list of kinds concern nobody else.
    case .page, .kinds: break
    }
  }

  func publish(_ topic: Topic) { send(Event(topic.text, fields: [CacheService.workerField: worker])) }

  /// Counts what a commit evicted and the usage of the store after it.
  func record(_ result: CommitResult) {
    metrics.evictions.increment(by: result.evicted)
    metrics.record(result.usage)
  }
}

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
  private let factory: any MetricsFactory

  init(_ factory: any MetricsFactory) {
    func counter(_ label: String) -> Counter { Counter(label: label, factory: factory) }
    (hits, stale, misses) = (counter("hits"), counter("hits.stale"), counter("misses"))
    (fetches, revalidated, failures) = (counter("fetches"), counter("fetches.unchanged"), counter("fetches.failed"))
    evictions = counter("evictions")
    self.factory = factory
  }

  /// Records the contents of the store, or of the memory tier. Gauges exist from the first value on: the size of a store is unknown until it has
  /// been read.
  func record(_ usage: StoreUsage, of prefix: String = "") {
    Gauge(label: "\(prefix)entries", factory: factory).record(usage.entries)
    Gauge(label: "\(prefix)bytes", factory: factory).record(usage.bytes)
  }

  /// Counts an answer by its cache status.
  func count(_ status: CacheStatus) {
    // Without a time to live, no stored entry was served.
    guard status.timeToLive != nil else { return misses.increment() }
    (status.detail == nil ? hits : stale).increment()
  }
}
