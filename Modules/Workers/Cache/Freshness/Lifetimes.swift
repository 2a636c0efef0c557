public import Models

/// How long answers are believed when their origin says nothing about it, which origins of this family never do.
public struct Lifetimes: Sendable, Hashable {
  /// For records and lists. 24 hours: the catalogue changes with a film, not with the hour.
  public var standard: Duration = .seconds(24 * 3_600)
  /// For the records and lists of some kinds instead of `standard`.
  public var byKind: [KindName: Duration] = [:]
  /// For lists found by a search: they are many, and seldom asked twice.
  public var search: Duration = .seconds(3_600)
  /// For "there is no such record" (negative caching).
  public var notFound: Duration = .seconds(300)
  /// How long after its lifetime an answer is still served at once, while it is revalidated (RFC 5861 section 3).
  public var staleWhileRevalidate: Duration = .seconds(30 * 24 * 3_600)
  /// How long after its lifetime an answer is still served when its origin fails (RFC 5861 section 4).
  public var staleIfError: Duration = .seconds(30 * 24 * 3_600)

  public init() {}

  /// The rules for an answer to `key` with that status.
  public func rule(for key: CacheKey, status: Int) -> Lifetime {
    // A missing record may be there tomorrow: that it is missing is believed while fresh and no longer.
    guard status < 400 else { return Lifetime(fresh: notFound, staleWhileRevalidate: .zero, staleIfError: .zero) }
    var fresh = key.kind.flatMap { byKind[$0] } ?? standard
    if case .page(let page) = key, page.search != nil { fresh = min(fresh, search) }
    return Lifetime(fresh: fresh, staleWhileRevalidate: staleWhileRevalidate, staleIfError: staleIfError)
  }
}

/// The lifetime of one answer and the two extensions of it.
public struct Lifetime: Sendable, Hashable {
  public var fresh: Duration
  public var staleWhileRevalidate: Duration
  public var staleIfError: Duration

  public init(fresh: Duration, staleWhileRevalidate: Duration, staleIfError: Duration) {
    self.fresh = fresh
    self.staleWhileRevalidate = staleWhileRevalidate
    self.staleIfError = staleIfError
  }
}
