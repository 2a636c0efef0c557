import Contracts
import Databases
import MessageBus
import OrderedJSON

/// Looks up one entry in the memory tier and the store, and fetches it according to ``CacheDecision``.
struct Lookup: Sendable {
  let fetcher: Fetcher
  let flights: SingleFlight<StoreKey, Fetcher.Outcome>
  /// The fetches for requests with `no-store`, whose replies are not stored.
  let unstoredFlights: SingleFlight<StoreKey, Fetcher.Outcome>
  let failures: FailureBackoff
  let revalidations: RevalidationQueue

  private var tier: MemoryTier { fetcher.tier }
  private var clock: WallClock { fetcher.clock }

  func find(_ key: CacheKey, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    await find(key, stored: await entry(for: key), validation, caller)
  }

  /// Returns the result for `stored`, the entry of ``entry(for:)`` or ``entryInMemory(for:)``, after a fetch if one is needed.
  func find(_ key: CacheKey, stored: CacheEntry?, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    switch result(for: key, stored: stored, validation, caller) {
    case .ready(let result): return result
    case .needsFetch(let reason):
      caller.releaseCredit()
      let storeKey = StoreKey(key, of: await knownOrigin(caller))
      return await fetch(storeKey, stored, reason, mayStore: !validation.noStore, caller)
    }
  }

  /// The current origin. If it is unknown, asks the fetch service first: entries belong to an origin, so a record fetched
  /// for an unknown origin would have to be fetched again once the origin is known.
  private func knownOrigin(_ caller: Caller) async -> OriginIdentity? {
    if let origin = tier.origin { return origin }
    return await fetcher.origins.refresh(within: caller.remaining) ?? tier.origin
  }

  /// A result without a fetch, or the reason why a fetch is needed.
  enum Readiness {
    case ready(LookupResult)
    case needsFetch(CacheDecision.Reason)
  }

  /// Returns the result for `stored` if it needs no fetch. An entry that may be served stale is revalidated in the background.
  func result(for key: CacheKey, stored: CacheEntry?, _ validation: Validation, _ caller: Caller) -> Readiness {
    let now = clock()
    switch (CacheDecision(for: validation, stored: stored, at: now), stored) {
    case (.serve, let entry?):
      let detail: CacheStatus.Detail? =
        entry.freshness.isFresh(at: now) ? nil : entry.freshness.satisfies(validation, at: now) ? .maxStale : .onlyIfCached
      return .ready(.entry(entry, .hit(timeToLive: entry.freshness.timeToLive(at: now), detail: detail)))
    case (.serveWhileRevalidating, let entry?):
      revalidate(key, entry, caller)
      return .ready(.entry(entry, .hit(timeToLive: entry.freshness.timeToLive(at: now), detail: .staleWhileRevalidate)))
    case (.fetch(let reason), _):
      let storeKey = StoreKey(key, of: tier.origin)
      guard let failure = failures.failure(for: storeKey, isForced: validation.revalidate, at: now) else { return .needsFetch(reason) }
      return .ready(fallback(stored, for: failure.problem, key, .hit(timeToLive: failure.timeToLive, detail: .failedRecently)))
    case (.refuse, _), (_, nil):
      return .ready(.problem(.notCached(key), .local(.onlyIfCached)))
    }
  }

  /// Returns the entry of the memory tier, fresh or stale; `nil` if the store must be read.
  func entryInMemory(for key: CacheKey) -> CacheEntry? { tier.entry(for: key, at: clock()) }

  /// Returns the stored entry, fresh or stale, without fetching.
  func entry(for key: CacheKey) async -> CacheEntry? {
    if let entry = entryInMemory(for: key) { return entry }
    guard !key.isDerived else { return nil }
    _ = await fetcher.origins.current()
    let (origin, epoch) = tier.originAndEpoch
    do throws(StorageError) {
      guard let entry = try await fetcher.store.entry(for: key, of: origin) else { return nil }
      tier.insert(entry, for: key, readAt: epoch, now: clock())
      return entry
    } catch {
      fetcher.store.logFailure(error, about: key)
      return nil
    }
  }

  /// Fetches the entry, or joins the fetch of another request that allows, or forbids, storing as this one does.
  private func fetch(
    _ storeKey: StoreKey, _ stored: CacheEntry?, _ reason: CacheDecision.Reason, mayStore: Bool, _ caller: Caller
  ) async -> LookupResult {
    let flights = mayStore ? flights : unstoredFlights
    while true {
      let remaining = caller.remaining
      let work = fetchWork(storeKey, stored, mayStore: mayStore, caller, within: remaining)
      switch await flights.join(storeKey, within: remaining, for: caller.client, work: work) {
      case .finished(.fetched(let entry, let status, let isStored, let isFromOtherWorker), let isJoiner):
        return .entry(entry, .forwarded(reason, status: status, stored: isStored, collapsed: isJoiner || isFromOtherWorker))
      case .finished(.failed(let problem, let status), let isJoiner):
        // A fetch has the deadline of the request that started it; a request that joined may have more time.
        if isJoiner, problem.type == ProblemType.deadline, caller.remaining > .zero { continue }
        return fallback(
          stored, for: problem, storeKey.key, .forwarded(reason, status: status, stored: false, collapsed: isJoiner))
      case .gaveUp(let isJoiner):
        let problem = Problem.deadlinePassed(storeKey.key, detail: "the fetch is still in progress")
        return fallback(stored, for: problem, storeKey.key, .forwarded(reason, status: nil, stored: false, collapsed: isJoiner))
      case .full:
        return fallback(stored, for: .tooManyWaiters(storeKey.key), storeKey.key, .local(.overloaded))
      }
    }
  }

  /// Returns the stored entry, marked as stale-if-error, if it may be served instead of the failure; otherwise the failure.
  /// - Parameter status: the status of the failure.
  private func fallback(_ stored: CacheEntry?, for problem: Problem, _ key: CacheKey, _ status: CacheStatus) -> LookupResult {
    let now = clock()
    // The origin may have changed in the meantime.
    if let stored, stored.origin == nil || stored.origin == tier.origin, CacheDecision.mayServe(stored, insteadOf: problem, at: now) {
      let timeToLive = stored.freshness.timeToLive(at: now)
      let detail = CacheStatus.Detail.staleIfError(originStatus: problem.originError)
      // An entry served after the request was forwarded in vain is not a hit (RFC 9211 section 2.1).
      guard case .forwarded(let reason, let status, _, let collapsed, _, _) = status else {
        return .entry(stored, .hit(timeToLive: timeToLive, detail: detail))
      }
      return .entry(
        stored,
        .forwarded(reason, status: status, stored: false, collapsed: collapsed, timeToLive: timeToLive, detail: detail))
    }
    return .problem(problem.explained(for: key), status)
  }

  /// Revalidates an entry in the background when its turn comes, unless a fetch is in flight or the key is in backoff.
  func revalidate(_ key: CacheKey, _ entry: CacheEntry, _ caller: Caller) {
    let storeKey = StoreKey(key, of: entry.origin)
    guard failures.failure(for: storeKey, isForced: false, at: clock()) == nil else { return }
    revalidations.add(storeKey, entry, for: caller.client, work: fetchWork(storeKey, entry, mayStore: true, caller, within: .zero))
  }

  /// Returns the fetch shared by all waiting requests. Later callers may have longer deadlines, so the fetch outlives the first caller and
  /// still fills the cache.
  private func fetchWork(
    _ storeKey: StoreKey, _ stored: CacheEntry?, mayStore: Bool, _ caller: Caller, within limit: Duration
  ) -> @Sendable () async -> Fetcher.Outcome {
    let (limit, client) = (max(limit, fetcher.settings.fetchTimeout), caller.client)
    return {
      let outcome = await fetcher.fetch(storeKey.key, stored: stored, for: client, mayStore: mayStore, within: limit)
      switch outcome {
      case .fetched: failures.clear(storeKey)
      case .failed(let problem, _): failures.record(problem, for: storeKey, at: clock())
      }
      return outcome
    }
  }
}

extension Problem {
  fileprivate static func notCached(_ key: CacheKey) -> Problem {
    Problem(
      504, "not cached", detail: "\(key.subject) is not cached, and the request does not allow a fetch", type: ProblemType.notCached,
      extensions: ["subject": .string(key.resource)])
  }

  fileprivate static func tooManyWaiters(_ key: CacheKey) -> Problem {
    Problem(
      503, "too many requests are waiting",
      detail: "\(key.subject) is not cached, and too many requests are waiting for the origin; try again later",
      type: ProblemType.overloaded, retryAfter: 1
    ).because(.cacheBusy, of: key.resource)
  }

  /// Explains a missing fetcher: nothing is cached, so a fetcher must be started.
  fileprivate func explained(for key: CacheKey) -> Problem {
    guard type == ProblemType.noWorker else { return self }
    var problem = self
    problem.title = "no fetcher is attached"
    problem.detail = "\(key.subject) is not cached, and no fetcher is attached; start one with \(ServiceName.fetch.executable)"
    return problem.because(.noFetcher, of: key.resource)
  }
}
