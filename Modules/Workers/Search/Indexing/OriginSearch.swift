import Contracts
import MessageBus
import Models

/// Searches the origin through the cache to find records that are not indexed yet. The cache stores the results and collapses equal searches.
///
/// A query that repeats or extends another one (as while typing) is answered from the index if the origin returned all results of the shorter
/// query.
actor OriginSearch {
  private struct Key: Hashable {
    let origin: String?
    let words: String
    let kind: KindName
  }

  /// Maximum number of kept results.
  static let capacity = 256
  /// Minimum query length in bytes; shorter queries match nearly everything.
  static let minLength = 2

  private let services: any ServiceClient
  private let index: RecordIndex
  private let settings: SearchSettings
  private let now: @Sendable () -> ContinuousClock.Instant
  private let onOriginMismatch: @Sendable () -> Void
  /// Results that are all that the origin has for their words.
  private var results: [Key: (found: [Reference], expiresAt: ContinuousClock.Instant)] = [:]

  /// - Parameter onOriginMismatch: called when a reply comes from an origin other than the indexed one.
  init(
    _ services: any ServiceClient, _ index: RecordIndex, settings: SearchSettings,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }, onOriginMismatch: @escaping @Sendable () -> Void = {}
  ) {
    self.services = services
    self.index = index
    self.settings = settings
    self.now = now
    self.onOriginMismatch = onOriginMismatch
  }

  /// Returns the records of `kinds` that the origin finds for `text`, after indexing them; `nil` if no result arrived within `limit`. Cancelled
  /// with its caller, so that an abandoned search does not reach the origin.
  ///
  /// - Parameter client: the client in whose turn a request is sent (``MessageBus/ReplyParts/client``).
  func references(
    for text: String, in kinds: [KindName], within limit: Duration, onBehalfOf client: String
  ) async -> [Reference]? {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    guard words.utf8.count >= Self.minLength else { return nil }
    results = results.filter { $0.value.expiresAt > now() }
    let snapshot = index.snapshot
    var found: [Reference]?
    await withTaskGroup(of: [Reference]?.self) { group in
      for kind in kinds {
        let key = Key(origin: snapshot.origin, words: words, kind: kind)
        if let known = knownReferences(key, snapshot) {
          found = (found ?? []) + known
        } else {
          group.addTask { await self.ask(key, within: limit, client) }
        }
      }
      for await case let more? in group { found = (found ?? []) + more }
    }
    return found
  }

  /// Returns the kept results, or none if those of a prefix of the words are kept. Results with a record that is not indexed do not count: after a
  /// purge, the origin is searched again.
  private func knownReferences(_ key: Key, _ snapshot: Snapshot) -> [Reference]? {
    let known = results.first { other, result in
      other.kind == key.kind && other.origin == key.origin && key.words.hasPrefix(other.words)
        && result.found.allSatisfy { snapshot.corpus.position(of: $0) != nil }
    }
    return known.map { $0.key == key ? $0.value.found : [] }
  }

  private func ask(_ key: Key, within limit: Duration, _ client: String) async -> [Reference]? {
    let request = ListRequest(key.kind, asOrigin: true, search: key.words).request.onBehalf(of: client)
    let reply = await services.reply(of: .cache, to: request, within: limit)
    guard reply.status == 200, let page = try? PageBody(reply.content) else { return nil }
    if let origin = reply.origin, origin != key.origin {
      onOriginMismatch()
      return nil
    }
    await index.ingest(page.items, of: key.origin)
    await index.flush()
    let snapshot = index.snapshot
    guard snapshot.origin == key.origin else { return nil }
    // A full index does not accept all of them.
    let found = page.items.compactMap { Reference(canonical: $0) }.filter { snapshot.corpus.position(of: $0) != nil }
    guard page.pages <= 1 else { return found }
    if results.count >= Self.capacity, let first = results.min(by: { $0.value.expiresAt < $1.value.expiresAt }) { results[first.key] = nil }
    results[key] = (found, now() + settings.originResultLifetime)
    return found
  }
}
