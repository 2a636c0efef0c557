import Contracts
import Logging
import MessageBus

extension Filler {
  /// Finds out for which origin the cache answers, and turns the index to it. Returns whether that is a change.
  ///
  /// - Parameter reply: of the cache, which names its origin where it knows it; else a fetcher is asked.
  @discardableResult
  func followOrigin(of reply: Reply, within limit: Duration) async -> Bool {
    var named = reply.origin
    if named == nil { named = await source.ask(.fetch, OriginRequest().request, within: limit).origin }
    guard let named, await index.turn(to: named) else { return false }
    pages = [:]
    return true
  }

  /// Asks the cache for which origin it answers. Takes twice `limit` at most.
  func followOrigin(within limit: Duration) async {
    var request = KindsRequest().request
    request.fields["cache-control"] = "only-if-cached"
    await followOrigin(of: await source.ask(.cache, request, within: limit), within: limit)
  }

  /// Whether a reply may be indexed. One of another origin than the indexed one is not, and has everything looked at again.
  func isFromIndexedOrigin(_ reply: Reply) async -> Bool {
    guard let named = reply.origin, named != index.snapshot.origin else { return true }
    strayOrigin = named
    return false
  }
}

extension Reply {
  /// The identity of the origin that the reply is about.
  var origin: String? { OriginIdentity(fields)?.text }
}
