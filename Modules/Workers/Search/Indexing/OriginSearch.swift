import Contracts
import MessageBus
import Models

/// Searches the origin through the cache to find records that are not indexed yet. The cache keeps the results and collapses equal searches.
struct OriginSearch: Sendable {
  /// Minimum query length in bytes; shorter queries match nearly everything.
  static let minLength = 2

  private let services: any ServiceClient
  private let index: RecordIndex
  private let onOriginMismatch: @Sendable () -> Void

  /// - Parameter onOriginMismatch: called when a reply comes from an origin other than the indexed one.
  init(_ services: any ServiceClient, _ index: RecordIndex, onOriginMismatch: @escaping @Sendable () -> Void = {}) {
    (self.services, self.index, self.onOriginMismatch) = (services, index, onOriginMismatch)
  }

  /// Returns the records of `kinds` that the origin finds for `text`, after indexing them; `nil` if no result arrived within `limit`. Cancelled
  /// with its caller, so that an abandoned search does not reach the origin.
  ///
  /// - Parameter client: the client in whose turn a request is sent (``MessageBus/ReplyParts/client``).
  func references(for text: String, in kinds: [KindName], within limit: Duration, onBehalfOf client: String) async -> [Reference]? {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    guard words.utf8.count >= Self.minLength else { return nil }
    let origin = index.snapshot.origin
    return await withTaskGroup(of: [Reference]?.self) { group in
      for kind in kinds {
        let request = ListRequest(kind, asOrigin: true, search: words).request.onBehalf(of: client)
        group.addTask { await answer(to: request, of: origin, within: limit) }
      }
      return await group.reduce(nil) { found, more in more.map { (found ?? []) + $0 } ?? found }
    }
  }

  private func answer(to request: Request, of origin: String?, within limit: Duration) async -> [Reference]? {
    let reply = await services.reply(of: .cache, to: request, within: limit)
    guard reply.status == 200, let page = try? PageBody(reply.content) else { return nil }
    if let named = reply.origin, named != origin {
      onOriginMismatch()
      return nil
    }
    await index.ingest(page.items, of: origin)
    await index.flush()
    let snapshot = index.snapshot
    guard snapshot.origin == origin else { return nil }
    // A full index does not accept all of them.
    return page.items.compactMap { Reference(canonical: $0) }.filter { snapshot.corpus.position(of: $0) != nil }
  }
}
