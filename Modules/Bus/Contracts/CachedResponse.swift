public import MessageBus

/// The answer to a ``RecordRequest`` or ``ListRequest``: the canonical JSON as bytes, never decoded on the way, and where it comes from.
public struct CachedResponse: Sendable, Hashable {
  /// 200, or 304 without a body when the caller's entity tag still stands.
  public var status: Int
  /// Canonical JSON of a record, or of a page (``PageBody``).
  public var body: [UInt8]
  /// The origin's entity tag, if it sent one.
  public var entityTag: String?
  /// Where the origin keeps it (`content-location`, an absolute URL); front-ends show it, nobody follows it.
  public var location: String?
  /// Seconds since the origin last vouched for it (`age`, RFC 9111 section 5.1). `nil` straight from the origin.
  public var age: Int?
  /// How the cache came by it (`cache-status`, RFC 9211): `holocron; hit; ttl=86000`, `holocron; fwd=stale; …`. `nil` straight from the origin.
  public var cacheStatus: String?
  /// The origin that said it (`holocron-origin`).
  public var origin: OriginIdentity?

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
