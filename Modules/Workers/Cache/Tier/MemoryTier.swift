import Contracts
import Databases
import MessageBus
import Models
import Synchronization
import Text

/// The recently used entries of the current origin, in memory, in front of a store that other workers write to as well. Answers hits on the bus
/// thread, under one lock, with bytes that are never copied. Four rules keep it consistent with the store:
/// - An entry read from the store is inserted only in the epoch in which it was read; each write or invalidation starts a new one.
/// - Entries that another worker reports as changed are removed.
/// - Events may be lost, so an entry is read from the store again after the recheck interval.
/// - When a record arrives whose content differs from that known so far, all pages of its kind are read again.
final class MemoryTier: Sendable {
  typealias Epoch = UInt64

  private let state: Mutex<State>
  /// Time after which an entry is read from the store again.
  let recheckInterval: Duration

  init(limits: StoreLimits, recheckInterval: Duration) {
    state = Mutex(State(table: LRUTable(limits: limits)))
    self.recheckInterval = recheckInterval
  }

  /// The current origin, whose entries the tier holds; `nil` if unknown.
  var origin: OriginIdentity? { state.withLock { $0.origin } }
  /// The epoch to pass with entries that are read from now on.
  var epoch: Epoch { state.withLock { $0.epoch } }
  var originAndEpoch: (origin: OriginIdentity?, epoch: Epoch) { state.withLock { ($0.origin, $0.epoch) } }
  var usage: StoreUsage { state.withLock { $0.table.usage } }

  /// Switches to another origin and removes all entries. Returns whether the origin changed.
  /// - Parameter expected: the origin to switch from; nothing changes if the current origin is another one.
  func switchOrigin(to origin: OriginIdentity, from expected: OriginIdentity?? = nil) -> Bool {
    state.withLock { state in
      if let expected, expected != state.origin { return false }
      guard state.origin != origin else { return false }
      state.origin = origin
      state.clear()
      return true
    }
  }

  /// Returns the reply to a fresh hit; `nil` if there is none.
  func freshReply(for key: CacheKey, unless condition: Validation = Validation(), at now: WallTime) -> Reply? {
    state.withLock { $0.use(key, at: now, onlyIfFresh: true) { $0.hit(for: key, unless: condition, at: now) } }
  }

  /// Returns the encoded reply to a fresh hit, for a request that is determined by its head; `nil` if there is none.
  /// - Parameter decode: returns the key of the entry that answers the request; called for a head that was not decoded before.
  func encodedReply(toHead head: UnsafeRawBufferPointer, at now: WallTime, decode: () -> CacheKey?) -> EncodedReply? {
    let known = state.withLock { state in
      state.heads[head].map { key in state.use(key, at: now, onlyIfFresh: true) { $0.encodedHit(for: key, at: now) } }
    }
    if let known { return known }
    guard let key = decode() else { return nil }
    return state.withLock { state in
      let reply = state.use(key, at: now, onlyIfFresh: true) { $0.encodedHit(for: key, at: now) }
      if reply != nil { state.heads.insert(key, for: head) }
      return reply
    }
  }

  /// Returns the entry, fresh or stale; `nil` if there is none or it must be read from the store again.
  func entry(for key: CacheKey, at now: WallTime) -> CacheEntry? {
    state.withLock { $0.use(key, at: now) { $0.entry } }
  }

  /// Returns the entry even if it should be read from the store again, for when that fails. Outdated pages are not returned.
  func uncheckedEntry(for key: CacheKey) -> CacheEntry? {
    state.withLock { state in
      state.table.peek(key).flatMap { $0.version == state.version(of: key) ? $0.entry : nil }
    }
  }

  /// Inserts an entry that was read or derived in `epoch`, unless a new epoch has started.
  func insert(_ entry: CacheEntry, for key: CacheKey, readAt epoch: Epoch, now: WallTime) {
    state.withLock { if $0.epoch == epoch { $0.insert(entry, for: key, recheckAt: now + recheckInterval) } }
  }

  /// Inserts entries just written to the store, replacing older ones, and starts a new epoch. Skips entries of other origins. Pages come last,
  /// because the records may outdate those in memory; lists derived from them are derived again.
  func replace(_ entries: some Sequence<(key: CacheKey, entry: CacheEntry)>, now: WallTime) {
    state.withLock { state in
      state.epoch += 1
      let own = entries.filter { $0.entry.origin == state.origin }
      for (key, entry) in own where entry.page == nil { state.insert(entry, for: key, recheckAt: now + recheckInterval) }
      for (key, entry) in own {
        guard let page = entry.page else { continue }
        state.versions[page.kind, default: Versions()].derived += 1
        state.insert(entry, for: key, recheckAt: now + recheckInterval)
      }
    }
  }

  /// Removes what an event says is outdated: a record with the lists of its kind, a record alone if its content is unchanged, the lists of a kind,
  /// or what was purged.
  func invalidate(_ topic: Topic) {
    state.withLock { state in
      state.epoch += 1
      switch topic {
      case .changed(let reference), .purged(.record(let reference)):
        state.table.remove(.record(reference))
        state.digests[reference] = nil
        state.outdateLists(of: reference.kind)
      case .confirmed(let reference): state.table.remove(.record(reference))
      case .listChanged(let kind), .listConfirmed(let kind): state.outdateLists(of: kind)
      case .purged(.kind(let kind)):
        for key in Array(state.table.keys) where key.kind == kind { state.table.remove(key) }
        state.outdateLists(of: kind)
      case .purged(.everything): state.clear()
      case .fetchFailed, .originAnnounced, .historyChanged, .workerJoined, .workerLeft: break
      }
    }
  }

  /// Returns the keys used since the last call and their origin, for the store's order of use. Use of a page counts as use of its records.
  func takeUsedKeys() -> (keys: [CacheKey], origin: OriginIdentity?) {
    state.withLock { state in
      var keys: Set<CacheKey> = []
      for (key, item) in state.table.used(after: state.lastTakenUse) {
        if !key.isDerived { keys.insert(key) }
        for reference in item.entry.page?.references ?? [] { keys.insert(.record(reference)) }
      }
      state.lastTakenUse = state.table.uses
      return (Array(keys), state.origin)
    }
  }
}

extension MemoryTier {
  fileprivate struct Item {
    let entry: CacheEntry
    /// When the entry must be read from the store again.
    let recheckAt: WallTime
    /// The version of the lists of its kind that a page belongs to; 0 for other entries.
    let version: Int
    /// The last encoded reply, which is valid for one second: age and time to live are in whole seconds.
    private var last: (second: Int64, reply: EncodedReply)?

    init(_ entry: CacheEntry, recheckAt: WallTime, version: Int) {
      (self.entry, self.recheckAt, self.version) = (entry, recheckAt, version)
    }

    func hit(for key: CacheKey, unless condition: Validation, at now: WallTime) -> Reply {
      let status = CacheStatus.hit(timeToLive: entry.freshness.timeToLive(at: now))
      return entry.reply(status.field(for: key), unless: condition, at: now)
    }

    mutating func encodedHit(for key: CacheKey, at now: WallTime) -> EncodedReply {
      if let last, last.second == now.seconds { return last.reply }
      let reply = EncodedReply(hit(for: key, unless: Validation(), at: now))
      last = (now.seconds, reply)
      return reply
    }
  }

  /// The versions of the origin's pages of a kind, and of the pages derived from them. Pages of an earlier version are not served.
  fileprivate struct Versions {
    var pages = 0
    var derived = 0
  }

  fileprivate struct State {
    var table: LRUTable<CacheKey, Item>
    var epoch: Epoch = 0
    var origin: OriginIdentity?
    var versions: [KindName: Versions] = [:]
    /// Digests of the last known contents of records; 0 for those that the origin does not have.
    var digests: [Reference: UInt64] = [:]
    /// The uses of the table that were taken.
    var lastTakenUse: UInt64 = 0
    var heads = HeadTable()

    func version(of key: CacheKey) -> Int {
      guard case .page(let page) = key, let versions = versions[page.kind] else { return 0 }
      return page.order == nil ? versions.pages : versions.derived
    }

    /// Returns the answer made from an entry that need not be read from the store again; `nil` if there is none.
    mutating func use<Answer>(
      _ key: CacheKey, at now: WallTime, onlyIfFresh: Bool = false, _ answer: (inout Item) -> Answer
    ) -> Answer? {
      let version = version(of: key)
      return table.use(key) { item -> Answer? in
        guard now < item.recheckAt, item.version == version,
          !onlyIfFresh || item.entry.freshness.isFresh(at: now)
        else { return nil }
        return answer(&item)
      } ?? nil
    }

    /// Inserts an entry. If it differs from the known contents of a record, the lists of the kind are outdated, and so is a record that differs
    /// from the page, which was read after it.
    mutating func insert(_ entry: CacheEntry, for key: CacheKey, recheckAt: WallTime) {
      switch key {
      case .record(let reference): note(reference, entry.status == 200 ? Digest.of(entry.body) : 0)
      case .page(let page):
        for item in entry.page?.items ?? [] where note(Reference(page.kind, item.id), item.digest) {
          table.remove(.record(Reference(page.kind, item.id)))
        }
      case .kinds: break
      }
      let item = Item(entry, recheckAt: recheckAt, version: version(of: key))
      table.insert(item, for: key, size: entry.size(under: key))
    }

    /// Notes the content of a record. Returns whether it differs from that known before.
    @discardableResult
    private mutating func note(_ reference: Reference, _ digest: UInt64) -> Bool {
      // Records that are on no page in memory any more accumulate.
      if digests.count > 16 * table.limits.entries + 1_024 {
        for kind in Set(digests.keys.map(\.kind)) { outdateLists(of: kind) }
        digests = [:]
      }
      guard let known = digests.updateValue(digest, forKey: reference), known != digest else { return false }
      outdateLists(of: reference.kind)
      return true
    }

    mutating func outdateLists(of kind: KindName) {
      versions[kind, default: Versions()].pages += 1
      versions[kind, default: Versions()].derived += 1
    }

    mutating func clear() {
      epoch += 1
      table = LRUTable(limits: table.limits)
      (digests, lastTakenUse) = ([:], 0)
    }
  }
}

/// The keys of entries by the bytes of the request heads that asked for them, so that a head is decoded only once.
struct HeadTable {
  /// Entries by the hash of their heads. Cleared when full, so that heads that are not repeated do not accumulate.
  private var entries: [Int: (head: [UInt8], key: CacheKey)] = [:]
  static let capacity = 4_096
  /// Longer heads are not kept.
  static let maxHeadLength = 256

  var count: Int { entries.count }

  subscript(head: UnsafeRawBufferPointer) -> CacheKey? {
    guard head.count <= Self.maxHeadLength, let entry = entries[Self.hash(head)] else { return nil }
    return entry.head.withUnsafeBytes { $0.hasEqualBytes(as: head) } ? entry.key : nil
  }

  mutating func insert(_ key: CacheKey, for head: UnsafeRawBufferPointer) {
    guard head.count <= Self.maxHeadLength else { return }
    if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
    entries[Self.hash(head)] = (Array(head), key)
  }

  private static func hash(_ head: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: head)
    return hasher.finalize()
  }
}
