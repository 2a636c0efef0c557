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
  /// Time allowed for an operation of the store before requests continue without it.
  public var storeTimeout: Duration = .milliseconds(500)
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
