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
  /// How long another worker waits for one that was killed while it fetched. Living workers prolong their claims in time.
  public var claim: Duration = .seconds(1)
  /// After a revalidation in the background failed: how long until the next one of that entry, unless `retry-after` says otherwise.
  public var pauseAfterFailure: Duration = .seconds(10)
  /// How often the store is told which entries were used.
  public var touchInterval: Duration = .seconds(10)

  public init() {}
}
