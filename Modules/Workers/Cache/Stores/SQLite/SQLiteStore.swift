public import Contracts
public import Databases
public import Logging
import Synchronization

/// A store in a SQLite file, which several workers on one machine may share, or in memory. A damaged file is set aside and replaced by a new one.
public final class SQLiteStore: CacheStore {
  public static let name = "sqlite"
  public static let usageHint = "'memory' or './FILE'"
  private static let memory = "memory"
  private static let originFact = "origin"

  /// The entries counted last, `nil` if they must be counted, and those written since.
  private struct Counts {
    var total: StoreUsage?
    var written = StoreUsage(entries: 0, bytes: 0)
  }

  private let database: SharedDatabase
  private let counts = Mutex(Counts())
  public let limits: StoreLimits

  /// Accepts `memory` and paths: arguments with a slash or the extension `.sqlite`. A URL, and any other word, is more likely a typo than a file
  /// name.
  public static func accepts(_ argument: String) -> Bool {
    argument == memory || !argument.contains("://") && (argument.contains("/") || argument.hasSuffix(".sqlite"))
  }

  public static func open(
    _ argument: String, limits: StoreLimits, timeout: Duration, logger: Logger
  ) throws(StorageError) -> SQLiteStore {
    guard argument != memory else { return SQLiteStore(inMemory: limits) }
    return try SQLiteStore(file: argument, limits: limits, timeout: timeout, logger: logger)
  }

  /// Creates a store in the memory of the process, for tests and for machines without a disk.
  public init(inMemory limits: StoreLimits = .memory) {
    self.limits = limits
    database = SharedDatabase(inMemory: .cache)
  }

  /// - Parameters:
  ///   - timeout: the time after which operations fail if none of their kind (read or write) has finished meanwhile.
  ///   - lockTimeout: the time that SQLite waits for a lock of another process.
  ///   - completeCheckLimit: size in bytes up to which the file is checked completely on opening. Each row of a larger file is checked when
  ///     it is read.
  public init(
    file path: String, limits: StoreLimits = .disk, timeout: Duration? = nil, lockTimeout: Duration = .seconds(5),
    completeCheckLimit: Int = 32 << 20, logger: Logger
  ) throws(StorageError) {
    self.limits = limits
    var file = DatabaseFile(
      path, format: .cache, advice: "set HOLOCRON_CACHE_STORE or --store to another file, or to memory",
      lockTimeout: lockTimeout, logger: logger)
    file.removal = "move it away, which loses nothing but cached answers"
    (file.timeout, file.completeCheckLimit) = (timeout, completeCheckLimit)
    database = try SharedDatabase(file)
  }

  public var location: String { database.location }

  public func entries(for keys: [CacheKey], of origin: OriginIdentity?) async throws(StorageError) -> [CacheKey: CacheEntry] {
    try await read { tables in try keys.reduce(into: [:]) { $0[$1] = try tables.entry($1, of: origin) } }
  }

  public func lease(
    _ key: StoreKey, by holder: String, known: CacheEntry?, now: WallTime, term: Duration, isRetry: Bool
  ) async throws(StorageError) -> LeaseDecision {
    // Readers do not block each other, as many workers that poll and write would.
    if isRetry {
      let decision = try await read { try $0.decision(on: key, by: holder, known: known, now: now, term: term) }
      guard case .granted = decision else { return decision }
    }
    return try await write { try $0.lease(key, by: holder, known: known, now: now, term: term) }
  }

  public func renew(_ leases: [StoreKey: Lease], now: WallTime, term: Duration) async throws(StorageError) {
    try await inBatches(Array(leases)) { tables, renewal in
      guard let lease = try tables.lease(renewal.key), lease.isSameGrant(as: renewal.value) else { return }
      try tables.put(lease.renewed(until: now + term), for: renewal.key)
    }
  }

  public func commit(
    _ key: StoreKey, under lease: Lease?, _ writes: [StoreWrite], now: WallTime
  ) async throws(StorageError) -> CommitResult {
    try await write { [self] tables in
      guard var result = try tables.commit(key, under: lease, writes, now: now) else { return CommitResult(isRefused: true) }
      // Counting takes time linear in the number of entries, so it has to wait until a 64th of them is new, or too many are stored.
      let written = counts.withLock { counts -> Int? in
        counts.written.entries += result.changes.count
        counts.written.bytes += result.changes.reduce(0) { $0 + $1.entry.storedSize(under: $1.key) }
        guard let total = counts.total, !total.exceeds(limits) else { return counts.written.entries }
        let isDue = counts.written.entries * 64 >= total.entries || counts.written.bytes * 64 >= limits.bytes
        return isDue ? counts.written.entries : nil
      }
      guard let written else { return result }
      (result.evicted, result.usage) = try tables.evict(after: written)
      counts.withLock { [usage = result.usage] in $0 = Counts(total: usage) }
      return result
    }
  }

  public func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) {
    try await inBatches(keys) { try $0.markUsed($1, of: origin, at: now) }
    try await write { try $0.deleteExpiredLeases(now: now) }
  }

  public func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) async throws(StorageError) -> Int {
    try await write { try $0.purge(scope, atMost: limit) }
  }

  public func scan(after position: String, repairs: Bool) async throws(StorageError) -> StoreScan {
    guard let position = position.isEmpty ? 0 : Int64(position), position >= 0 else {
      throw StorageError(.invalidPosition, "'\(position)' is not a position in the cache file")
    }
    let openCount = database.openCount
    let scan: @Sendable (SQLiteTables) throws -> StoreScan = { try $0.scan(after: position, repairs: repairs) }
    var result = repairs ? try await write(scan) : try await read(scan)
    guard database.openCount == openCount else {
      throw StorageError(.damaged, "the cache file was damaged or removed and has been replaced by a new one; see the log")
    }
    let known = position > 0 ? counts.withLock(\.total) : nil
    result.total = if let known { known.entries } else { try await usage().entries }
    return result
  }

  public func lastOrigin() async throws(StorageError) -> OriginIdentity? {
    try await read { try $0.fact(Self.originFact).flatMap { OriginIdentity($0) } }
  }

  public func setLastOrigin(_ origin: OriginIdentity) async throws(StorageError) {
    try await write { try $0.put(fact: Self.originFact, origin.text) }
  }

  public func usage() async throws(StorageError) -> StoreUsage {
    let usage = try await read { try $0.usage() }
    counts.withLock { $0 = Counts(total: usage) }
    return usage
  }

  public func close() async { await database.close() }

  func read<Value: Sendable>(_ body: @escaping @Sendable (SQLiteTables) throws -> Value) async throws(StorageError) -> Value {
    try await database.read { [limits] in try body(SQLiteTables(database: $0, limits: limits)) }
  }

  private func write<Value: Sendable>(_ body: @escaping @Sendable (SQLiteTables) throws -> Value) async throws(StorageError) -> Value {
    try await database.write { [limits] in try body(SQLiteTables(database: $0, limits: limits)) }
  }

  /// Writes in transactions of a few hundredths of a second at most, so that other writers get a turn in between.
  private func inBatches<Element: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (SQLiteTables, Element) throws -> Void
  ) async throws(StorageError) {
    for first in stride(from: 0, to: elements.count, by: 500) {
      let batch = elements[first...].prefix(500)
      try await write { tables in for element in batch { try body(tables, element) } }
    }
  }
}
