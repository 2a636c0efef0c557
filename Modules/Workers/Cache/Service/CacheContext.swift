import Contracts
import CoreMetrics
import Databases
import Logging
import MessageBus
import Models
import Platform
import Synchronization

/// Settings of the cache service. The defaults suit a single user's machine.
public struct CacheSettings: Sendable, Hashable {
  public var lifetimes = Lifetimes()
  /// Limits of the memory tier; the store has its own (``StoreLimits``).
  public var memory = StoreLimits.memory
  /// Time allowed for a fetch if the request has no deadline. A fetch also continues this long for later callers if the deadline of the
  /// request is shorter.
  public var fetchTimeout: Duration = .seconds(15)
  /// Time that the memory tier serves an entry before it is read from the store again. Bounds the effect of lost events when workers share
  /// a store.
  public var recheckInterval: Duration = .seconds(30)
  /// Minimum term of a lease, which is how long other workers wait for a worker that is suspended during a fetch. Running workers renew their
  /// leases three times per term; a lease is void as soon as its process is gone.
  public var leaseTerm: Duration = .seconds(3)
  /// Upper bound of the backoff after a failed fetch, unless the origin sends `retry-after`. The backoff is 100 ms after the first failure
  /// of an entry, 1 s after the second, and doubles with each further failure.
  public var maxBackoff: Duration = .seconds(30)
  /// Maximum number of requests that wait for a fetch; further requests get a 503 at once.
  public var waiterLimit = 16_384
  /// Maximum number of outstanding requests on the bus: one for each waiting request, and some room for events and revalidations. Less than
  /// the broker accepts from one client (``Broker/Settings/clientLimit``), which would refuse fetches for all callers otherwise.
  public var outstandingLimit: Int { waiterLimit + 1_024 }
  /// Time that the first requests wait for the fetch service to name its origin. `nil`: the fetch service is not asked.
  public var originTimeout: Duration? = .milliseconds(500)
  /// Interval at which usage times are written to the store.
  public var touchInterval: Duration = .seconds(10)

  public init() {}
}

/// What the parts of a cache worker share.
final class CacheContext: Sendable {
  /// This worker's name, which identifies its events and leases.
  let worker = HolderProcess.newName()
  let services: any ServiceClient
  let store: any CacheStore
  let tier: MemoryTier
  let kinds: Kinds
  let settings: CacheSettings
  let metrics: CacheMetrics
  let clock: WallClock
  let logger: Logger
  let send: @Sendable (Event) -> Void
  private let busName = Mutex(HolderProcess.newName())
  /// The last failure of the store, if it fails.
  private let lastStoreFailure = Mutex<ContinuousClock.Instant?>(nil)

  init(
    services: any ServiceClient, store: any CacheStore, kinds: Kinds, settings: CacheSettings, metrics: CacheMetrics,
    clock: @escaping WallClock, logger: Logger, send: @escaping @Sendable (Event) -> Void
  ) {
    (self.services, self.store, self.kinds, self.settings) = (services, store, kinds, settings)
    (self.metrics, self.logger, self.send) = (metrics, logger, send)
    self.clock = store.clock(basedOn: clock)
    tier = MemoryTier(limits: settings.memory, recheckInterval: settings.recheckInterval)
  }

  /// Publishes that an entry has changed, or that the origin confirmed it. Returns at once.
  func publish(_ key: CacheKey, hasChanged: Bool) {
    switch key {
    case .record(let reference): publish(hasChanged ? .changed(reference) : .confirmed(reference))
    case .page(let page) where key.isList:
      publish(hasChanged ? .listChanged(page.kind) : .listConfirmed(page.kind))
    // Search results and the list of kinds concern nobody else.
    case .page, .kinds: break
    }
  }

  func publish(_ topic: Topic) {
    let event = Event(topic.text, fields: [CacheService.workerField: worker])
    send(event)
    store.announce(event, on: bus)
  }

  /// The name of the brokers that this worker publishes to, for the workers that share its store; unique before ``join(_:)``.
  var bus: String { busName.withLock(\.self) }

  /// Sets the name of the bus. Other hosts may have brokers at the same endpoints, so it includes that of this host.
  func join(_ addresses: [BusAddress]) {
    var digest = Digest()
    for endpoint in Set(addresses.map { "\($0.requests)" }).sorted() { digest.add(endpoint) }
    busName.withLock { $0 = "\(ProcessScope.own)-\(String(digest.value, radix: 16))" }
  }

  /// Logs a failed operation of the store, once until the store has worked again.
  func logFailure(_ error: StorageError, about subject: String) {
    // Operations cancelled because the service stops are not failures of the store.
    guard !Task.isCancelled else { return }
    let isFirst = lastStoreFailure.withLock { last in
      defer { last = .now }
      return last == nil
    }
    guard isFirst else { return }
    logger.error("cache store failed; continuing without it", metadata: ["key": "\(subject)", "reason": "\(error.message)"])
  }

  /// Notes that an operation of the store succeeded. The store works again if none has failed for 10 s: a full one can still be read.
  func noteStoreSuccess() {
    let hasRecovered = lastStoreFailure.withLock { last in
      guard let time = last, time + .seconds(10) <= .now else { return false }
      last = nil
      return true
    }
    if hasRecovered { logger.notice("cache store works again") }
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

  /// Counts what a commit evicted, and records the usage of the store after it.
  func record(_ result: CommitResult) {
    evictions.increment(by: result.evicted)
    if let usage = result.usage { record(usage) }
  }

  /// Counts an answer by its cache status.
  func count(_ status: CacheStatus) {
    // Without a time to live, no stored entry was served.
    guard status.timeToLive != nil else { return misses.increment() }
    (status.detail == nil ? hits : stale).increment()
  }
}
