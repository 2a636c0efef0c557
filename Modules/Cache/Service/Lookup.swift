import Contracts
import Logging
import MessageBus

/// Finds one entry: in the memory tier, in the store, or by way of a fetch, as ``Decision`` says.
struct Lookup: Sendable {
  let fetcher: Fetcher
  let flights = Flights<CacheKey, Fetcher.Outcome>()
  let pauses = Pauses()

  private var tier: MemoryTier { fetcher.tier }
  private var clock: WallClock { fetcher.clock }

  func find(_ key: CacheKey, _ validation: Validation, _ patience: Patience) async -> Found {
    let stored = await entry(for: key)
    let now = clock()
    switch (Decision(stored: stored, asked: validation, at: now), stored) {
    case (.serve, let entry?):
      let isFresh = entry.freshness.isFresh(at: now)
      return .entry(entry, .hit(timeToLive: entry.freshness.timeToLive(at: now), detail: isFresh ? nil : .onlyIfCached))
    case (.serveWhileRevalidating, let entry?):
      revalidate(key, entry)
      return .entry(entry, .hit(timeToLive: entry.freshness.timeToLive(at: now), detail: .staleWhileRevalidate))
    case (.fetch(let reason), _): return await fetch(key, stored, reason, patience)
    case (.refuse, _), (_, nil):
      return .problem(.notStored(key), .forwarded(.miss, status: 504, stored: false, collapsed: false))
    }
  }

  /// The entry that is stored, fresh or not, without asking anybody.
  func entry(for key: CacheKey) async -> CacheEntry? {
    if let entry = tier.entry(for: key, at: clock()) { return entry }
    guard !key.isDerived else { return nil }
    let epoch = tier.epoch
    do throws(CacheError) {
      guard let entry = try await fetcher.store.entry(for: key) else { return nil }
      tier.keep(entry, for: key, readAt: epoch, now: clock())
      return entry
    } catch {
      fetcher.logger.error("The cache store failed; answers go on without it", metadata: ["key": "\(key)", "reason": "\(error.message)"])
      return nil
    }
  }

  private func fetch(_ key: CacheKey, _ stored: CacheEntry?, _ reason: Decision.Reason, _ patience: Patience) async -> Found {
    let left = patience.left
    // Others may wait longer than whoever comes first; what is learnt too late for this caller is there for the next.
    let limit = max(left, fetcher.settings.patience)
    let (outcome, isJoiner) = await flights.join(key, within: left) { await fetcher.fetch(key, seen: stored, within: limit) }
    switch outcome {
    case .learnt(let entry, let status, let isStored, let isElsewhere):
      return .entry(entry, .forwarded(reason, status: status, stored: isStored, collapsed: isJoiner || isElsewhere))
    case .failed(let problem):
      return standIn(stored, for: problem, key, .forwarded(reason, status: problem.status, stored: false, collapsed: isJoiner))
    case nil:
      let problem = Problem.tooLate(key, detail: "it is still being fetched")
      return standIn(stored, for: problem, key, .forwarded(reason, status: nil, stored: false, collapsed: isJoiner))
    }
  }

  /// The stored entry where it may stand in for what failed, and says so; else the failure.
  private func standIn(_ stored: CacheEntry?, for problem: Problem, _ key: CacheKey, _ status: CacheStatus) -> Found {
    let now = clock()
    if let stored, Decision.mayServe(stored, insteadOf: problem.status, at: now) {
      return .entry(stored, .hit(timeToLive: stored.freshness.timeToLive(at: now), detail: .staleIfError))
    }
    return .problem(problem.asSeenFromCache(key), status)
  }

  /// Asks the origin behind the caller's back. What is in flight already, or failed a moment ago, is left alone.
  private func revalidate(_ key: CacheKey, _ entry: CacheEntry) {
    guard !pauses.contains(key, at: clock()) else { return }
    let settings = fetcher.settings
    flights.begin(key) {
      let outcome = await fetcher.fetch(key, seen: entry, within: settings.patience)
      if case .failed(let problem) = outcome {
        let pause = problem.retryAfter.map { max(.seconds($0), settings.pauseAfterFailure) } ?? settings.pauseAfterFailure
        pauses.insert(key, until: clock() + pause, now: clock())
      }
      return outcome
    }
  }
}

extension Problem {
  fileprivate static func notStored(_ key: CacheKey) -> Problem {
    Problem(504, "not cached", detail: "\(key.subject) is not cached, and the request forbids to fetch it", type: Kind.notCached)
  }

  /// A missing fetcher concerns the caller only because nothing is cached: the message says both, and what to do.
  fileprivate func asSeenFromCache(_ key: CacheKey) -> Problem {
    guard type == Kind.noWorker else { return self }
    var problem = self
    problem.title = "no fetcher is attached"
    problem.detail = "\(key.subject) is not cached and no fetcher is attached: start one with \(ServiceName.fetch.executable)"
    return problem
  }
}
