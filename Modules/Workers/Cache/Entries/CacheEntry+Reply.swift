import Contracts
import MessageBus

extension CacheEntry {
  /// Returns the reply with the stored bytes, the origin, the age and the cache status. If the caller's `tag` matches, the reply is 304
  /// without content (RFC 9110 section 15.4.5).
  func reply(_ status: CacheStatus, unless tag: String?, at now: WallTime) -> Reply {
    let isUnchanged = self.status == 200 && tag.map { EntityTag.matches($0, entityTag) } ?? false
    var reply = CachedResponse(
      status: isUnchanged ? 304 : self.status, body: isUnchanged ? [] : body, entityTag: entityTag, location: location,
      age: Int(freshness.age(at: now)), cacheStatus: status.field, origin: origin
    ).reply
    reply.fields["last-modified"] = lastModified
    if self.status >= 400 { reply.fields["content-type"] = Problem.contentType }
    return reply
  }
}

extension Problem {
  /// Returns the problem as a reply with cache status and origin.
  func reply(_ status: CacheStatus, from origin: OriginIdentity?) -> Reply {
    var reply = Reply(self)
    reply.fields["cache-status"] = status.field
    reply.fields[OriginIdentity.field] = origin?.text
    return reply
  }
}
