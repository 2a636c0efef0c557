import Contracts
public import Models

/// Lifetimes of answers whose origin does not send any; SWAPI origins never do.
public struct Lifetimes: Sendable, Hashable {
  /// Lifetime of records and lists. 24 hours, because the catalogue rarely changes.
  public var standard: Duration = .seconds(24 * 3_600)
  /// Lifetime of records and lists of individual kinds, instead of `standard`.
  public var byKind: [KindName: Duration] = [:]
  /// Lifetime of search results, which are many and rarely requested again.
  public var search: Duration = .seconds(3_600)
  /// Lifetime of "not found" answers (negative caching), and time after which a list that lacks records is revalidated. Zero is like a
  /// `max-age` of 0: nothing is fresh, so each read asks the origin.
  public var notFound: Duration = .seconds(300)
  /// Time after the lifetime in which a stale answer is served while it is revalidated (RFC 5861 section 3).
  public var staleWhileRevalidate: Duration = .seconds(30 * 24 * 3_600)
  /// Time after the lifetime in which a stale answer is served if the origin fails (RFC 5861 section 4).
  public var staleIfError: Duration = .seconds(30 * 24 * 3_600)

  public init() {}

  /// Returns the lifetime of an answer to `key` with `status`.
  func lifetime(for key: CacheKey, status: Int) -> Lifetime {
    // A missing record may be added at any time, so a "not found" answer is never served stale.
    guard status < 400 else { return Lifetime(fresh: notFound, staleWhileRevalidate: .zero, staleIfError: .zero) }
    var fresh = key.kind.flatMap { byKind[$0] } ?? standard
    if case .page(let page) = key, page.search != nil { fresh = min(fresh, search) }
    return Lifetime(fresh: fresh, staleWhileRevalidate: staleWhileRevalidate, staleIfError: staleIfError)
  }
}

/// The lifetime of an answer and its two extensions for stale use.
struct Lifetime: Sendable, Hashable {
  var fresh, staleWhileRevalidate, staleIfError: Duration
}
