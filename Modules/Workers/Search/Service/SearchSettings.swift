/// Settings of the search service. The defaults suit a single-user machine.
public struct SearchSettings: Sendable, Hashable {
  public var fill = FillMode.auto
  /// Maximum time that requests wait for the first fill of the index once the cache has been read. Later ones are answered from the part that is
  /// indexed.
  public var startTimeout: Duration = .seconds(1)
  /// Interval between full refreshes while the service is in use, in case an event was lost.
  public var refreshInterval: Duration = .seconds(30)
  /// Time that announced changes are collected before they are handled as one batch.
  public var batchingDelay: Duration = .milliseconds(100)
  public var requestTimeout: Duration = .seconds(10)
  /// Timeout of a search of the origin. A request with an earlier deadline waits less.
  public var originSearchTimeout: Duration = .seconds(5)
  public var defaultTimeLimit: Duration = .seconds(10)
  /// Maximum number of concurrent requests for pages or records.
  public var maxConcurrentRequests = 4
  /// Maximum number of requests that wait for the index to be ready or for a search of the origin. More get a 503; requests that need not
  /// wait are answered.
  public var waiterLimit = 4_096
  /// Maximum size of the index in memory, in bytes: 1 GiB, enough for hundreds of thousands of records.
  public var maxIndexBytes = 1 << 30
  /// Maximum number of pages read of one list. A longer list is logged.
  public var maxPages = 100_000
  /// Maximum number of records requested at start because indexed records refer to them.
  public var maxReferences = 2_000

  public init() {}
}
