public import Contracts

/// What is stored under a key: the answer's bytes as the fetch service normalised them, where they come from, and how long they are fresh.
///
/// What it holds is on the heap: an entry is one word wide, so that the tasks that wait with one, thousands of them, stay small.
public struct CacheEntry: Sendable, Hashable {
  private struct Contents: Sendable, Hashable {
    var status: Int
    var body: [UInt8]
    var entityTag: String?
    var lastModified: String?
    var location: String?
    var origin: OriginIdentity?
    var freshness: Freshness
    var page: PageOrder?
  }

  private final class Box: Sendable {
    let contents: Contents
    init(_ contents: Contents) { self.contents = contents }
  }

  private var box: Box

  /// A change makes a box of its own, which other copies do not see.
  private var contents: Contents {
    get { box.contents }
    set { box = Box(newValue) }
  }

  /// 200, or 404 and 410 with a problem document as the body: an origin's "there is no such thing" is an answer too.
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

  /// The origin's `last-modified`, as it wrote it.
  public var lastModified: String? {
    get { box.contents.lastModified }
    set { contents.lastModified = newValue }
  }

  /// Where the origin keeps it (`content-location`).
  public var location: String? {
    get { box.contents.location }
    set { contents.location = newValue }
  }

  /// The origin it was learnt from; `nil` when the fetch service did not say.
  public var origin: OriginIdentity? {
    get { box.contents.origin }
    set { contents.origin = newValue }
  }

  public var freshness: Freshness {
    get { box.contents.freshness }
    set { contents.freshness = newValue }
  }

  /// Which records stand on it, when it is a page of a list. Stores keep the order and put `body` together from the records' own entries.
  public var page: PageOrder? {
    get { box.contents.page }
    set { contents.page = newValue }
  }

  public init(
    status: Int = 200, body: [UInt8], entityTag: String? = nil, lastModified: String? = nil, location: String? = nil,
    origin: OriginIdentity? = nil, freshness: Freshness, page: PageOrder? = nil
  ) {
    box = Box(
      Contents(
        status: status, body: body, entityTag: entityTag, lastModified: lastModified, location: location, origin: origin,
        freshness: freshness, page: page))
  }

  public static func == (one: CacheEntry, other: CacheEntry) -> Bool { one.box === other.box || one.contents == other.contents }

  public func hash(into hasher: inout Hasher) { hasher.combine(contents) }

  /// The bytes it is reckoned at in bounds: what it holds and a flat share for the book-keeping.
  public var size: Int {
    body.count + (entityTag?.utf8.count ?? 0) + (lastModified?.utf8.count ?? 0) + (location?.utf8.count ?? 0) + (page?.size ?? 0) + 128
  }

  /// What the origin may be asked with, whether the entry still stands. Nothing for a page that has changed since it arrived: its tag
  /// names other bytes.
  var validators: (entityTag: String?, lastModified: String?) {
    status == 200 && page?.isAsReceived != false ? (entityTag, lastModified) : (nil, nil)
  }

  /// What to keep when `self` arrives where `old` is stored, and whether that is news to readers.
  ///
  /// An entry that the origin confirmed later than `validatedAt` stays: a slow list never replaces a younger record. A record learnt from
  /// a list page comes without a tag; where it says what is stored already, the stored tag still stands. That there is no such record is
  /// news only where one was stored.
  func replacing(_ old: CacheEntry?, unlessValidatedAfter validatedAt: WallTime, at now: WallTime) -> (entry: CacheEntry, isNews: Bool) {
    guard let old else { return (self, status < 400) }
    // A time to come was written before the clock was set back: it says nothing about which of the two is younger.
    if old.freshness.validatedAt > validatedAt, old.freshness.validatedAt <= now { return (old, false) }
    var entry = self
    entry.location = location ?? old.location
    guard old.status == status, old.body == body else { return (entry, status < 400 || old.status < 400) }
    // The stored array, so that equal bytes are held once.
    entry.body = old.body
    entry.entityTag = entityTag ?? old.entityTag
    entry.lastModified = lastModified ?? old.lastModified
    return (entry, false)
  }
}

/// An entry on its way into a store.
public struct StoreWrite: Sendable, Hashable {
  public var key: CacheKey
  public var entry: CacheEntry
  /// An entry confirmed by the origin after this moment is younger and stays: when the request for this one was sent, or when the page it
  /// came with was confirmed.
  public var validatedAt: WallTime

  /// `validatedAt`: by default the entry's own.
  public init(_ key: CacheKey, _ entry: CacheEntry, validatedAt: WallTime? = nil) {
    self.key = key
    self.entry = entry
    self.validatedAt = validatedAt ?? entry.freshness.validatedAt
  }
}
