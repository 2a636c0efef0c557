import Contracts
import Databases
import MessageBus
import Models
import Synchronization

/// The often used entries of the current origin, in memory, in front of a store that other workers write to as well.
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

  fileprivate struct Item {
    var entry: CacheEntry
    /// Digest of a record's content; 0 for other entries.
    let digest: UInt64
    /// When the entry must be read from the store again.
    var recheckAt: WallTime
    /// The last reply, which is valid for one second: age and time to live are in whole seconds.
    private var last: (second: Int64, reply: Reply, encoded: EncodedReply?)?
    /// Whether the entry was used since ``MemoryTier/takeUsedKeys()``.
    var isUsed = false

    init(entry: CacheEntry, digest: UInt64, recheckAt: WallTime) {
      self.entry = entry
      self.digest = digest
      self.recheckAt = recheckAt
    }

    mutating func hit(for key: CacheKey, unless condition: Precondition, at now: WallTime) -> Reply {
      if condition.isEmpty, let last, last.second == now.seconds { return last.reply }
      let status = CacheStatus.hit(timeToLive: entry.freshness.timeToLive(at: now), detail: nil)
      let reply = entry.reply(status.field(for: key), unless: condition, at: now)
      if condition.isEmpty { last = (now.seconds, reply, nil) }
      return reply
    }

    mutating func encodedHit(for key: CacheKey, at now: WallTime) -> EncodedReply {
      if let last, last.second == now.seconds, let encoded = last.encoded { return encoded }
      let reply = hit(for: key, unless: Precondition(), at: now)
      let encoded = EncodedReply(reply)
      last = (now.seconds, reply, encoded)
      return encoded
    }
  }

  fileprivate struct State {
    var table: S3FIFOTable<CacheKey, Item>
    var epoch: Epoch = 0
    var origin: OriginIdentity?
    var pages = PageIndex()
    var versions = KindVersions()
    var usedKeys: [CacheKey] = []
    var heads = HeadTable()
  }

  /// An entry to insert, with its digest, which is computed before the lock is taken.
  fileprivate struct NewItem {
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
  /// Time after which an entry is read from the store again.
  let recheckInterval: Duration

  init(limits: StoreLimits, recheckInterval: Duration) {
    state = Mutex(State(table: S3FIFOTable(limits: limits)))
    self.recheckInterval = recheckInterval
  }

  /// The current origin, whose entries the tier holds; `nil` if unknown.
  var origin: OriginIdentity? { state.withLock { $0.origin } }

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
  func freshReply(for key: CacheKey, unless condition: Precondition = Precondition(), at now: WallTime) -> Reply? {
    state.withLock { $0.useFresh(key, at: now) { $0.hit(for: key, unless: condition, at: now) } }
  }

  /// Returns the encoded reply to a fresh hit, for a request that is determined by its head; `nil` if there is none.
  /// - Parameter decode: returns the key of the entry that answers the request; called for a head that was not decoded before.
  func encodedReply(toHead head: UnsafeRawBufferPointer, at now: WallTime, decode: () -> CacheKey?) -> EncodedReply? {
    let known = state.withLock { state in state.heads[head].map { key in state.useFresh(key, at: now) { $0.encodedHit(for: key, at: now) } }
    }
    if let known { return known }
    guard let key = decode() else { return nil }
    return state.withLock { state in
      let reply = state.useFresh(key, at: now) { $0.encodedHit(for: key, at: now) }
      if reply != nil { state.heads.insert(key, for: head) }
      return reply
    }
  }

  /// Returns the entry, fresh or stale; `nil` if there is none or it must be read from the store again.
  func entry(for key: CacheKey, at now: WallTime) -> CacheEntry? {
    state.withLock { state in
      guard let item = state.table.peek(key), now < item.recheckAt else { return nil }
      let isFirst = state.table.use(key) { item in
        defer { item.isUsed = true }
        return !item.isUsed
      }
      if isFirst == true { state.noteUse(of: key) }
      return item.entry
    }
  }

  /// The epoch to pass with entries that are read from now on.
  var epoch: Epoch { state.withLock { $0.epoch } }
  var originAndEpoch: (origin: OriginIdentity?, epoch: Epoch) { state.withLock { ($0.origin, $0.epoch) } }

  /// The version of the kind's records and lists. It changes with each write and each event that may have changed them. Events may be lost,
  /// so what was read in a version is valid for ``recheckInterval`` at most.
  func version(of kind: KindName) -> KindVersions.Version { state.withLock { $0.versions[kind] } }

  /// Inserts an entry that was read or derived in `epoch`, unless a new epoch has started.
  func insert(_ entry: CacheEntry, for key: CacheKey, readAt epoch: Epoch, now: WallTime) {
    let newItem = NewItem(key, entry)
    state.withLock { state in
      guard state.epoch == epoch else { return }
      state.insert(newItem, recheckAt: now + recheckInterval)
    }
  }

  /// Inserts entries just written to the store, replacing older ones, and starts a new epoch. Skips entries of other origins.
  func replace(_ entries: some Sequence<(key: CacheKey, entry: CacheEntry)>, now: WallTime) {
    let newItems = entries.map { NewItem($0.key, $0.entry) }
    state.withLock { state in
      state.epoch += 1
      for newItem in newItems where newItem.entry.origin == state.origin && state.isChange(newItem) {
        state.versions.change(newItem.key.kind)
      }
      // Records first, because they remove pages with older versions; then the new page.
      for newItem in newItems where newItem.entry.page == nil && newItem.entry.origin == state.origin {
        state.insert(newItem, recheckAt: now + recheckInterval)
      }
      for newItem in newItems where newItem.entry.page != nil && newItem.entry.origin == state.origin {
        state.remove(state.pages.derived(of: newItem.key.kind))
        state.insert(newItem, recheckAt: now + recheckInterval)
      }
    }
  }

  /// Removes the entries that `scope` covers: a record with the pages it is on, or a kind with its lists.
  func invalidate(_ scope: PurgeRequest.Scope) {
    state.withLock { state in
      state.epoch += 1
      switch scope {
      case .record(let reference):
        state.versions.change(reference.kind)
        state.remove([.record(reference)])
        state.remove(state.pages.outdated(by: reference, digest: nil))
      case .kind(let kind):
        state.versions.change(kind)
        state.remove(state.table.keys.filter { scope.covers($0) })
      case .everything: state.clear()
      }
    }
  }

  /// Removes a record whose content is unchanged, but not the pages it is on.
  func invalidateRecordOnly(_ reference: Reference) {
    state.withLock { state in
      state.epoch += 1
      state.remove([.record(reference)])
    }
  }

  /// Removes the lists of `kind`, but not its records.
  func invalidateLists(of kind: KindName) {
    state.withLock { state in
      state.epoch += 1
      state.versions.change(kind)
      state.remove(state.pages.lists(of: kind))
    }
  }

  /// Returns the keys used since the last call and their origin, for the store's order of use. Use of a page counts as use of its records.
  func takeUsedKeys() -> (keys: [CacheKey], origin: OriginIdentity?) {
    state.withLock { state in
      let usedKeys = state.usedKeys
      state.usedKeys = []
      var keys: Set<CacheKey> = []
      for key in usedKeys {
        state.table.change(key) { $0.isUsed = false }
        if !key.isDerived { keys.insert(key) }
        for reference in state.table.peek(key)?.entry.page?.references ?? [] { keys.insert(.record(reference)) }
      }
      return (Array(keys), state.origin)
    }
  }

  var usage: StoreUsage { state.withLock { StoreUsage(entries: $0.table.count, bytes: $0.table.bytes) } }
}

extension MemoryTier.State {
  /// Returns the answer made from an entry that is fresh and need not be read from the store again; `nil` if there is none.
  fileprivate mutating func useFresh<Answer>(
    _ key: CacheKey, at now: WallTime, _ answer: (inout MemoryTier.Item) -> Answer
  ) -> Answer? {
    let used = table.use(key) { item -> (answer: Answer, isFirst: Bool)? in
      guard item.entry.freshness.isFresh(at: now), now < item.recheckAt else { return nil }
      let isFirst = !item.isUsed
      item.isUsed = true
      return (answer(&item), isFirst)
    }
    guard let used, let used else { return nil }
    if used.isFirst { noteUse(of: key) }
    return used.answer
  }

  /// Keys of entries that are evicted and come back are noted again, so their number is limited; the use of further ones is not recorded.
  fileprivate mutating func noteUse(of key: CacheKey) {
    if usedKeys.count < table.limits.entries { usedKeys.append(key) }
  }

  /// Inserts an entry and removes the entries that contradict it.
  fileprivate mutating func insert(_ newItem: MemoryTier.NewItem, recheckAt: WallTime) {
    let (key, entry) = (newItem.key, newItem.entry)
    if case .record(let reference) = key {
      remove(pages.outdated(by: reference, digest: entry.status == 200 ? newItem.digest : nil))
    }
    remove([key])
    if let page = entry.page {
      // Records that differ from the page were read before it, and are read from the store again on the next request.
      for (reference, item) in zip(page.references, page.items) where !matches(reference, item.digest) { remove([.record(reference)]) }
    }
    let item = MemoryTier.Item(entry: entry, digest: newItem.digest, recheckAt: recheckAt)
    pages.insert(key, entry)
    for evicted in table.insert(item, for: key, size: entry.size(under: key)) { pages.remove(evicted.key, evicted.value.entry) }
  }

  /// Returns whether a new entry may change the records or the lists of its kind. Confirmed entries and search results change neither.
  fileprivate func isChange(_ newItem: MemoryTier.NewItem) -> Bool {
    switch newItem.key {
    case .record(let reference):
      table.peek(newItem.key)?.digest != newItem.digest && !pages.contains(reference, digest: newItem.digest)
    case .page(let page): page.search == nil && table.peek(newItem.key)?.entry.pageDigest != newItem.entry.pageDigest
    case .kinds: false
    }
  }

  private func matches(_ reference: Reference, _ digest: UInt64) -> Bool {
    guard let item = table.peek(.record(reference)) else { return true }
    return item.entry.status == 200 && item.digest == digest
  }

  fileprivate mutating func remove(_ keys: some Sequence<CacheKey>) {
    for key in keys {
      if let item = table.remove(key) { pages.remove(key, item.entry) }
    }
  }

  fileprivate mutating func clear() {
    epoch += 1
    versions.change(nil)
    table = S3FIFOTable(limits: table.limits)
    pages = PageIndex()
    usedKeys = []
  }
}
