public import Contracts
import MessageBus

/// A stored answer: its bytes as normalized by the fetch service, its origin and its freshness.
public struct CacheEntry: Sendable, Hashable {
  /// 200, or 404 or 410 with a problem document as the body (negative caching).
  public var status = 200
  public var body: [UInt8]
  public var entityTag: String?
  /// The origin's `last-modified` field, unparsed.
  public var lastModified: String?
  /// The address at the origin (`content-location`).
  public var location: String?
  /// The origin of the answer; `nil` if the fetch service did not name it.
  public var origin: OriginIdentity?
  public var freshness: Freshness
  /// The fields by which the origin limited the freshness. A 304 that lacks them leaves them in force (RFC 9111 sections 3.2 and 4.3.4).
  public var cacheControl, expires: String?
  /// The order of the records, if the entry is a page of a list. Stores keep the order and assemble `body` from the entries of the records.
  public var page: PageOrder?

  /// The size that counts towards limits, in bytes: the contents plus a constant overhead.
  public var size: Int {
    [entityTag, lastModified, location, cacheControl, expires].reduce(body.count + (page?.size ?? 0) + 128) { $0 + ($1?.utf8.count ?? 0) }
  }

  /// The ``size`` of the entry under its key. Short keys and origins are part of the constant overhead; a search text, of which a byte has up to
  /// three in a key, may be longer than the answer. A store has both twice, in the table and in its index.
  func size(under key: CacheKey) -> Int {
    let search = if case .page(let page) = key { 3 * (page.search?.utf8.count ?? 0) } else { 0 }
    return size + 2 * max(0, search - 32) + 2 * max(0, (origin?.text.utf8.count ?? 0) - 32)
  }

  /// The body that a store keeps; that of a page is the order of its records.
  var storedBody: [UInt8] { page?.encoded ?? body }

  /// The validators for a conditional request. A page whose records have changed since it was received has none, because its tag belongs to
  /// other bytes.
  var validators: (entityTag: String?, lastModified: String?) {
    status == 200 && page?.isUnmodified != false ? (entityTag, lastModified) : (nil, nil)
  }

  /// The number of pages of the list that the entry is a page of; 0 if the entry is not a page.
  var pages: Int { page?.pages ?? 0 }

  /// Returns the entry to store when `self` arrives and `old` is stored, and whether the content visible to readers has changed. An entry validated later than `validatedAt` is kept, so a slow list never replaces a newer record. A record from a list page has no
  /// tag; if its content equals the stored one, the stored tag remains valid. A "not found" answer is a change only if a record was stored.
  func replacing(_ old: CacheEntry?, unlessValidatedAfter validatedAt: WallTime, at now: WallTime) -> (entry: CacheEntry, hasChanged: Bool)
  {
    guard let old else { return (self, status < 400) }
    // A time in the future was written before the clock was set back and does not say which entry is newer.
    if old.freshness.validatedAt > validatedAt, old.freshness.validatedAt <= now { return (old, false) }
    var entry = self
    entry.location = location ?? old.location
    guard old.status == status, old.body == body else { return (entry, status < 400 || old.status < 400) }
    // Use the stored array, so that equal bytes are in memory once.
    entry.body = old.body
    entry.entityTag = entityTag ?? old.entityTag
    entry.lastModified = lastModified ?? old.lastModified
    return (entry, false)
  }

  /// Returns the reply with the stored bytes, the origin, the age and the cache status. If the caller's copy is the stored one, the reply
  /// is 304 without content (RFC 9110 section 15.4.5).
  func reply(_ cacheStatus: String, unless condition: Validation, at now: WallTime) -> Reply {
    let isUnchanged = status == 200 && condition.isMet(by: self, at: now)
    var reply = CachedResponse(
      status: isUnchanged ? 304 : status, body: isUnchanged ? [] : body, entityTag: entityTag, location: location,
      age: Int(freshness.age(at: now)), cacheStatus: cacheStatus, origin: origin
    ).reply
    reply.fields["last-modified"] = lastModified
    if status >= 400 { reply.fields["content-type"] = Problem.contentType }
    return reply
  }
}
