import Contracts
import MessageBus
import Models

/// The origin's own search, asked by way of the cache, so that records are found that are not indexed yet.
///
/// The origin is asked once for the same words, however many search for them at the same time and for a while after; not at all for words
/// that go on from others for which it told all it has, as happens while somebody types; and not again at once after it failed.
actor OriginSearch {
  private struct Key: Hashable {
    let origin: String?
    let words: String
    let kind: KindName
  }

  private struct Memory {
    /// `nil` when the origin gave no answer.
    let found: [Reference]?
    /// Whether there are no others.
    let isWhole: Bool
    let until: ContinuousClock.Instant
  }

  /// Words and kinds that are remembered.
  static let most = 256
  /// Fewer letters, in bytes, stand for nearly everything.
  static let shortest = 2

  private let source: any Source
  private let index: RecordIndex
  private let settings: SearchSettings
  private let now: @Sendable () -> ContinuousClock.Instant
  private let doubtOrigin: @Sendable () -> Void
  private var memories: [Key: Memory] = [:]
  private var flights: [Key: Task<[Reference]?, Never>] = [:]

  /// - Parameter doubtOrigin: called when an answer comes from another origin than the indexed one.
  init(
    _ source: any Source, _ index: RecordIndex, settings: SearchSettings,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }, doubtOrigin: @escaping @Sendable () -> Void = {}
  ) {
    self.source = source
    self.index = index
    self.settings = settings
    self.now = now
    self.doubtOrigin = doubtOrigin
  }

  /// The records of `kinds` that the origin finds for `text`, which are indexed when this returns. `nil` when no kind was answered within
  /// `limit`; a later answer is indexed all the same.
  func references(for text: String, in kinds: [KindName], within limit: Duration) async -> [Reference]? {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    guard words.utf8.count >= Self.shortest else { return nil }
    forgetOld()
    let snapshot = index.snapshot
    var found: [Reference]?
    var waiting: [Task<[Reference]?, Never>] = []
    for kind in kinds {
      let key = Key(origin: snapshot.origin, words: words, kind: kind)
      if let memory = memory(key, snapshot) {
        if let known = memory.found { found = (found ?? []) + known }
      } else if isCovered(key, snapshot) {
        found = found ?? []
      } else {
        waiting.append(flight(key))
      }
    }
    let end = now() + limit
    for flight in waiting {
      // Flights are under way together; those that ended already cost no time.
      if let more = await flight.value(within: now().duration(to: end)) { found = (found ?? []) + more }
    }
    return found
  }

  /// What failed may succeed now: a worker joined.
  func forgetFailures() { memories = memories.filter { $0.value.found != nil } }

  private func flight(_ key: Key) -> Task<[Reference]?, Never> {
    if let flight = flights[key] { return flight }
    let flight = Task { await ask(key) }
    flights[key] = flight
    return flight
  }

  private func ask(_ key: Key) async -> [Reference]? {
    defer { flights[key] = nil }
    let request = ListRequest(key.kind, asOrigin: true, search: key.words).request
    let reply = await source.ask(.cache, request, within: settings.originPatience)
    guard reply.status == 200, let page = try? PageBody(reply.content) else {
      memories[key] = Memory(found: nil, isWhole: false, until: now() + settings.originFailureMemory)
      return nil
    }
    if let origin = reply.origin, origin != key.origin {
      doubtOrigin()
      return nil
    }
    await index.learn(page.items, .single, from: key.origin)
    await index.settled()
    let found = page.items.compactMap { Reference(canonical: $0) }
    memories[key] = Memory(found: found, isWhole: page.pages <= 1, until: now() + settings.originMemory)
    return found
  }

  /// What is remembered and still indexed: after a purge the origin is asked again.
  private func memory(_ key: Key, _ snapshot: Snapshot) -> Memory? {
    memories[key].flatMap { memory in
      (memory.found ?? []).allSatisfy { snapshot.library.place(of: $0) != nil } ? memory : nil
    }
  }

  /// Whether all that fits was found for a beginning of the words already.
  private func isCovered(_ key: Key, _ snapshot: Snapshot) -> Bool {
    memories.contains { other, memory in
      memory.isWhole && other.kind == key.kind && other.origin == key.origin && key.words.hasPrefix(other.words)
        && self.memory(other, snapshot) != nil
    }
  }

  private func forgetOld() {
    let now = now()
    memories = memories.filter { $0.value.until > now }
    guard memories.count > Self.most else { return }
    for (key, _) in memories.sorted(by: { $0.value.until < $1.value.until }).prefix(memories.count - Self.most) { memories[key] = nil }
  }
}
