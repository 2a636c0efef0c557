import Contracts
import Models

/// Rows of entries as a store keeps them: pages without their records. The rules of writing and reading them are the same for every store.
protocol EntryTable {
  /// The row, without the records of a page.
  mutating func row(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry?
  /// The rows of these records that are there.
  mutating func records(_ order: PageOrder, of origin: OriginIdentity?) throws -> [Int: CacheEntry]
  mutating func put(_ entry: CacheEntry, for key: CacheKey, now: WallTime) throws
  mutating func remove(_ key: CacheKey, of origin: OriginIdentity?) throws
  /// The largest entry that fits at all, in bytes.
  var largest: Int { get }
}

extension EntryTable {
  /// The entry under `key`, a page with the youngest of its records.
  mutating func entry(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry? {
    guard let row = try row(key, of: origin) else { return nil }
    guard let order = row.page else { return row }
    return row.composed(from: try records(order, of: origin))
  }

  /// Writes what was learnt; see ``CacheEntry/replacing(_:unlessValidatedAfter:at:)`` for what stays.
  mutating func write(_ writes: [StoreWrite], now: WallTime) throws -> [CommitResult.Change] {
    var changes: [CommitResult.Change] = []
    for write in writes {
      let origin = write.entry.origin
      let old = try row(write.key, of: origin)
      var (entry, isNews) = write.entry.replacing(old, unlessValidatedAfter: write.validatedAt, at: now)
      if let order = write.entry.page, entry != old {
        // Tag and body are those of the page that arrived, also where the order is the same.
        isNews = old?.page?.isSamePage(as: order) != true
      }
      if entry != old { try store(entry, for: write.key, origin, now) }
      changes.append(.init(write.key, entry, isNews: isNews))
    }
    // Now that its records are there: a page is news when one of them is, and holds the youngest of each.
    let hasNews = changes.contains(where: \.isNews)
    for (index, write) in writes.enumerated() where changes[index].entry.page != nil {
      if let page = try entry(write.key, of: write.entry.origin) { changes[index].entry = page } else { changes[index].entry = write.entry }
      changes[index].isNews = changes[index].isNews || hasNews
    }
    return changes
  }

  /// An entry larger than all the room there is makes none: it is served and not stored, and the older one it replaces goes.
  private mutating func store(_ entry: CacheEntry, for key: CacheKey, _ origin: OriginIdentity?, _ now: WallTime) throws {
    if entry.storedSize <= largest { try put(entry, for: key, now: now) } else { try remove(key, of: origin) }
  }
}

extension CacheEntry {
  /// ``size`` of the row: a page is kept without its records.
  var storedSize: Int { page == nil ? size : size - body.count + storedBody.count }

  /// The body of the row.
  var storedBody: [UInt8] { page?.stored ?? body }
}
