/// The requests that a cache worker counts in its statistics, by how it answered them.
public struct CacheHits: Sendable, Hashable {
  /// Requests answered from the store: fresh, or stale while that is allowed.
  public var fresh, stale: Double
  /// Requests that the store could not answer.
  public var misses: Double

  /// Reads the counters with `counter`, which returns the value of a counter by its name. Returns `nil` if one is missing.
  public init?(_ counter: (String) -> Double?) {
    guard let fresh = counter("hits"), let stale = counter("hits.stale"), let misses = counter("misses") else { return nil }
    (self.fresh, self.stale, self.misses) = (fresh, stale, misses)
  }

  /// The hit ratio, from 0 to 1: fresh and stale hits divided by all requests; `nil` before the first request.
  public var ratio: Double? {
    let all = fresh + stale + misses
    return all > 0 ? (fresh + stale) / all : nil
  }
}
