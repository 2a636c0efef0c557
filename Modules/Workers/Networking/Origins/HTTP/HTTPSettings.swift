/// Settings of an ``HTTPOrigin``.
public struct HTTPSettings: Sendable {
  /// Timeout for one request after it leaves the queue, including retries and redirects. The caller's deadline may end the request earlier.
  public var requestTimeout: Duration
  /// Maximum number of concurrent requests. Further requests are queued, and their clients are served in turn; a quarter is for clients
  /// that have no request at the origin yet.
  public var concurrency: Int
  /// Maximum size of a response body in bytes.
  public var maxBodySize: Int
  /// Maximum number of redirects followed, all within the origin.
  public var maxRedirects: Int
  public var retry: RetryPolicy
  /// How long failures are cached.
  var failureCache = FailureCache.Policy()

  public init(
    requestTimeout: Duration = .seconds(15), concurrency: Int = 8, maxBodySize: Int = 8 << 20, maxRedirects: Int = 3,
    retry: RetryPolicy = RetryPolicy()
  ) {
    self.requestTimeout = requestTimeout
    self.concurrency = concurrency
    self.maxBodySize = maxBodySize
    self.maxRedirects = maxRedirects
    self.retry = retry
  }
}
