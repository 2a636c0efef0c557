import Contracts
import Models

/// A table of entries in which pages are stored without their records. Implements the rules for reading and writing that all stores share.
protocol EntryTable {
  associatedtype Failure: Error

  /// Returns the row; a page is returned without its records.
  mutating func row(_ key: CacheKey, of origin: OriginIdentity?) throws(Failure) -> CacheEntry?
  /// Returns the stored records of a page.
  mutating func records(_ order: PageOrder, of origin: OriginIdentity?) throws(Failure) -> [Int: CacheEntry]
  mutating func put(_ entry: CacheEntry, for key: CacheKey, now: WallTime) throws(Failure)
  mutating func remove(_ key: CacheKey, of origin: OriginIdentity?) throws(Failure)
  /// The size of the largest entry that can be stored, in bytes.
  var maxEntrySize: Int { get }
}

extension EntryTable {
  /// Returns the entry of `key`; a page with the newest version of each record.
  mutating func entry(_ key: CacheKey, of origin: OriginIdentity?) throws(Failure) -> CacheEntry? {
    guard let row = try row(key, of: origin) else { return nil }
    guard let order = row.page else { return row }
    return row.composed(from: try records(order, of: origin))
  }

  /// Writes entries and returns the changes. ``CacheEntry/replacing(_:unlessValidatedAfter:at:)`` decides which stored entries are kept.
  mutating func write(_ writes: [StoreWrite], now: WallTime) throws(Failure) -> [CommitResult.Change] {
    var changes: [CommitResult.Change] = []
    for write in writes {
      let origin = write.entry.origin
      let old = try row(write.key, of: origin)
      var (entry, hasChanged) = write.entry.replacing(old, unlessValidatedAfter: write.validatedAt, at: now)
      if let order = write.entry.page, entry != old {
        // Even if the order is unchanged, the tag and the body are those of the new page.
        hasChanged = old?.page?.isSamePage(as: order) != true
      }
      if entry != old { try store(entry, for: write.key, origin, now) }
      changes.append(.init(key: write.key, entry: entry, hasChanged: hasChanged))
    }
    // After all records are written, pages are read again: a page has changed if one of its records has.
    let anyChanged = changes.contains(where: \.hasChanged)
    for (index, write) in writes.enumerated() where changes[index].entry.page != nil {
      if let page = try entry(write.key, of: write.entry.origin) { changes[index].entry = page } else { changes[index].entry = write.entry }
      changes[index].hasChanged = changes[index].hasChanged || anyChanged
    }
    return changes
  }

  /// Stores an entry. An entry larger than the limit is served but not stored, and the entry that it replaces is removed.
  private mutating func store(_ entry: CacheEntry, for key: CacheKey, _ origin: OriginIdentity?, _ now: WallTime) throws(Failure) {
    if entry.storedSize(under: key) <= maxEntrySize { try put(entry, for: key, now: now) } else { try remove(key, of: origin) }
  }
}

extension CacheEntry {
  /// The ``size(under:)`` of the row; a page is stored without its records.
  func storedSize(under key: CacheKey) -> Int {
    let size = size(under: key)
    return page == nil ? size : size - body.count + storedBody.count
  }

  /// The body of the row.
  var storedBody: [UInt8] { page?.encoded ?? body }
}
