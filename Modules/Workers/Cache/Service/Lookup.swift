import Contracts
import MessageBus

/// Finds one entry: in the memory tier, in the store, or by way of a fetch, as ``Decision`` says.
struct Lookup: Sendable {
  let fetcher: Fetcher
  let flights: SingleFlight<StoreKey, Fetcher.Outcome>
  let failures: FailureMemory

  private var tier: MemoryTier { fetcher.tier }
  private var clock: WallClock { fetcher.clock }

  func find(_ key: CacheKey, _ validation: Validation, _ caller: Caller) async -> Found {
    let stored = await entry(for: key)
    let now = clock()
    switch (Decision(stored: stored, asked: validation, at: now), stored) {
    case (.serve, let entry?):
      let isFresh = entry.freshness.isFresh(at: now)
      return .entry(entry, .hit(timeToLive: entry.freshness.timeToLive(at: now), detail: isFresh ? nil : .onlyIfCached))
    case (.serveWhileRevalidating, let entry?):
      revalidate(key, entry, caller)
      return .entry(entry, .hit(timeToLive: entry.freshness.timeToLive(at: now), detail: .staleWhileRevalidate))
    case (.fetch(let reason), _):
      let place = StoreKey(key, of: tier.origin)
      if let failure = failures.failure(of: place, insists: validation.revalidate, at: now) {
        return standIn(stored, for: failure.problem, key, .hit(timeToLive: failure.timeToLive, detail: .failedRecently))
      }
      return await fetch(place, stored, reason, caller)
    case (.refuse, _), (_, nil):
      return .problem(.notStored(key), .forwarded(.miss, status: 504, stored: false, collapsed: false))
    }
  }

  /// The entry that is stored, fresh or not, without asking anybody.
  func entry(for key: CacheKey) async -> CacheEntry? {
    if let entry = tier.entry(for: key, at: clock()) { return entry }
    guard !key.isDerived else { return nil }
    _ = await fetcher.origins.current()
    let (origin, epoch) = tier.place
    do throws(CacheError) {
      guard let entry = try await fetcher.store.entry(for: key, of: origin) else { return nil }
      tier.keep(entry, for: key, readAt: epoch, now: clock())
      return entry
    } catch {
      fetcher.store.complain(error, about: key)
      return nil
    }
  }

  private func fetch(_ place: StoreKey, _ stored: CacheEntry?, _ reason: Decision.Reason, _ caller: Caller) async -> Found {
    caller.waits()
    while true {
      let left = caller.left
      switch await flights.join(place, within: left, for: caller.client, work: work(place, stored, caller, within: left)) {
      case .landed(.learnt(let entry, let status, let isStored, let isElsewhere), let isJoiner):
        return .entry(entry, .forwarded(reason, status: status, stored: isStored, collapsed: isJoiner || isElsewhere))
      case .landed(.failed(let problem), let isJoiner):
        // A fetch ends with the patience of whoever began it; who joined may have more.
        if isJoiner, problem.type == ProblemType.deadline, caller.left > .zero { continue }
        return standIn(
          stored, for: problem, place.key, .forwarded(reason, status: problem.status, stored: false, collapsed: isJoiner))
      case .gaveUp(let isJoiner):
        let problem = Problem.tooLate(place.key, detail: "it is still being fetched")
        return standIn(stored, for: problem, place.key, .forwarded(reason, status: nil, stored: false, collapsed: isJoiner))
      case .full:
        return standIn(stored, for: .full(place.key), place.key, .forwarded(reason, status: nil, stored: false, collapsed: false))
      }
    }
  }

  /// The stored entry where it may stand in for what failed, and says so; else the failure.
  private func standIn(_ stored: CacheEntry?, for problem: Problem, _ key: CacheKey, _ status: CacheStatus) -> Found {
    let now = clock()
    // The origin may be another one by now.
    if let stored, stored.origin == nil || stored.origin == tier.origin, Decision.mayServe(stored, insteadOf: problem.status, at: now) {
      return .entry(stored, .hit(timeToLive: stored.freshness.timeToLive(at: now), detail: .staleIfError))
    }
    return .problem(problem.asSeenFromCache(key), status)
  }

  /// Asks the origin behind the caller's back. What is in flight already, or failed a moment ago, is left alone.
  private func revalidate(_ key: CacheKey, _ entry: CacheEntry, _ caller: Caller) {
    let place = StoreKey(key, of: entry.origin)
    guard failures.failure(of: place, insists: false, at: clock()) == nil else { return }
    flights.begin(place, work: work(place, entry, caller, within: .zero))
  }

  /// One fetch for all who wait. Others may wait longer than whoever comes first, and what is learnt too late for this caller is there for
  /// the next.
  private func work(
    _ place: StoreKey, _ stored: CacheEntry?, _ caller: Caller, within limit: Duration
  ) -> @Sendable () async -> Fetcher.Outcome {
    let (limit, client) = (max(limit, fetcher.settings.patience), caller.client)
    return {
      let outcome = await fetcher.fetch(place.key, seen: stored, for: client, within: limit)
      switch outcome {
      case .learnt: failures.forget(place)
      case .failed(let problem): failures.note(problem, of: place, at: clock())
      }
      return outcome
    }
  }
}

extension Problem {
  fileprivate static func notStored(_ key: CacheKey) -> Problem {
    Problem(504, "not cached", detail: "\(key.subject) is not cached, and the request forbids to fetch it", type: ProblemType.notCached)
  }

  fileprivate static func full(_ key: CacheKey) -> Problem {
    Problem(
      503, "too many requests wait", detail: "\(key.subject) is not cached, and too many requests wait for the origin; ask again later",
      type: ProblemType.overloaded, retryAfter: 1)
  }

  /// A missing fetcher concerns the caller only because nothing is cached: the message says both, and what to do.
  fileprivate func asSeenFromCache(_ key: CacheKey) -> Problem {
    guard type == ProblemType.noWorker else { return self }
    var problem = self
    problem.title = "no fetcher is attached"
    problem.detail = "\(key.subject) is not cached and no fetcher is attached: start one with \(ServiceName.fetch.executable)"
    return problem
  }
}
