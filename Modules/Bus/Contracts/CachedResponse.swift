public import MessageBus

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
  /// How the cache handled the request (`cache-status`, RFC 9211): `holocron; hit; ttl=86000`, `holocron; fwd=stale; …`. `nil` for a
  /// response straight from the origin.
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
    self.status = status
    self.body = body
    self.entityTag = entityTag
    self.location = location
    self.age = age
    self.cacheStatus = cacheStatus
    self.origin = origin
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
