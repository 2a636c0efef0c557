/// Settings of an ``HTTPOrigin``.
public struct HTTPSettings: Sendable {
  /// Timeout for one request after it leaves the queue, including retries and redirects. The caller's deadline may end the request earlier.
  public var requestTimeout: Duration
  /// Maximum number of concurrent requests; fewer are sent to an origin that has too much to do. Further requests are queued, and
  /// their clients are served in turn; a quarter is for clients that have no request at the origin yet.
  public var concurrency: Int
  /// Maximum number of requests a second, retries included; `nil` for no limit. Short bursts may exceed it by a tenth of a second's requests.
  public var maxRate: Double?
  /// Maximum size of a response body in bytes.
  public var maxBodySize: Int
  public var retry: RetryPolicy
  /// Maximum number of redirects followed, all within the origin.
  let maxRedirects = 3
  /// When requests to a failing origin are stopped.
  var breaker = CircuitBreaker.Policy()
  /// Seconds that requests count for the circuit breaker and the retry budget.
  var window = 10
  /// An origin that has not answered for this long counts as failing, although the caller's deadline came first. After a shorter time, the
  /// deadline says nothing about the origin.
  var silenceLimit = Duration.seconds(1)

  public init(
    requestTimeout: Duration = .seconds(15), concurrency: Int = 8, maxRate: Double? = nil, maxBodySize: Int = 8 << 20,
    retry: RetryPolicy = RetryPolicy()
  ) {
    (self.requestTimeout, self.concurrency, self.maxRate, self.maxBodySize) = (requestTimeout, concurrency, maxRate, maxBodySize)
    self.retry = retry
  }
}
