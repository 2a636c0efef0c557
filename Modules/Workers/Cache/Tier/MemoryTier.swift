import Contracts
import MessageBus
import Models
import Synchronization

/// The entries asked for most, of the origin that is asked now, in memory, in front of a store that other workers write to as well. What is
/// here answers on the bus thread, under one lock, with bytes that are shared and never copied.
///
/// It stays true to the store by four rules:
/// - Whoever reads the store into the tier names the tier's epoch from before the read. Anything learnt or forgotten in between makes a
///   new epoch, and what was read is then not kept: it may be older.
/// - What another worker announces as changed is dropped.
/// - Announcements may be lost, so an entry is looked up in the store again ``recheck`` after it was read.
/// - A page is dropped as soon as a record comes by that differs from what stands on it (``PageIndex``): no list shows an older record than
///   a look at the record does.
final class MemoryTier: Sendable {
  typealias Epoch = UInt64

  fileprivate struct Held {
    var entry: CacheEntry
    /// Of a record's content.
    let digest: UInt64
    /// When the store is asked again.
    var until: WallTime
    /// The answer as it went out last, right for a whole second: age and time to live are in seconds.
    var reply: (second: Int64, reply: Reply)?
    /// Whether the store is still to be told that it was used.
    var isTouched = false
  }

  fileprivate struct State {
    var table: LRUTable<CacheKey, Held>
    var epoch: Epoch = 0
    var origin: OriginIdentity?
    var pages = PageIndex()
    var touched: [CacheKey] = []
  }

  /// An entry about to be kept, with what is worth reckoning before the lock is taken.
  fileprivate struct Arrival {
    let key: CacheKey
    let entry: CacheEntry
    let digest: UInt64

    init(_ key: CacheKey, _ entry: CacheEntry) {
      self.key = key
      self.entry = entry
      digest = if case .record = key { Digest.of(entry.body) } else { 0 }
    }
  }

  private let state: Mutex<State>
  private let recheck: Duration

  init(limits: StoreLimits, recheck: Duration) {
    state = Mutex(State(table: LRUTable(limits: limits)))
    self.recheck = recheck
  }

  /// The origin whose entries are here; `nil` while nobody has said which is asked.
  var origin: OriginIdentity? { state.withLock { $0.origin } }

  /// Forgets everything when `origin` is another one. `expected`: changes nothing when the tier has moved on from it. Returns whether it did.
  func change(to origin: OriginIdentity, from expected: OriginIdentity?? = nil) -> Bool {
    state.withLock { state in
      if let expected, expected != state.origin { return false }
      guard state.origin != origin else { return false }
      state.origin = origin
      state.clear()
      return true
    }
  }

  /// A fresh answer, if one is at hand. `tag` is the caller's `if-none-match`.
  func freshReply(for key: CacheKey, unless tag: String?, at now: WallTime) -> Reply? {
    state.withLock { state in
      let answer = state.table.use(key) { held -> (reply: Reply, isFirst: Bool)? in
        guard held.entry.freshness.isFresh(at: now), now < held.until else { return nil }
        let isFirst = !held.isTouched
        held.isTouched = true
        if tag == nil, let made = held.reply, made.second == now.seconds { return (made.reply, isFirst) }
        let reply = held.entry.reply(.hit(timeToLive: held.entry.freshness.timeToLive(at: now), detail: nil), unless: tag, at: now)
        if tag == nil { held.reply = (now.seconds, reply) }
        return (reply, isFirst)
      }
      guard let answer, let answer else { return nil }
      if answer.isFirst { state.touched.append(key) }
      return answer.reply
    }
  }

  /// The entry, fresh or not. `nil` also when the store is to be asked again.
  func entry(for key: CacheKey, at now: WallTime) -> CacheEntry? {
    state.withLock { state in
      guard let held = state.table.peek(key), now < held.until else { return nil }
      let isFirst = state.table.use(key) { held in
        defer { held.isTouched = true }
        return !held.isTouched
      }
      if isFirst == true { state.touched.append(key) }
      return held.entry
    }
  }

  /// To be named with what is read from now on, and the origin to read.
  var epoch: Epoch { state.withLock { $0.epoch } }
  var place: (origin: OriginIdentity?, epoch: Epoch) { state.withLock { ($0.origin, $0.epoch) } }

  /// Keeps what was read or made, unless the tier has moved on since `epoch`.
  func keep(_ entry: CacheEntry, for key: CacheKey, readAt epoch: Epoch, now: WallTime) {
    let arrival = Arrival(key, entry)
    state.withLock { state in
      guard state.epoch == epoch else { return }
      state.take(arrival, until: now + recheck)
    }
  }

  /// Takes what the store holds now, whatever was here. Nothing of another origin than the tier's.
  func replace(_ entries: some Sequence<(key: CacheKey, entry: CacheEntry)>, now: WallTime) {
    let arrivals = entries.map { Arrival($0.key, $0.entry) }
    state.withLock { state in
      state.epoch += 1
      // Records first: they drop the pages that hold older ones, and the page comes after them.
      for arrival in arrivals where arrival.entry.page == nil && arrival.entry.origin == state.origin {
        state.take(arrival, until: now + recheck)
      }
      for arrival in arrivals where arrival.entry.page != nil && arrival.entry.origin == state.origin {
        state.remove(state.pages.derived(of: arrival.key.kind))
        state.take(arrival, until: now + recheck)
      }
    }
  }

  /// Forgets what `scope` covers. A record goes with the pages it stands on, a kind with its lists, a list with what was made from it.
  func drop(_ scope: PurgeRequest.Scope) {
    state.withLock { state in
      state.epoch += 1
      switch scope {
      case .record(let reference):
        state.remove([.record(reference)])
        state.remove(state.pages.outdated(by: reference, digest: nil))
      case .kind: state.remove(state.table.keys.filter { scope.covers($0) })
      case .everything: state.clear()
      }
    }
  }

  /// Forgets a record whose content is what it was: the pages it stands on are right.
  func dropConfirmed(_ reference: Reference) {
    state.withLock { state in
      state.epoch += 1
      state.remove([.record(reference)])
    }
  }

  /// Forgets the lists of `kind`, but not its records.
  func dropLists(of kind: KindName) {
    state.withLock { state in
      state.epoch += 1
      state.remove(state.table.keys.filter { if case .page(let page) = $0 { page.kind == kind } else { false } })
    }
  }

  /// The keys used since the last call, for the store's own order of use, and their origin. A page is used with its records.
  func takeTouched() -> (keys: [CacheKey], origin: OriginIdentity?) {
    state.withLock { state in
      let touched = state.touched
      state.touched = []
      var keys: Set<CacheKey> = []
      for key in touched {
        state.table.change(key) { $0.isTouched = false }
        if !key.isDerived { keys.insert(key) }
        for reference in state.table.peek(key)?.entry.page?.references ?? [] { keys.insert(.record(reference)) }
      }
      return (Array(keys), state.origin)
    }
  }

  var usage: StoreUsage { state.withLock { StoreUsage(entries: $0.table.count, bytes: $0.table.bytes) } }
}

extension MemoryTier.State {
  /// Keeps an entry, and drops what cannot stand beside it.
  fileprivate mutating func take(_ arrival: MemoryTier.Arrival, until: WallTime) {
    let (key, entry) = (arrival.key, arrival.entry)
    if case .record(let reference) = key {
      remove(pages.outdated(by: reference, digest: entry.status == 200 ? arrival.digest : nil))
    }
    remove([key])
    if let page = entry.page {
      // Records that were read before the page was put together are looked up again when they are asked for.
      for (reference, digest) in zip(page.references, page.digests) where !agrees(reference, digest) { remove([.record(reference)]) }
    }
    let held = MemoryTier.Held(entry: entry, digest: arrival.digest, until: until)
    if entry.page != nil { pages.insert(key, entry) }
    for evicted in table.insert(held, for: key, size: entry.size) { pages.remove(evicted.key, evicted.value.entry) }
  }

  private func agrees(_ reference: Reference, _ digest: UInt64) -> Bool {
    guard let held = table.peek(.record(reference)) else { return true }
    return held.entry.status == 200 && held.digest == digest
  }

  fileprivate mutating func remove(_ keys: some Sequence<CacheKey>) {
    for key in keys {
      if let held = table.remove(key) { pages.remove(key, held.entry) }
    }
  }

  fileprivate mutating func clear() {
    epoch += 1
    table = LRUTable(limits: table.limits)
    pages = PageIndex()
    touched = []
  }
}
