import Contracts
import MessageBus
import Models

/// Searches the origin through the cache to find records that are not indexed yet.
///
/// Concurrent searches for the same words share one request (single flight), and results are kept for a while. After a failure, the origin is
/// not searched for a moment, whatever the words. A query that extends another one (as while typing) is answered from the index if the
/// origin returned all results of the shorter query.
actor OriginSearch {
  private struct Key: Hashable {
    let origin: String?
    let words: String
    let kind: KindName
  }

  private struct CachedResult {
    let found: [Reference]
    /// Whether the origin has no further results.
    let isComplete: Bool
    let expiresAt: ContinuousClock.Instant
  }

  /// Maximum number of cached results.
  static let capacity = 256
  /// Minimum query length in bytes; shorter queries match nearly everything.
  static let minLength = 2

  private let services: any ServiceClient
  private let index: RecordIndex
  private let settings: SearchSettings
  private let now: @Sendable () -> ContinuousClock.Instant
  private let onOriginMismatch: @Sendable () -> Void
  private var results: [Key: CachedResult] = [:]
  private var inFlight: [Key: Task<[Reference]?, Never>] = [:]
  /// The origin whose search failed last, and when it may be searched again.
  private var pause: (origin: String?, end: ContinuousClock.Instant)?

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

  /// Returns the records of `kinds` that the origin finds for `text`, after indexing them. Returns `nil` if no result arrived within
  /// `limit`; later results are indexed all the same.
  ///
  /// - Parameter client: the client in whose turn a new request is sent (``MessageBus/ReplyParts/client``).
  func references(
    for text: String, in kinds: [KindName], within limit: Duration, onBehalfOf client: String
  ) async -> [Reference]? {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    guard words.utf8.count >= Self.minLength else { return nil }
    let end = now() + limit
    results = results.filter { $0.value.expiresAt > now() }
    let snapshot = index.snapshot
    var found: [Reference]?
    var requests: [Task<[Reference]?, Never>] = []
    for kind in kinds {
      if let known = knownReferences(Key(origin: snapshot.origin, words: words, kind: kind), snapshot) {
        found = (found ?? []) + known
      } else if let request = request(Key(origin: snapshot.origin, words: words, kind: kind), client) {
        requests.append(request)
      }
    }
    for request in requests {
      // The requests run concurrently; those that have finished cost no time.
      if let more = await request.value(within: now().duration(to: end)) ?? nil { found = (found ?? []) + more }
    }
    return found
  }

  /// Returns the cached results, or none if the complete results for a prefix of the words are cached, all of which are indexed. A result with
  /// a record that is not indexed does not count: after a purge, the origin is searched again.
  private func knownReferences(_ key: Key, _ snapshot: Snapshot) -> [Reference]? {
    func isIndexed(_ result: CachedResult) -> Bool { result.found.allSatisfy { snapshot.corpus.position(of: $0) != nil } }
    if let result = results[key], isIndexed(result) { return result.found }
    let isCovered = results.contains { other, result in
      result.isComplete && other.kind == key.kind && other.origin == key.origin && key.words.hasPrefix(other.words) && isIndexed(result)
    }
    return isCovered ? [] : nil
  }

  /// Ends the pause after a failure. Called when a worker joins, since requests may succeed now.
  func endPause() { pause = nil }

  private func request(_ key: Key, _ client: String) -> Task<[Reference]?, Never>? {
    if let request = inFlight[key] { return request }
    if let pause, pause.origin == key.origin, now() < pause.end { return nil }
    let request = Task { await ask(key, client) }
    inFlight[key] = request
    return request
  }

  private func ask(_ key: Key, _ client: String) async -> [Reference]? {
    defer { inFlight[key] = nil }
    let request = ListRequest(key.kind, asOrigin: true, search: key.words).request.onBehalf(of: client)
    let reply = await services.reply(of: .cache, to: request, within: settings.originSearchTimeout)
    guard reply.status == 200, let page = try? PageBody(reply.content) else {
      // Other replies are about this search only: the kind is unknown, or this client has too many requests.
      if reply.status >= 500, reply.problem?.type != ProblemType.overloaded { pause = (key.origin, now() + settings.originSearchPause) }
      return nil
    }
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
    if results.count >= Self.capacity, let first = results.min(by: { $0.value.expiresAt < $1.value.expiresAt }) { results[first.key] = nil }
    results[key] = CachedResult(found: found, isComplete: page.pages <= 1, expiresAt: now() + settings.originResultLifetime)
    return found
  }
}
