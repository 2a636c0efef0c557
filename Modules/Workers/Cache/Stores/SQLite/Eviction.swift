import GRDB

/// How many entries a commit evicts, and whether the totals can be trusted. Pure.
///
/// A commit evicts about as much as it adds, so that no commit takes longer because the file is large. The totals are kept by triggers, and
/// a damaged total or size would empty the file or let it grow without bound, so a total that no commit can have brought about is counted
/// again, which reads every row.
struct Eviction: Sendable, Hashable {
  let limits: StoreLimits
  /// The usage after the last commit; `nil` before the first.
  let last: StoreUsage?
  /// What this commit has added at most.
  let written: StoreUsage

  /// Entries that a commit evicts beyond the number that it writes: after the limits have been lowered, the commits that follow share the work.
  static let batch = 1_024

  /// Maximum number of entries that this commit evicts.
  var most: Int { written.entries + Self.batch }

  /// The usage to reach: a little below the limits, so that the next entries fit without another eviction.
  var goal: StoreUsage {
    StoreUsage(entries: limits.entries - min(limits.entries / 16, 64), bytes: limits.bytes - min(limits.bytes / 16, 256 << 10))
  }

  func isNeeded(at usage: StoreUsage) -> Bool {
    usage.entries > limits.entries || usage.bytes > limits.bytes || usage.entries < 0 || usage.bytes < 0
  }

  func isPlausible(_ usage: StoreUsage) -> Bool {
    // Every worker evicts what it adds, so usage above the limits only falls.
    let entries = max(limits.entries, last?.entries ?? 0).addingReportingOverflow(written.entries)
    let bytes = max(limits.bytes, last?.bytes ?? 0).addingReportingOverflow(written.bytes)
    return usage.entries >= 0 && usage.bytes >= 0 && (entries.overflow || usage.entries <= entries.partialValue)
      && (bytes.overflow || usage.bytes <= bytes.partialValue)
  }
}

extension Database {
  /// Evicts the least recently used entries. Returns the number of evicted entries.
  func evict(_ eviction: Eviction) throws -> Int {
    var usage = try totals()
    guard eviction.isNeeded(at: usage) else { return 0 }
    if !eviction.isPlausible(usage) {
      try recount(maxEntrySize: eviction.limits.bytes)
      usage = try totals()
      guard eviction.isNeeded(at: usage) else { return 0 }
    }
    let goal = eviction.goal
    let rows = try Row.fetchCursor(try cachedStatement(sql: "SELECT rowid, size FROM entries ORDER BY used, rowid"))
    var rowids: [Int64] = []
    while usage.entries > goal.entries || usage.bytes > goal.bytes, rowids.count < eviction.most, let row = try rows.next() {
      guard let rowid = Int64.fromDatabaseValue(row[0]) else { continue }
      rowids.append(rowid)
      usage.entries -= 1
      usage.bytes -= min(max(Int.fromDatabaseValue(row[1]) ?? 0, 0), eviction.limits.bytes)
    }
    let delete = try cachedStatement(sql: "DELETE FROM entries WHERE rowid = ?")
    for rowid in rowids { try delete.execute(arguments: [rowid]) }
    return rowids.count
  }
}
