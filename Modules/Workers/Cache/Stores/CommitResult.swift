import Models

/// An entry to be written to a store.
public struct StoreWrite: Sendable, Hashable {
  public var key: CacheKey
  public var entry: CacheEntry
  /// The time that the entry's request was sent, or the validation time of the page it came with. A stored entry validated later is newer
  /// and is kept.
  public var validatedAt: WallTime

  /// - Parameter validatedAt: the entry's own validation time by default.
  init(_ key: CacheKey, _ entry: CacheEntry, validatedAt: WallTime? = nil) {
    self.key = key
    self.entry = entry
    self.validatedAt = validatedAt ?? entry.freshness.validatedAt
  }
}

/// The changes made by a commit.
public struct CommitResult: Sendable, Hashable {
  /// The entry stored under the key of a write after the commit; a page with the newest version of each record.
  public struct Change: Sendable, Hashable {
    public var key: CacheKey
    public var entry: CacheEntry
    /// Whether the content visible to readers has changed.
    public var hasChanged: Bool
    /// Whether no entry was stored before.
    public var isNew = false
  }

  /// One change for each write, in the same order. Empty if the commit was refused.
  public var changes: [Change] = []
  /// Whether the answer was not written, because the lease has been granted to another worker since.
  public var isRefused = false
  /// Number of evicted entries.
  public var evicted = 0
  /// The usage after the commit, if the store has counted its entries.
  public var usage: StoreUsage?
}

extension CommitResult.Change {
  /// Decides on a write while `old` is stored: returns the entry that has to be stored from now on, which is `old` if that was validated later.
  init(of write: StoreWrite, replacing old: CacheEntry?, at now: WallTime) {
    var (entry, hasChanged) = write.entry.replacing(old, unlessValidatedAfter: write.validatedAt, at: now)
    if let order = write.entry.page, entry != old {
      // Even if the order is unchanged, the tag and the body are those of the new page.
      hasChanged = old?.page?.isSamePage(as: order) != true
    }
    self.init(key: write.key, entry: entry, hasChanged: hasChanged, isNew: old == nil)
  }
}

extension CommitResult {
  /// Whether a page and its records are stored as they were received.
  private func isAsReceived(_ writes: [StoreWrite]) -> Bool {
    writes.first?.entry.page?.items.count == writes.count - 1 && zip(writes, changes).allSatisfy { $0.entry.body == $1.entry.body }
  }

  /// Returns the records of the pages among the changes that were not written with them, for ``composePages(of:with:)``.
  func missingRecords(of writes: [StoreWrite]) -> [StoreKey] {
    guard !isAsReceived(writes) else { return [] }
    let written = Set(writes.map { StoreKey($0.key, of: $0.entry.origin) })
    return changes.flatMap { change in
      (change.entry.page?.references ?? []).map { StoreKey(.record($0), of: change.entry.origin) }.filter { !written.contains($0) }
    }
  }

  /// Gives the pages among the changes the records that are stored now, which usually are those that came with them. A page has changed if one
  /// of its records has.
  mutating func composePages(of writes: [StoreWrite], with records: [StoreKey: CacheEntry]) {
    let (anyChanged, isAsReceived) = (changes.contains(where: \.hasChanged), isAsReceived(writes))
    let written = isAsReceived ? [:] : Dictionary(changes.lazy.map { (StoreKey($0.key, of: $0.entry.origin), $0.entry) }) { $1 }
    for (index, write) in writes.enumerated() {
      guard let order = changes[index].entry.page else { continue }
      changes[index].hasChanged = changes[index].hasChanged || anyChanged
      if isAsReceived { continue }
      var entries: [Int: CacheEntry] = [:]
      for id in order.ids {
        let key = StoreKey(.record(Reference(order.kind, id)), of: write.entry.origin)
        entries[id] = written[key] ?? records[key]
      }
      changes[index].entry = changes[index].entry.composed(from: entries) ?? write.entry
    }
  }
}
