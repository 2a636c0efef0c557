/// How an ``HTTPOrigin`` behaves towards its server.
public struct HTTPSettings: Sendable {
  /// The longest one request may take from its turn on, its repetitions and redirects included. The caller's deadline cuts it short.
  public var requestTimeout: Duration
  /// The most requests that are on their way at once; others wait, and their clients take turns.
  public var concurrency: Int
  /// The largest body that is read, in bytes.
  public var largestBody: Int
  /// The most redirects that are followed, all within the origin.
  public var redirects: Int
  public var retry: RetryPolicy
  /// How long failures are remembered.
  var failures = FailureMemory.Policy()

  public init(
    requestTimeout: Duration = .seconds(15), concurrency: Int = 8, largestBody: Int = 8 << 20, redirects: Int = 3,
    retry: RetryPolicy = RetryPolicy()
  ) {
    self.requestTimeout = requestTimeout
    self.concurrency = concurrency
    self.largestBody = largestBody
    self.redirects = redirects
    self.retry = retry
  }
}
