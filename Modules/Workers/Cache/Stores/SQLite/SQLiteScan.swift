import Contracts
import GRDB
import Models

extension SQLiteTable {
  /// Reads and checks the rows after `position`, in the order of the file. Each is also looked up by its key, so that an index that leads
  /// elsewhere is found.
  ///
  /// - Parameter repairs: whether to remove damaged rows and to correct the totals; for transactions that write.
  mutating func scan(after position: Int64, repairs: Bool) throws -> StoreScan {
    var scan = StoreScan()
    let lookup = try database.cachedStatement(sql: "SELECT rowid FROM entries WHERE origin = ? AND key = ?")
    let rows = try Row.fetchCursor(
      try database.cachedStatement(sql: "SELECT \(Self.columns), rowid, origin FROM entries WHERE rowid > ? ORDER BY rowid"),
      arguments: [position])
    var (bytes, damaged): (Int, [Int64]) = (0, [])
    while let row = try rows.next() {
      guard let rowid = Int64.fromDatabaseValue(row[Self.nextIndex]) else { continue }
      scan.checked += 1
      scan.next = rowid
      let (name, origin) = (String.fromDatabaseValue(row[0]), String.fromDatabaseValue(row[Self.nextIndex + 1]))
      var state = scanned(row, name, origin)
      if case .intact = state, try Int64.fetchOne(lookup, arguments: [origin, name]) != rowid { state = .damaged }
      switch state {
      case .intact(let key, let entry):
        bytes += entry.storedSize(under: key)
        if let order = entry.page, entry.composed(from: try records(order, of: entry.origin)) == nil { scan.incomplete += 1 }
        scan.rows.append(.init(key: key, entry: entry))
      case .damaged:
        damaged.append(rowid)
        scan.damaged.append("\(name ?? "row \(rowid)") of \(origin.map { $0.isEmpty ? "an unknown origin" : $0 } ?? "an unknown origin")")
      case .otherVersion: break
      }
      if scan.isFull(bytes) { break }
    }
    // The records of pages were read as well; what is wrong with them is found at their own rows.
    forgetDamaged()
    if repairs {
      for rowid in damaged { try database.execute(sql: "DELETE FROM entries WHERE rowid = ?", arguments: [rowid]) }
      scan.removed = damaged.count
    }
    if !scan.isFull(bytes) {
      scan.next = nil
      let counted = try Row.fetchOne(database, sql: "SELECT count(*), coalesce(sum(size), 0) FROM entries")
      let usage = StoreUsage(
        entries: counted.flatMap { Int.fromDatabaseValue($0[0]) } ?? -1, bytes: counted.flatMap { Int.fromDatabaseValue($0[1]) } ?? -1)
      scan.isMiscounted = try database.totals() != usage
      if repairs, scan.isMiscounted { try database.recount(maxEntrySize: maxEntrySize) }
    }
    scan.total = try database.totals().entries
    return scan
  }

  private enum ScannedRow {
    case intact(CacheKey, CacheEntry)
    case damaged
    case otherVersion
  }

  private func scanned(_ row: Row, _ name: String?, _ origin: String?) -> ScannedRow {
    guard let form = Int64.fromDatabaseValue(row[1]), RowFormat.known.contains(form) else { return .otherVersion }
    guard let key = name.flatMap({ CacheKey(parsing: $0) }), let origin else { return .damaged }
    let identity = OriginIdentity(origin)
    guard identity != nil || origin.isEmpty, let entry = decode(row, form, key, identity) else { return .damaged }
    return .intact(key, entry)
  }
}
