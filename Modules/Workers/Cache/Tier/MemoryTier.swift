import Contracts
import Databases
import MessageBus
import Models
import Synchronization
import Text

/// The recently used entries of the current origin, in memory, in front of a store that other workers write to as well.
///
/// The tier answers hits on the bus thread, under one lock, with bytes that are shared and never copied. Four rules keep it consistent with
/// the store:
/// - An entry read from the store is inserted with the tier's epoch from before the read. Each write or invalidation in between starts a
///   new epoch, and the entry, which may be outdated, is then not inserted.
/// - Entries that another worker reports as changed are removed.
/// - Events may be lost, so an entry is read from the store again after the recheck interval.
/// - A page is removed when a record arrives that differs from the one on the page (``PageIndex``): a list never shows an older version of
///   a record than a request for the record does.
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

  /// Inserts an entry that was read or derived in `epoch`, unless a new epoch has started.
  func insert(_ entry: CacheEntry, for key: CacheKey, readAt epoch: Epoch, now: WallTime) {
    let item = Item(entry, for: key, recheckAt: now + recheckInterval)
    state.withLock { if $0.epoch == epoch { $0.insert(item, for: key) } }
  }

  /// Inserts entries just written to the store, replacing older ones, and starts a new epoch. Skips entries of other origins.
  func replace(_ entries: some Sequence<(key: CacheKey, entry: CacheEntry)>, now: WallTime) {
    let items = entries.map { ($0.key, Item($0.entry, for: $0.key, recheckAt: now + recheckInterval)) }
    state.withLock { state in
      state.epoch += 1
      // Records first, because they remove pages with older versions; then the new page.
      for (key, item) in items where item.entry.page == nil && item.entry.origin == state.origin { state.insert(item, for: key) }
      for (key, item) in items where item.entry.origin == state.origin {
        guard let page = item.entry.page else { continue }
        state.remove(state.pages.derived(of: page.kind))
        state.insert(item, for: key)
      }
    }
  }

  /// Removes what an event says is outdated: a record with the pages it is on, a record alone if its content is unchanged, the lists of a kind,
  /// or what was purged.
  func invalidate(_ topic: Topic) {
    state.withLock { state in
      state.epoch += 1
      switch topic {
      case .changed(let reference), .purged(.record(let reference)):
        state.remove([.record(reference)])
        state.remove(state.pages.outdated(by: reference, digest: nil))
      case .confirmed(let reference): state.remove([.record(reference)])
      case .listChanged(let kind), .listConfirmed(let kind): state.remove(state.pages.lists(of: kind))
      case .purged(.kind(let kind)): state.remove(state.table.keys.filter { $0.kind == kind })
      case .purged(.everything): state.clear()
      case .fetchFailed, .originAnnounced, .historyChanged, .worker: break
      }
    }
  }

  /// Returns the keys used since the last call and their origin, for the store's order of use. Use of a page counts as use of its records.
  func takeUsedKeys() -> (keys: [CacheKey], origin: OriginIdentity?) {
    state.withLock { state in
      var keys: Set<CacheKey> = []
      for key in state.usedKeys {
        state.table.use(key, isUse: false) { $0.isUsed = false }
        if !key.isDerived { keys.insert(key) }
        for reference in state.table.peek(key)?.entry.page?.references ?? [] { keys.insert(.record(reference)) }
      }
      state.usedKeys = []
      return (Array(keys), state.origin)
    }
  }
}

extension MemoryTier {
  fileprivate struct Item {
    let entry: CacheEntry
    /// Digest of a record's content; 0 for other entries.
    let digest: UInt64
    /// When the entry must be read from the store again.
    let recheckAt: WallTime
    /// The last encoded reply, which is valid for one second: age and time to live are in whole seconds.
    private var last: (second: Int64, reply: EncodedReply)?
    /// Whether the entry was used since ``MemoryTier/takeUsedKeys()``.
    var isUsed = false

    init(_ entry: CacheEntry, for key: CacheKey, recheckAt: WallTime) {
      self.entry = entry
      digest = if case .record = key { Digest.of(entry.body) } else { 0 }
      self.recheckAt = recheckAt
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

  fileprivate struct State {
    var table: LRUTable<CacheKey, Item>
    var epoch: Epoch = 0
    var origin: OriginIdentity?
    var pages = PageIndex()
    var usedKeys: [CacheKey] = []
    var heads = HeadTable()

    /// Returns the answer made from an entry that need not be read from the store again; `nil` if there is none. Notes the first use. Keys of
    /// entries that are evicted and come back are noted again, so their number is limited; the use of further ones is not recorded.
    mutating func use<Answer>(
      _ key: CacheKey, at now: WallTime, onlyIfFresh: Bool = false, _ answer: (inout Item) -> Answer
    ) -> Answer? {
      var isFirst = false
      let answer = table.use(key) { item -> Answer? in
        guard now < item.recheckAt, !onlyIfFresh || item.entry.freshness.isFresh(at: now) else { return nil }
        isFirst = !item.isUsed
        item.isUsed = true
        return answer(&item)
      }
      if isFirst, usedKeys.count < table.limits.entries { usedKeys.append(key) }
      return answer ?? nil
    }

    /// Inserts an entry and removes the entries that contradict it.
    mutating func insert(_ item: Item, for key: CacheKey) {
      if case .record(let reference) = key {
        remove(pages.outdated(by: reference, digest: item.entry.status == 200 ? item.digest : nil))
      }
      remove([key])
      if let page = item.entry.page {
        // Records that differ from the page were read before it, and are read from the store again on the next request.
        for (reference, onPage) in zip(page.references, page.items) {
          guard let record = table.peek(.record(reference)), record.entry.status != 200 || record.digest != onPage.digest else { continue }
          remove([.record(reference)])
        }
      }
      pages.insert(key, item.entry)
      for evicted in table.insert(item, for: key, size: item.entry.size(under: key)) { pages.remove(evicted.key, evicted.value.entry) }
    }

    mutating func remove(_ keys: some Sequence<CacheKey>) {
      for key in keys {
        if let item = table.remove(key) { pages.remove(key, item.entry) }
      }
    }

    mutating func clear() {
      epoch += 1
      table = LRUTable(limits: table.limits)
      pages = PageIndex()
      usedKeys = []
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

/// An index from records to the pages in memory that contain them. Covers exactly the pages that the tier holds.
struct PageIndex: Sendable, Hashable {
  /// For each record, the pages that contain it and the digest of its content there.
  private var pagesByRecord: [Reference: [CacheKey: UInt64]] = [:]
  /// All pages of each kind, also those that the origin does not have.
  private var lists: [KindName: Set<CacheKey>] = [:]
  /// Derived pages of each kind: a change of one record may move all others.
  private var derived: [KindName: Set<CacheKey>] = [:]

  mutating func insert(_ key: CacheKey, _ entry: CacheEntry) {
    if case .page(let page) = key { lists[page.kind, default: []].insert(key) }
    guard let page = entry.page else { return }
    for (id, item) in zip(page.ids, page.items) { pagesByRecord[Reference(page.kind, id), default: [:]][key] = item.digest }
    if key.isDerived { derived[page.kind, default: []].insert(key) }
  }

  mutating func remove(_ key: CacheKey, _ entry: CacheEntry) {
    func remove(from sets: inout [KindName: Set<CacheKey>], _ kind: KindName) {
      sets[kind]?.remove(key)
      if sets[kind]?.isEmpty == true { sets[kind] = nil }
    }
    if case .page(let page) = key { remove(from: &lists, page.kind) }
    guard let page = entry.page else { return }
    for reference in page.references {
      pagesByRecord[reference]?[key] = nil
      if pagesByRecord[reference]?.isEmpty == true { pagesByRecord[reference] = nil }
    }
    if key.isDerived { remove(from: &derived, page.kind) }
  }

  /// Returns the pages outdated by the record content with `digest`: those that contain the record with other content, or all that contain
  /// it if `digest` is `nil`.
  ///
  /// If any page is outdated, so are all derived pages of the kind; also if the record is on none of them, because its page may have been
  /// evicted.
  func outdated(by reference: Reference, digest: UInt64?) -> Set<CacheKey> {
    let pages = pagesByRecord[reference] ?? [:]
    var keys = Set(pages.filter { $0.value != digest }.keys)
    let isConfirmed = digest != nil && pages.contains { $0.key.isDerived && $0.value == digest }
    if !isConfirmed || !keys.isEmpty { keys.formUnion(derived(of: reference.kind)) }
    return keys
  }

  func lists(of kind: KindName) -> Set<CacheKey> { lists[kind] ?? [] }
  func derived(of kind: KindName) -> Set<CacheKey> { derived[kind] ?? [] }
}
