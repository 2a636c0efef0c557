/// How the cache service behaves. The defaults suit one user's machine.
public struct CacheSettings: Sendable, Hashable {
  public var lifetimes = Lifetimes()
  /// Bounds of the memory tier; the store has its own (``StoreLimits``).
  public var memory = StoreLimits.memory
  /// How long an answer that is not stored may take when the caller names no deadline, and how long a fetch may go on for others
  /// when the caller's deadline is shorter.
  public var patience: Duration = .seconds(15)
  /// How long the memory tier answers from an entry before it looks into the store again. Bounds what a lost event can do when
  /// workers share a store.
  public var recheck: Duration = .seconds(30)
  /// How long the others wait for a worker that stands still while it fetches. Running workers renew their leases three times as often, and
  /// a lease ends at once with the process that held it.
  public var lease: Duration = .seconds(3)
  /// The longest that a failed fetch is remembered, unless `retry-after` says otherwise: the first failure of an entry for a moment, the second
  /// one for a second, each further one twice as long.
  public var longestPause: Duration = .seconds(30)
  /// How long an operation of the store may take before answers go on without it.
  public var storeLimit: Duration = .milliseconds(500)
  /// Requests that may wait for a fetch; one more gets a 503 at once.
  public var mostWaiting = 16_384
  /// How long the first answers wait for a fetcher to say which origin it asks. `nil`: the fetch service is not asked for it.
  public var originPatience: Duration? = .milliseconds(500)
  /// How often the store is told which entries were used.
  public var touchInterval: Duration = .seconds(10)

  public init() {}
}
