import Contracts
import MessageBus
import Models
import Synchronization

/// The entries asked for most, in memory, in front of a store that other workers write to as well. What is here answers on the bus
/// thread, under one lock, with bytes that are shared and never copied.
///
/// It stays true to the store by three rules:
/// - Whoever reads the store into the tier names the tier's epoch from before the read. Anything learnt or forgotten in between makes a
///   new epoch, and what was read is then not kept: it may be older.
/// - What another worker announces as changed is dropped.
/// - Announcements may be lost, so an entry is looked up in the store again ``recheck`` after it was read.
final class MemoryTier: Sendable {
  typealias Epoch = UInt64

  private struct Held {
    var entry: CacheEntry
    /// When the store is asked again.
    var until: WallTime
    /// The answer as it went out last, right for a whole second: age and time to live are in seconds.
    var reply: (second: Int64, reply: Reply)?
    /// Whether the store is still to be told that it was used.
    var isTouched = false
  }

  private struct State {
    var table: LRUTable<CacheKey, Held>
    var epoch: Epoch = 0
    /// Pages in orders of our own, to be dropped with the pages they were made from.
    var derived: [KindName: Set<CacheKey>] = [:]
    var touched: [CacheKey] = []
  }

  private let state: Mutex<State>
  private let recheck: Duration

  init(limits: StoreLimits, recheck: Duration) {
    state = Mutex(State(table: LRUTable(limits: limits)))
    self.recheck = recheck
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
      if answer.isFirst, !key.isDerived { state.touched.append(key) }
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
      if isFirst == true, !key.isDerived { state.touched.append(key) }
      return held.entry
    }
  }

  var epoch: Epoch { state.withLock { $0.epoch } }

  /// Keeps what was read or made, unless the tier has moved on since `epoch`.
  func keep(_ entry: CacheEntry, for key: CacheKey, readAt epoch: Epoch, now: WallTime) {
    state.withLock { state in
      guard state.epoch == epoch else { return }
      _ = state.table.insert(Held(entry: entry, until: now + recheck), for: key, size: entry.size)
      if key.isDerived, let kind = key.kind { state.derived[kind, default: []].insert(key) }
    }
  }

  /// Takes what the store holds now, whatever was here.
  func replace(_ entries: some Sequence<(key: CacheKey, entry: CacheEntry)>, now: WallTime) {
    state.withLock { state in
      state.epoch += 1
      for (key, entry) in entries {
        _ = state.table.insert(Held(entry: entry, until: now + recheck), for: key, size: entry.size)
        if case .page(let page) = key { Self.dropDerived(of: page.kind, in: &state) }
      }
    }
  }

  /// Forgets what `scope` covers. A kind goes with its lists, and a list with what was made from it.
  func drop(_ scope: PurgeRequest.Scope) {
    state.withLock { state in
      state.epoch += 1
      switch scope {
      case .record(let reference): state.table.remove(.record(reference))
      case .kind, .everything:
        for key in state.table.keys.filter({ scope.covers($0) }) { state.table.remove(key) }
      }
    }
  }

  /// Forgets the lists of `kind`, but not its records.
  func dropLists(of kind: KindName) {
    state.withLock { state in
      state.epoch += 1
      for key in state.table.keys.filter({ $0.kind == kind }) {
        if case .page = key { state.table.remove(key) }
      }
      state.derived[kind] = nil
    }
  }

  /// The keys used since the last call, for the store's own order of use.
  func takeTouched() -> [CacheKey] {
    state.withLock { state in
      let keys = state.touched
      state.touched = []
      for key in keys { state.table.change(key) { $0.isTouched = false } }
      return keys
    }
  }

  var usage: StoreUsage { state.withLock { StoreUsage(entries: $0.table.count, bytes: $0.table.bytes) } }

  private static func dropDerived(of kind: KindName, in state: inout State) {
    for key in state.derived.removeValue(forKey: kind) ?? [] { state.table.remove(key) }
  }
}
