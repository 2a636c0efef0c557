import Contracts
import MessageBus

extension CacheEntry {
  /// Returns the reply with the stored bytes, the origin, the age and the cache status. If the caller's copy is the stored one, the reply
  /// is 304 without content (RFC 9110 section 15.4.5).
  func reply(_ cacheStatus: String, unless condition: Precondition, at now: WallTime) -> Reply {
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

extension Problem {
  /// Returns the problem as a reply with cache status and origin.
  func reply(_ cacheStatus: String, from origin: OriginIdentity?) -> Reply {
    var reply = Reply(self)
    reply.fields["cache-status"] = cacheStatus
    reply.fields[OriginIdentity.field] = origin?.text
    return reply
  }
}
