import Contracts
import Databases
import MessageBus
import OrderedJSON

/// Looks up one entry in the memory tier and the store, and fetches it according to ``CacheDecision``.
struct Lookup: Sendable {
  /// A result without a fetch, or the reason why a fetch is needed.
  enum Readiness {
    case ready(LookupResult)
    case needsFetch(CacheStatus.Reason)
  }

  /// Number of revalidations that run in the background at once, so that they do not delay fetches for which somebody waits. Further entries are
  /// revalidated when they are requested again.
  static let revalidationLimit = 16

  let context: CacheContext
  let origins: OriginTracker
  let flights: SingleFlight<Flight, LookupResult>
  let failures: FailureBackoff
  let leases = HeldLeases()

  private var tier: MemoryTier { context.tier }
  private var clock: WallClock { context.clock }

  init(_ context: CacheContext) {
    self.context = context
    failures = FailureBackoff(maxDelay: context.settings.maxBackoff)
    origins = OriginTracker(context, onChange: failures.clearAll)
    flights = SingleFlight(waiterLimit: context.settings.waiterLimit)
  }

  func find(_ key: CacheKey, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    await find(key, stored: await entry(for: key), validation, caller)
  }

  /// Returns the result for `stored`, the entry of ``entry(for:)`` or ``entryInMemory(for:)``, after a fetch if one is needed.
  func find(_ key: CacheKey, stored: CacheEntry?, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    switch result(for: key, stored: stored, validation, caller) {
    case .ready(let result): return result
    case .needsFetch(let reason):
      caller.releaseCredit()
      // Entries belong to an origin: a record fetched for an unknown origin would have to be fetched again once the origin is known.
      var origin = tier.origin
      if origin == nil { origin = await origins.refresh(within: caller.remaining) ?? tier.origin }
      return await join(Flight(key: StoreKey(key, of: origin), mayStore: !validation.noStore), stored, reason, caller)
    }
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
  func entry(for key: CacheKey) async -> CacheEntry? { await entries(for: [key])[key] }

  /// Returns the stored entries, fresh or stale, without fetching. Reads those that are not in memory in one operation of the store; if that fails,
  /// also entries in memory that should be read again.
  func entries(for keys: [CacheKey]) async -> [CacheKey: CacheEntry] {
    var entries: [CacheKey: CacheEntry] = [:]
    for key in keys { entries[key] = entryInMemory(for: key) }
    let unread = keys.filter { entries[$0] == nil && !$0.isDerived }
    guard let first = unread.first else { return entries }
    _ = await origins.current()
    let (origin, epoch) = tier.originAndEpoch
    do throws(StorageError) {
      let stored = try await context.store.entries(for: unread, of: origin)
      for (key, entry) in stored { tier.insert(entry, for: key, readAt: epoch, now: clock()) }
      entries.merge(stored) { $1 }
      context.noteStoreSuccess()
    } catch {
      context.logFailure(error, about: "\(first)")
      for key in unread { entries[key] = tier.uncheckedEntry(for: key) }
    }
    return entries
  }

  /// Fetches the entry, or joins the fetch of another request.
  private func join(_ flight: Flight, _ stored: CacheEntry?, _ reason: CacheStatus.Reason, _ caller: Caller) async -> LookupResult {
    let key = flight.key.key
    while true {
      let (remaining, client) = (caller.remaining, caller.client)
      // Later callers may have longer deadlines, so the fetch outlives the first caller and still fills the cache.
      let limit = max(remaining, context.settings.fetchTimeout)
      let result = await flights.join(flight, within: remaining, for: client) {
        await fetch(flight, stored: stored, for: client, within: limit)
      }
      switch result {
      case .finished(.entry(let entry, let status), let isJoiner): return .entry(entry, status.forwarded(reason, collapsed: isJoiner))
      case .finished(.problem(let problem, let status), let isJoiner):
        // A fetch has the deadline of the request that started it; a request that joined may have more time.
        if isJoiner, problem.type == ProblemType.deadline, caller.remaining > .zero { continue }
        return fallback(stored, for: problem, key, status.forwarded(reason, collapsed: isJoiner))
      case .gaveUp(let isJoiner):
        let problem = Problem.deadlinePassed(key, detail: "the fetch is still in progress")
        return fallback(stored, for: problem, key, CacheStatus.fetched().forwarded(reason, collapsed: isJoiner))
      case .full:
        return fallback(stored, for: .tooManyWaiters(key), key, .local(.overloaded))
      }
    }
  }

  /// Returns the stored entry, marked as stale-if-error, if it may be served instead of the failure; otherwise the failure.
  /// - Parameter status: the status of the failure.
  private func fallback(_ stored: CacheEntry?, for problem: Problem, _ key: CacheKey, _ status: CacheStatus) -> LookupResult {
    let now = clock()
    // The origin may have changed in the meantime.
    guard let stored, stored.origin == nil || stored.origin == tier.origin, CacheDecision.mayServe(stored, insteadOf: problem, at: now)
    else { return .problem(problem.explained(for: key), status) }
    let detail = CacheStatus.Detail.staleIfError(originStatus: problem.originError)
    return .entry(stored, status.serving(timeToLive: stored.freshness.timeToLive(at: now), detail: detail))
  }

  /// Revalidates an entry in the background, unless the key is in backoff, a fetch of it is in flight, or too many revalidations are.
  func revalidate(_ key: CacheKey, _ entry: CacheEntry, _ caller: Caller) {
    let flight = Flight(key: StoreKey(key, of: entry.origin))
    guard failures.failure(for: flight.key, isForced: false, at: clock()) == nil else { return }
    flights.startInBackground(flight, atMost: Self.revalidationLimit) { [client = caller.client] in
      await fetch(flight, stored: entry, for: client, within: context.settings.fetchTimeout)
    }
  }

  /// Cancels fetches in flight and waits until they have ended.
  func close() async {
    await origins.close()
    await flights.close()
  }
}

/// The result of a lookup or a fetch, before it is converted to a reply.
enum LookupResult: Sendable {
  case entry(CacheEntry, CacheStatus)
  case problem(Problem, CacheStatus)

  var status: CacheStatus {
    switch self {
    case .entry(_, let status), .problem(_, let status): status
    }
  }

  /// Returns the reply to a request for `key`. `origin`, the current one, is for problems; an entry has its own.
  func reply(for key: CacheKey?, unless condition: Validation, from origin: OriginIdentity?, at now: WallTime) -> Reply {
    switch self {
    case .entry(let entry, let status): return entry.reply(status.field(for: key), unless: condition, at: now)
    case .problem(let problem, let status):
      var reply = Reply(problem)
      reply.fields["cache-status"] = status.field(for: key)
      reply.fields[OriginIdentity.field] = origin?.text
      return reply
    }
  }
}

/// The client that sent a request, and the time left to answer it.
struct Caller: Sendable {
  private var end: ContinuousClock.Instant
  private let parts: ReplyParts

  /// Sets the limit to slightly less than the deadline (by a tenth, at most 100 ms), so that a stale answer or an error still arrives in
  /// time.
  init(_ parts: ReplyParts, deadline: Duration?, default timeout: Duration) {
    end = .now + (deadline.map { $0 - min($0 / 10, .milliseconds(100)) } ?? timeout)
    self.parts = parts
  }

  /// The time left; never negative.
  var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// The same caller with half of the time left, for a request without which the answer can be made as well.
  var withHalfTheTime: Caller {
    var caller = self
    caller.end = .now + remaining / 2
    return caller
  }

  /// The client's name, for requests made on its behalf.
  var client: String { parts.client }

  /// Returns the request's credit, so that requests waiting for a fetch do not prevent the worker from accepting others.
  func releaseCredit() { parts.releaseCredit() }
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
