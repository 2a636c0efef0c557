public import Contracts
public import Logging
import Synchronization

/// Keeps entries in this process and nowhere else: for tests, for nodes without a disk, and to measure.
public final class MemoryStore: CacheStore {
  public static let name = "memory"
  public static let usage = "memory"

  private struct State {
    var entries: LRUTable<CacheKey, CacheEntry>
    var holdings: [CacheKey: Holding] = [:]

    var usage: StoreUsage { StoreUsage(entries: entries.count, bytes: entries.bytes) }
  }

  private let state: Mutex<State>

  public init(limits: StoreLimits = .memory) { state = Mutex(State(entries: LRUTable(limits: limits))) }

  public static func accepts(_ argument: String) -> Bool { argument == name }

  public static func open(_ argument: String, limits: StoreLimits, logger: Logger) -> MemoryStore { MemoryStore(limits: limits) }

  public var location: String { "the memory of this process" }

  public func entry(for key: CacheKey) -> CacheEntry? { state.withLock { $0.entries.peek(key) } }

  public func claim(_ key: CacheKey, by holder: String, for attempt: Attempt, now: WallTime, until: WallTime) -> Claim {
    state.withLock { state in
      let claim = Claim(of: attempt, stored: state.entries.peek(key), holding: state.holdings[key], now: now)
      guard claim == .granted else { return claim }
      state.holdings[key] = Holding(holder: holder, until: until)
      return claim
    }
  }

  public func renew(claimsOf holder: String, until: WallTime) {
    state.withLock { state in
      for (key, holding) in state.holdings where holding.holder == holder && holding.failure == nil {
        state.holdings[key]?.until = until
      }
    }
  }

  public func settle(_ key: CacheKey, by holder: String, with outcome: Settlement, now: WallTime) -> Settled {
    state.withLock { state in
      let isHeld = state.holdings[key]?.holder == holder
      var settled = Settled(usage: state.usage)
      switch outcome {
      case .failed(let problem):
        if isHeld { state.holdings[key]?.failure = Holding.Failure(problem: problem, at: now) }
      case .learnt(let deposits):
        if isHeld { state.holdings[key] = nil }
        for deposit in deposits {
          let (entry, isNews) = deposit.entry.replacing(state.entries.peek(deposit.key))
          settled.evicted += state.entries.insert(entry, for: deposit.key, size: entry.size)
          settled.changes.append(.init(deposit.key, entry, isNews: isNews))
        }
        settled.usage = state.usage
      }
      state.holdings = state.holdings.filter { now < $0.value.until + Holding.remembered }
      return settled
    }
  }

  public func touch(_ keys: [CacheKey], now: WallTime) {
    state.withLock { state in
      for key in keys { _ = state.entries.use(key) { _ in } }
    }
  }

  public func purge(_ scope: PurgeRequest.Scope) -> Int {
    state.withLock { state in
      let doomed = state.entries.keys.filter { scope.covers($0) }
      for key in doomed { state.entries.remove(key) }
      return doomed.count
    }
  }

  public func usage() -> StoreUsage { state.withLock { $0.usage } }

  public func close() {}
}
