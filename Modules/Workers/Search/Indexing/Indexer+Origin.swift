import Contracts
import Logging
import MessageBus

extension Indexer {
  /// Switches the index to the origin that the cache answers for. Returns whether the origin changed.
  ///
  /// - Parameter reply: a reply of the cache. If it does not name an origin, a fetcher is asked.
  @discardableResult
  func followOrigin(of reply: Reply, within limit: Duration) async -> Bool {
    var named = reply.origin
    if named == nil { named = await source.ask(.fetch, OriginRequest().request, within: limit).origin }
    guard let named, await index.switchOrigin(to: named) else { return false }
    pages = [:]
    return true
  }

  /// Asks the cache which origin it answers for, and switches the index to that origin. Takes at most twice `limit`.
  func followOrigin(within limit: Duration) async {
    let request = KindsRequest(validation: Validation(onlyIfCached: true)).request
    await followOrigin(of: await source.ask(.cache, request, within: limit), within: limit)
  }

  /// Returns whether a reply comes from the indexed origin. If it comes from another one, schedules a switch and a full refresh.
  func isFromIndexedOrigin(_ reply: Reply) async -> Bool {
    guard let named = reply.origin, named != index.snapshot.origin else { return true }
    newOrigin = named
    return false
  }
}

extension Reply {
  /// Identity of the origin that the reply comes from.
  var origin: String? { OriginIdentity(fields)?.text }
}
