/// What is stored under a key: the answer's bytes as the fetch service normalised them, and how long they may be believed.
public struct CacheEntry: Sendable, Hashable {
  /// 200, or 404 and 410 with a problem document as the body: an origin's "there is no such thing" is an answer too.
  public var status: Int
  public var body: [UInt8]
  public var entityTag: String?
  /// Where the origin keeps it (`content-location`).
  public var location: String?
  public var freshness: Freshness

  public init(status: Int = 200, body: [UInt8], entityTag: String? = nil, location: String? = nil, freshness: Freshness) {
    self.status = status
    self.body = body
    self.entityTag = entityTag
    self.location = location
    self.freshness = freshness
  }

  /// The bytes it is reckoned at in bounds: what it holds and a flat share for the book-keeping.
  public var size: Int { body.count + (entityTag?.utf8.count ?? 0) + (location?.utf8.count ?? 0) + 128 }

  /// What to keep when `self` arrives where `old` is stored, and whether that is news to readers.
  ///
  /// A record learnt from a list page comes without a tag. Where it says what is stored already, the stored tag still stands. That
  /// there is no such record is news only where one was stored.
  public func replacing(_ old: CacheEntry?) -> (entry: CacheEntry, isNews: Bool) {
    guard let old, old.status == status, old.body == body else { return (self, status < 400 || (old?.status ?? 404) < 400) }
    var entry = self
    // The stored array, so that equal bytes are held once.
    entry.body = old.body
    entry.entityTag = entityTag ?? old.entityTag
    entry.location = location ?? old.location
    return (entry, false)
  }
}

/// An entry on its way into a store.
public struct Deposit: Sendable, Hashable {
  public var key: CacheKey
  public var entry: CacheEntry

  public init(_ key: CacheKey, _ entry: CacheEntry) {
    self.key = key
    self.entry = entry
  }
}
