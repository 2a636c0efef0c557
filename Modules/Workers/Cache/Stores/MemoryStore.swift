public import Contracts
public import Logging
import Models
import Synchronization

/// A store in the memory of the process, for tests, benchmarks and machines without a disk.
public final class MemoryStore: CacheStore {
  public static let name = "memory"
  public static let usageHint = "memory"

  private struct State {
    var table: Table
    var leases: [StoreKey: Lease] = [:]
    var origin: OriginIdentity?
  }

  private struct Table: EntryTable {
    var entries: LRUTable<StoreKey, CacheEntry>
    var evicted = 0
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
  }

  private let state: Mutex<State>

  public init(limits: StoreLimits = .memory) { state = Mutex(State(table: Table(entries: LRUTable(limits: limits)))) }

  public static func accepts(_ argument: String) -> Bool { argument == name }

  public static func open(_ argument: String, limits: StoreLimits, logger: Logger) -> MemoryStore { MemoryStore(limits: limits) }

  public var location: String { "the memory of this process" }

  public var limits: StoreLimits { state.withLock { $0.table.entries.limits } }

  public func entry(for key: CacheKey, of origin: OriginIdentity?) -> CacheEntry? {
    state.withLock { $0.table.entry(key, of: origin) }
  }

  public func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime, isRetry: Bool
  ) -> LeaseDecision {
    state.withLock { state in
      let stored = state.table.entry(key.key, of: key.origin)
      let decision = LeaseDecision(
        of: attempt, by: holder, stored: stored, lease: state.leases[key], now: now, hasEnded: HolderProcess.hasEnded)
      if decision == .granted { state.leases[key] = Lease(holder: holder, since: now, until: until) }
      return decision
    }
  }

  public func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) {
    state.withLock { state in
      for key in keys where state.leases[key]?.holder == holder && state.leases[key]?.failure == nil {
        state.leases[key] = Lease(holder: holder, since: now, until: until)
      }
    }
  }

  public func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) -> CommitResult {
    state.withLock { state in
      let isHeld = state.leases[key]?.holder == holder
      switch outcome {
      case .failure(let problem):
        if isHeld { state.leases[key]?.failure = Lease.Failure(problem: problem, at: now) }
        return CommitResult(usage: state.table.entries.usage)
      case .writes(let writes):
        if isHeld { state.leases[key] = nil }
        state.table.evicted = 0
        let changes = state.table.write(writes, now: now)
        return CommitResult(changes: changes, evicted: state.table.evicted, usage: state.table.entries.usage)
      }
    }
  }

  public func pruneLeases(now: WallTime) {
    state.withLock { state in state.leases = state.leases.filter { !$0.value.isExpired(at: now) } }
  }

  public func touch(_ keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) {
    state.withLock { state in
      for key in keys { state.table.entries.use(StoreKey(key, of: origin)) { _ in } }
    }
  }

  public func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) -> Int {
    state.withLock { state in
      let keys = Array(state.table.entries.keys.lazy.filter { scope.covers($0.key) }.prefix(limit))
      for key in keys { state.table.entries.remove(key) }
      return keys.count
    }
  }

  public func scan(after position: Int64, repairs: Bool) -> StoreScan {
    state.withLock { state in
      var (scan, bytes) = (StoreScan(), 0)
      for (index, key, entry) in state.table.entries.entries(from: Int(clamping: position)) {
        scan.checked += 1
        scan.next = Int64(index) + 1
        bytes += entry.storedSize(under: key.key)
        if state.table.entry(key.key, of: key.origin) == nil { scan.incomplete += 1 }
        scan.rows.append(.init(key: key.key, entry: entry))
        if scan.isFull(bytes) { break }
      }
      if !scan.isFull(bytes) { scan.next = nil }
      scan.total = state.table.entries.usage.entries
      return scan
    }
  }

  public func lastOrigin() -> OriginIdentity? { state.withLock { $0.origin } }

  public func setLastOrigin(_ origin: OriginIdentity) { state.withLock { $0.origin = origin } }

  public func usage() -> StoreUsage { state.withLock { $0.table.entries.usage } }

  public func close() {}
}
