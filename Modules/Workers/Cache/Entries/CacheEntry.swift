public import Contracts

/// A stored answer: its bytes as normalized by the fetch service, its origin and its freshness.
///
/// The contents are on the heap, so an entry is one word in size and the thousands of tasks that may wait with an entry stay small.
public struct CacheEntry: Sendable, Hashable {
  private struct Contents: Sendable, Hashable {
    var status: Int
    var body: [UInt8]
    var entityTag: String?
    var lastModified: String?
    var location: String?
    var origin: OriginIdentity?
    var freshness: Freshness
    var lifetimeFields: LifetimeFields
    var page: PageOrder?
  }

  private final class Box: Sendable {
    let contents: Contents
    init(_ contents: Contents) { self.contents = contents }
  }

  private var box: Box

  /// Copy on write: a change creates a new box.
  private var contents: Contents {
    get { box.contents }
    set { box = Box(newValue) }
  }

  /// 200, or 404 or 410 with a problem document as the body (negative caching).
  public var status: Int {
    get { box.contents.status }
    set { contents.status = newValue }
  }

  public var body: [UInt8] {
    get { box.contents.body }
    set { contents.body = newValue }
  }

  public var entityTag: String? {
    get { box.contents.entityTag }
    set { contents.entityTag = newValue }
  }

  /// The origin's `last-modified` field, unparsed.
  public var lastModified: String? {
    get { box.contents.lastModified }
    set { contents.lastModified = newValue }
  }

  /// The address at the origin (`content-location`).
  public var location: String? {
    get { box.contents.location }
    set { contents.location = newValue }
  }

  /// The origin of the answer; `nil` if the fetch service did not name it.
  public var origin: OriginIdentity? {
    get { box.contents.origin }
    set { contents.origin = newValue }
  }

  public var freshness: Freshness {
    get { box.contents.freshness }
    set { contents.freshness = newValue }
  }

  /// The fields by which the origin limited the freshness; they hold until it sends others.
  public var lifetimeFields: LifetimeFields {
    get { box.contents.lifetimeFields }
    set { contents.lifetimeFields = newValue }
  }

  /// The order of the records, if the entry is a page of a list. Stores keep the order and assemble `body` from the entries of the records.
  public var page: PageOrder? {
    get { box.contents.page }
    set { contents.page = newValue }
  }

  public init(
    status: Int = 200, body: [UInt8], entityTag: String? = nil, lastModified: String? = nil, location: String? = nil,
    origin: OriginIdentity? = nil, freshness: Freshness, lifetimeFields: LifetimeFields = LifetimeFields(), page: PageOrder? = nil
  ) {
    box = Box(
      Contents(
        status: status, body: body, entityTag: entityTag, lastModified: lastModified, location: location, origin: origin,
        freshness: freshness, lifetimeFields: lifetimeFields, page: page))
  }

  public static func == (one: CacheEntry, other: CacheEntry) -> Bool { one.box === other.box || one.contents == other.contents }

  public func hash(into hasher: inout Hasher) { hasher.combine(contents) }

  /// The size that counts towards limits, in bytes: the contents plus a constant overhead.
  public var size: Int {
    body.count + (entityTag?.utf8.count ?? 0) + (lastModified?.utf8.count ?? 0) + (location?.utf8.count ?? 0) + lifetimeFields.size
      + (page?.size ?? 0) + 128
  }

  /// The ``size`` of the entry under its key. Short keys are part of the constant overhead; a search text may be longer than the answer.
  func size(under key: CacheKey) -> Int { size + key.extraSize + (origin.map { 2 * max(0, $0.text.utf8.count - 32) } ?? 0) }

  /// The validators for a conditional request. A page whose records have changed since it was received has none, because its tag belongs to
  /// other bytes.
  var validators: (entityTag: String?, lastModified: String?) {
    status == 200 && page?.isUnmodified != false ? (entityTag, lastModified) : (nil, nil)
  }

  /// Returns the entry to store when `self` arrives and `old` is stored, and whether the content visible to readers has changed.
  ///
  /// An entry validated later than `validatedAt` is kept, so a slow list never replaces a newer record. A record from a list page has no
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
}

/// An entry to be written to a store.
public struct StoreWrite: Sendable, Hashable {
  public var key: CacheKey
  public var entry: CacheEntry
  /// The time that the entry's request was sent, or the validation time of the page it came with. A stored entry validated later is newer
  /// and is kept.
  public var validatedAt: WallTime

  /// - Parameter validatedAt: the entry's own validation time by default.
  public init(_ key: CacheKey, _ entry: CacheEntry, validatedAt: WallTime? = nil) {
    self.key = key
    self.entry = entry
    self.validatedAt = validatedAt ?? entry.freshness.validatedAt
  }
}
