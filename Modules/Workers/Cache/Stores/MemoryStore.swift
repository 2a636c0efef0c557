public import Contracts
public import Logging
import Models
import Synchronization

/// A store in the memory of the process, for tests, benchmarks and machines without a disk.
public final class MemoryStore: CacheStore {
  public static let name = "memory"
  public static let usageHint = "memory"

  private struct Table: EntryTable {
    var entries: LRUTable<StoreKey, CacheEntry>
    var evicted = 0
    var leases: [StoreKey: Lease] = [:]
    var origin: OriginIdentity?

    var maxEntrySize: Int { entries.limits.bytes }

    func row(_ key: CacheKey, of origin: OriginIdentity?) -> CacheEntry? { entries.peek(StoreKey(key, of: origin)) }

    func records(_ order: PageOrder, of origin: OriginIdentity?) -> [Int: CacheEntry] {
      order.references.reduce(into: [:]) { $0[$1.id] = row(.record($1), of: origin) }
    }

    mutating func put(_ entry: CacheEntry, for key: CacheKey, now: WallTime) {
      var row = entry
      if row.page != nil { row.body = [] }
      evicted += entries.insert(row, for: StoreKey(key, of: entry.origin), size: entry.storedSize(under: key)).count
    }

    mutating func remove(_ key: CacheKey, of origin: OriginIdentity?) { entries.remove(StoreKey(key, of: origin)) }
    func lease(_ key: StoreKey) -> Lease? { leases[key] }
    mutating func setLease(_ lease: Lease?, for key: StoreKey) { leases[key] = lease }

    mutating func evict(after written: Int) -> Int {
      defer { evicted = 0 }
      return evicted
    }

    func usage() -> StoreUsage { entries.usage }
  }

  private let table: Mutex<Table>

  public init(limits: StoreLimits = .memory) { table = Mutex(Table(entries: LRUTable(limits: limits))) }

  public static func accepts(_ argument: String) -> Bool { argument == name }

  public static func open(_ argument: String, limits: StoreLimits, logger: Logger) -> MemoryStore { MemoryStore(limits: limits) }

  public var location: String { "the memory of this process" }

  public var limits: StoreLimits { table.withLock { $0.entries.limits } }

  public func entry(for key: CacheKey, of origin: OriginIdentity?) -> CacheEntry? { table.withLock { $0.entry(key, of: origin) } }

  public func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime, isRetry: Bool
  ) -> LeaseDecision { table.withLock { $0.lease(key, by: holder, for: attempt, now: now, until: until) } }

  public func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) {
    table.withLock { $0.renew(keys, by: holder, now: now, until: until) }
  }

  public func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) -> CommitResult {
    table.withLock { $0.commit(key, by: holder, with: outcome, now: now) }
  }

  public func pruneLeases(now: WallTime) {
    table.withLock { table in table.leases = table.leases.filter { !$0.value.isExpired(at: now) } }
  }

  public func touch(_ keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) {
    table.withLock { table in
      for key in keys { table.entries.use(StoreKey(key, of: origin)) { _ in } }
    }
  }

  public func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) -> Int {
    table.withLock { table in
      let keys = Array(table.entries.keys.lazy.filter { scope.covers($0.key) }.prefix(limit))
      for key in keys { table.entries.remove(key) }
      return keys.count
    }
  }

  public func scan(after position: Int64, repairs: Bool) -> StoreScan {
    table.withLock { table in
      var (scan, bytes) = (StoreScan(), 0)
      for (index, key, entry) in table.entries.entries(from: Int(clamping: position)) {
        scan.checked += 1
        scan.next = Int64(index) + 1
        bytes += entry.storedSize(under: key.key)
        if table.entry(key.key, of: key.origin) == nil { scan.incomplete += 1 }
        scan.rows.append(.init(key: key.key, entry: entry))
        if scan.isFull(bytes) { break }
      }
      if !scan.isFull(bytes) { scan.next = nil }
      scan.total = table.entries.count
      return scan
    }
  }

  public func lastOrigin() -> OriginIdentity? { table.withLock { $0.origin } }
  public func setLastOrigin(_ origin: OriginIdentity) { table.withLock { $0.origin = origin } }
  public func usage() -> StoreUsage { table.withLock { $0.usage() } }
  public func close() {}
}
