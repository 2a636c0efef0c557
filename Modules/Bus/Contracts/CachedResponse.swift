public import MessageBus
public import Models
public import OrderedJSON

/// The response to a ``RecordRequest`` or ``ListRequest``: canonical JSON as bytes, never decoded in transit, and its provenance.
public struct CachedResponse: Sendable, Hashable {
  /// 200, or 304 without a body if the caller's entity tag still matches.
  public var status: Int
  /// Canonical JSON of a record or a page (``PageBody``).
  public var body: [UInt8]
  /// The origin's entity tag, if it sent one.
  public var entityTag: String?
  /// Absolute URL of the document at the origin (`content-location`). Front-ends display the URL; nothing follows it.
  public var location: String?
  /// Seconds since the origin last validated the response (`age`, RFC 9111 section 5.1). `nil` for a response straight from the origin.
  public var age: Int?
  /// How the cache handled the request (`cache-status`, RFC 9211): `holocron; hit; ttl=86000`. `nil` straight from the origin.
  public var cacheStatus: String?
  /// The origin of the response (`holocron-origin`).
  public var origin: OriginIdentity?

  /// The parameter `detail` of the cache status (RFC 9211 section 2.8), such as `stale-if-error`: the reason for a stale response.
  public var cacheDetail: String? { parameter("detail") }

  /// The parameter `origin-status` of the cache status: the error status for which a stale response is served instead.
  public var originStatus: Int? { parameter("origin-status").flatMap { Int($0) } }

  private func parameter(_ name: String) -> String? {
    guard let cacheStatus else { return nil }
    for parameter in cacheStatus.utf8.split(separator: UInt8(ascii: ";")) {
      let text = Substring(parameter.drop { $0 == UInt8(ascii: " ") })
      if text.hasPrefix("\(name)=") { return String(text.dropFirst(name.utf8.count + 1)) }
    }
    return nil
  }

  public init(
    status: Int = 200, body: [UInt8], entityTag: String? = nil, location: String? = nil, age: Int? = nil, cacheStatus: String? = nil,
    origin: OriginIdentity? = nil
  ) {
    (self.status, self.body, self.entityTag, self.location) = (status, body, entityTag, location)
    (self.age, self.cacheStatus, self.origin) = (age, cacheStatus, origin)
  }

  public init(_ reply: Reply) {
    self.init(
      status: reply.status, body: reply.content, entityTag: reply.fields["etag"], location: reply.fields["content-location"],
      age: reply.fields["age"].flatMap { Int($0) }, cacheStatus: reply.fields["cache-status"],
      origin: OriginIdentity(reply.fields))
  }

  public var reply: Reply {
    var fields = Fields()
    fields["etag"] = entityTag
    fields["content-location"] = location
    fields["age"] = age.map(String.init)
    fields["cache-status"] = cacheStatus
    fields[OriginIdentity.field] = origin?.text
    return Reply(status, fields: fields, content: body)
  }
}

/// The content of one page of a list, in canonical form:
/// `{"kind":"people","page":1,"pages":9,"count":82,"items":[…]}` with canonical records as items. `"missing":50` precedes the items
/// if the origin counts more records than it returns.
public struct PageBody: Sendable, Hashable {
  public var kind: KindName
  /// Page number, starting at 1.
  public var page: Int
  /// Number of pages; at least 1, even if the list is empty.
  public var pages: Int
  /// Number of records in all pages together.
  public var count: Int
  /// Number of records the origin counts but does not return, in addition to ``count``; at least 1. `nil` if none are known to be missing.
  public var missing: Int?
  public var items: [JSON]

  /// Upper bound of each number when decoded: larger numbers, which no list has, count as this one, so that sums of them do not overflow.
  public static let maxCount = 1_000_000_000

  public init(kind: KindName, page: Int, pages: Int, count: Int, missing: Int? = nil, items: [JSON]) {
    (self.kind, self.page, self.pages, self.count, self.missing, self.items) = (kind, page, pages, count, missing, items)
  }

  public var json: JSON {
    .members(["kind": kind.text, "page": page, "pages": pages, "count": count, "missing": missing, "items": JSON.array(items)])
  }

  /// Returns the content of the page with these items, which are copied as they are, and the position of each. The page itself has no items.
  package func content(of items: [ArraySlice<UInt8>]) -> (bytes: [UInt8], ranges: [Range<Int>]) {
    // `items` is the last member, so the items go before the two closing brackets.
    var bytes = json.bytes()
    bytes.removeLast(2)
    bytes.reserveCapacity(bytes.count + items.reduce(2) { $0 + $1.count + 1 })
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(items.count)
    for item in items {
      if !ranges.isEmpty { bytes.append(UInt8(ascii: ",")) }
      let start = bytes.count
      bytes += item
      ranges.append(start..<bytes.count)
    }
    bytes += "]}".utf8
    return (bytes, ranges)
  }

  /// Decodes a page. Throws a 502 if `bytes` is not a page.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard let json = try? JSON(parsing: bytes), let page = PageBody(json) else { throw .malformedReply(expected: "a page of a list") }
    self = page
  }

  /// Decodes a page. Returns `nil` if `json` is not a page, or if one of its numbers is too small.
  public init?(_ json: JSON) {
    func number(_ name: String, atLeast least: Int) -> Int? { json[name]?.int.flatMap { $0 < least ? nil : min($0, Self.maxCount) } }
    guard let kind = json["kind"].flatMap({ KindName($0) }), let page = number("page", atLeast: 1), let pages = number("pages", atLeast: 1),
      let count = number("count", atLeast: 0), let items = json["items"]?.array
    else { return nil }
    self.init(kind: kind, page: page, pages: pages, count: count, missing: number("missing", atLeast: 1), items: items)
  }
}
