import Contracts
import MessageBus
import Models
import OrderedJSON

/// A reply of the fetch service, checked and classified for the store. Pure.
///
/// | reply | stored before | result |
/// |---|---|---|
/// | 200 | – | storable: the entry, and for a page each of its records |
/// | 200 with `no-store` (without `must-understand`), `private` or `vary: *` | – | uncacheable: returned to the waiting requests, not stored |
/// | 200 with other content than requested | – | failed, 502 |
/// | 304 | an entry | storable: the stored entry with new freshness, and for a page each of its records. Fields that the 304 lacks are those of the entry |
/// | 304 with validators that the entry does not have | an entry | unconfirmed: the entry is not what the origin has (RFC 9111 section 4.3.4) |
/// | 304 | – | failed, 502 |
/// | 200, 304, 404, 410 to a request with `no-store` | – | uncacheable |
/// | 404, 410 | – | storable: a negative entry |
/// | 404, 410 for a page after the first | – | uncacheable: the first page states the number of pages |
/// | 421 | – | misdirected: the fetch service uses another origin than the request named |
/// | any other | – | failed, with the reply's problem |
enum FetchedReply: Sendable, Hashable {
  case storable([StoreWrite])
  case uncacheable(CacheEntry)
  case failed(Problem)
  case misdirected(Problem)
  case unconfirmed

  /// A request as it was sent.
  struct SentRequest: Sendable, Hashable {
    var key: CacheKey
    /// The stored entry, which a 304 confirms.
    var stored: CacheEntry?
    var sentAt: WallTime
    /// The origin that the request named; `nil` for any origin.
    var origin: OriginIdentity?
    /// `false` if the request has `no-store`.
    var mayStore = true
  }

  init(_ reply: Reply, to sent: SentRequest, lifetimes: Lifetimes) {
    let origin = OriginIdentity(reply.fields) ?? sent.origin
    switch reply.status {
    case 304:
      guard let stored = sent.stored, stored.status == 200 else {
        self = .failed(.malformedReply("the fetch service answered 304 for \(sent.key.subject), which has no stored copy"))
        return
      }
      guard origin == stored.origin else {
        self = .misdirected(.malformedReply("the fetch service answered 304 for \(sent.key.subject) of another origin"))
        return
      }
      guard Self.confirms(reply, stored) else {
        self = .unconfirmed
        return
      }
      var (entry, reply) = (stored, reply)
      let fields = [("cache-control", stored.cacheControl), ("expires", stored.expires), ("last-modified", stored.lastModified)]
      for (name, value) in fields where reply.fields[name] == nil { reply.fields[name] = value }
      entry.entityTag = Self.field("etag", of: reply) ?? stored.entityTag
      entry.lastModified = Self.field("last-modified", of: reply) ?? stored.lastModified
      entry.location = Self.field("content-location", of: reply) ?? stored.location
      self.init(entry, stored.page?.items ?? [], reply, sent, lifetimes)
    case 200:
      var entry = CacheEntry(
        body: reply.content, entityTag: Self.field("etag", of: reply), lastModified: Self.field("last-modified", of: reply),
        location: Self.field("content-location", of: reply), origin: origin, freshness: .expired(at: sent.sentAt))
      do throws(Problem) {
        let records = try Self.validate(&entry, against: sent.key)
        self.init(entry, records, reply, sent, lifetimes)
      } catch {
        self = .failed(error)
      }
    case 404, 410:
      // The problem is encoded again, so that stored content is always in canonical form.
      let body = (reply.problem ?? Problem(reply.status, "not found")).json.bytes()
      let entry = CacheEntry(status: reply.status, body: body, origin: origin, freshness: .expired(at: sent.sentAt))
      self.init(entry, [], reply, sent, lifetimes)
    case 421: self = .misdirected(reply.problem ?? .malformedReply("the fetch service uses another origin"))
    default:
      self = .failed(reply.problem ?? .malformedReply("the fetch service answered \(sent.key.subject) with status \(reply.status)"))
    }
  }

  /// - Parameter records: the records of the entry, if it is a page.
  private init(_ entry: CacheEntry, _ records: [PageRecord], _ reply: Reply, _ sent: SentRequest, _ lifetimes: Lifetimes) {
    var entry = entry
    let defaults = lifetimes.lifetime(for: sent.key, status: entry.status)
    let isLaterPage = if case .page(let page) = sent.key { page.number > 1 } else { false }
    guard let freshness = Freshness(reply.fields, sentAt: sent.sentAt, defaults: defaults), sent.mayStore,
      entry.status < 400 || !isLaterPage
    else {
      entry.freshness = .expired(at: sent.sentAt)
      self = .uncacheable(entry)
      return
    }
    entry.freshness = freshness
    (entry.cacheControl, entry.expires) = (Self.field("cache-control", of: reply), Self.field("expires", of: reply))
    let write = StoreWrite(sent.key, entry, validatedAt: sent.sentAt)
    self = .storable([write] + Self.writes(records, of: entry, reply, sent, lifetimes))
  }

  /// Returns a write for each record of the page. Records have no entity tag and no location, because those of the reply belong to the
  /// page, and they have the lifetime of records, which is longer than that of a search.
  private static func writes(
    _ records: [PageRecord], of page: CacheEntry, _ reply: Reply, _ sent: SentRequest, _ lifetimes: Lifetimes
  ) -> [StoreWrite] {
    guard let kind = page.page?.kind, let first = records.first else { return [] }
    let defaults = lifetimes.lifetime(for: .record(Reference(kind, first.id)), status: 200)
    guard let freshness = Freshness(reply.fields, sentAt: sent.sentAt, defaults: defaults) else { return [] }
    return records.map { record in
      StoreWrite(
        .record(Reference(kind, record.id)),
        CacheEntry(
          body: Array(record.body), origin: page.origin, freshness: freshness, cacheControl: page.cacheControl, expires: page.expires))
    }
  }

  /// Returns whether a 304 is about the stored entry: its strong tag is that of the entry, or its weak validators do not contradict those of
  /// the entry. Many servers send a 304 without validators, which the entry's own in the request make unambiguous.
  private static func confirms(_ reply: Reply, _ stored: CacheEntry) -> Bool {
    if let tag = field("etag", of: reply) {
      return EntityTag.isWeak(tag) ? stored.entityTag.map { EntityTag.matches($0, tag) } ?? true : tag == stored.entityTag
    }
    guard let date = field("last-modified", of: reply), let storedDate = stored.lastModified else { return true }
    return date == storedDate
  }

  /// Returns a field of the reply, unless it is not ``isValid(_:)``.
  private static func field(_ name: String, of reply: Reply) -> String? { reply.fields[name].flatMap { isValid($0) ? $0 : nil } }

  /// Returns whether an entry may have a field with this value: it has 1 to 2,048 bytes, and no control characters but tabs (RFC 9110 section 5.5).
  static func isValid(_ value: String) -> Bool {
    (1...2_048).contains(value.utf8.count) && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}

extension FetchedReply {
  /// Throws unless the content of `entry` is what `key` requests, so that a forged or garbled reply is never stored. Converts a page to its
  /// canonical form and returns its records.
  static func validate(_ entry: inout CacheEntry, against key: CacheKey) throws(Problem) -> [PageRecord] {
    switch key {
    case .record(let reference):
      let json = try? JSON(parsing: entry.body)
      guard json?["kind"]?.string == reference.kind.text, json?["id"]?.int == reference.id else {
        throw .malformedReply("expected the record \(reference)")
      }
      return []
    case .kinds:
      let names = (try? JSON(parsing: entry.body))?.array
      guard let names, names.count <= 1_000, names.allSatisfy({ $0.string.flatMap { KindName($0) } != nil }) else {
        throw .malformedReply("expected a list of kinds")
      }
      return []
    case .page(let page):
      let body = try PageBody(entry.body)
      guard body.kind == page.kind, body.page == page.number else { throw .malformedReply("expected \(key.subject)") }
      let (order, content, records) = PageOrder.parse(body)
      guard !records.isEmpty || body.items.isEmpty else { throw .malformedReply("no item of \(key.subject) is a record of \(page.kind)") }
      entry.page = order
      entry.body = content
      return records
    }
  }
}

extension Freshness {
  /// Returns the freshness of an entry that must not be reused.
  static func expired(at now: WallTime) -> Freshness {
    Freshness(validatedAt: now, freshUntil: now, staleWhileRevalidateUntil: now, staleIfErrorUntil: now)
  }
}
