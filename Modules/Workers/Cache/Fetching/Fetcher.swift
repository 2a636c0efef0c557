import Contracts
import CoreMetrics
import MessageBus
import Models

/// Fetches one key for everybody: agrees through the store with the workers that share it who asks the origin, stores what came,
/// and tells those who want to know.
struct Fetcher: Sendable {
  enum Outcome: Sendable {
    /// `status`: what the fetch service answered. `isElsewhere`: another worker asked it.
    case learnt(CacheEntry, status: Int, isStored: Bool, isElsewhere: Bool)
    case failed(Problem)
  }

  /// How often a fetch begins anew because the fetch service asks another origin than it did.
  private static let mostOrigins = 3

  let source: any Source
  let store: StoreAccess
  let tier: MemoryTier
  let origins: OriginTracker
  let leases: LeaseKeeper
  let settings: CacheSettings
  let counters: CacheCounters
  let clock: WallClock
  /// This worker's name, for leases and events.
  let worker: String
  let announce: @Sendable (CacheEvent) -> Void

  /// Fetches `key` because `seen`, what is stored under it, was not good enough. Returns within `limit`, give or take a write to the store.
  ///
  /// `client`: on whose behalf, so that the fetch service shares itself fairly between clients (``ReplyParts/client``).
  func fetch(_ key: CacheKey, seen: CacheEntry?, for client: String, within limit: Duration) async -> Outcome {
    let end = ContinuousClock.now + limit
    var seen = seen
    var problem: Problem?
    for _ in 0..<Self.mostOrigins {
      let origin = tier.origin
      // What is stored of another origin is no answer of this one.
      if let stored = seen, stored.origin != origin { seen = nil }
      switch await fetch(StoreKey(key, of: origin), seen: seen, for: client, limit, end) {
      case .done(let outcome): return outcome
      case .misdirected(let misdirection):
        problem = misdirection
        guard let now = await origins.learn(), now != origin else { break }
        // This worker may have been here before: what it learnt of that origin is still stored.
        if let stored = try? await store.entry(for: key, of: now), stored.freshness.isFresh(at: clock()) {
          return .learnt(stored, status: stored.status, isStored: true, isElsewhere: true)
        }
      }
    }
    return .failed(problem.map { .undecided($0) } ?? .tooLate(key, detail: "the origin could not be found out"))
  }

  private enum Round {
    case done(Outcome)
    case misdirected(Problem)
  }

  private func fetch(_ key: StoreKey, seen: CacheEntry?, for client: String, _ limit: Duration, _ end: ContinuousClock.Instant) async
    -> Round
  {
    var attempt = Attempt(seen: seen, since: clock())
    // Waits grow from 2 ms to 25 ms: a fetch takes tens of milliseconds, and a look costs a read of one row. Where many wait for other
    // workers they look less often, so that all of them together read some thousand rows a second.
    var pause = Duration.milliseconds(2)
    var isRepeated = false
    defer { if isRepeated { leases.endWaiting() } }
    while true {
      let (term, asked) = (leases.term, ContinuousClock.now)
      switch await decide(key, for: attempt, term, isRepeated: isRepeated) {
      case .granted:
        leases.add(key, grantedFor: term, at: asked)
        defer { leases.remove(key) }
        return await ask(key, seen: attempt.seen, for: client, within: max(.zero, ContinuousClock.now.duration(to: end)))
      case .learnt(let entry):
        // The tier was behind the store, and the store behind the origin: begin again from there.
        guard entry.freshness.isFresh(at: clock()) else {
          attempt.seen = entry
          continue
        }
        tier.replace([(key.key, entry)], now: clock())
        return .done(.learnt(entry, status: entry.status, isStored: true, isElsewhere: true))
      case .failed(let problem): return .done(.failed(problem))
      case .taken:
        guard ContinuousClock.now + pause < end, (try? await Task.sleep(for: pause)) != nil else {
          return .done(.failed(.tooLate(key.key, detail: "another cache worker has been fetching it for \(limit)")))
        }
        if !isRepeated { leases.beginWaiting() }
        isRepeated = true
        pause = min(pause * 2, max(.milliseconds(25), leases.pollInterval))
      }
    }
  }

  private func decide(_ key: StoreKey, for attempt: Attempt, _ term: Duration, isRepeated: Bool) async -> LeaseDecision {
    let now = clock()
    do throws(CacheError) {
      return try await store.lease(key, by: worker, for: attempt, now: now, until: now + term, isRepeated: isRepeated)
    } catch {
      // One fetch too many is better than no answer.
      store.complain(error, about: key.key)
      return .granted
    }
  }

  private func ask(_ key: StoreKey, seen: CacheEntry?, for client: String, within limit: Duration) async -> Round {
    counters.fetches.increment()
    let asked = Verdict.Asked(key: key.key, seen: seen, at: clock(), origin: key.origin)
    let reply = await source.fetch(asked.request.onBehalf(of: client), within: limit)
    let verdict = Verdict(of: reply, to: asked, lifetimes: settings.lifetimes)
    if let origin = verdict.origin { await origins.note(origin, asked: key.origin) }
    let now = clock()
    switch verdict {
    case .misdirected(let problem):
      _ = await commit(key, .learnt([]), now)
      return .misdirected(problem)
    case .failed(let problem):
      counters.failures.increment()
      // That the time of this attempt passed is no failure of others.
      _ = await commit(key, problem.type == ProblemType.deadline ? .learnt([]) : .failed(problem), now)
      return .done(.failed(problem))
    case .passing(let entry):
      _ = await commit(key, .learnt([]), now)
      return .done(.learnt(entry, status: reply.status, isStored: false, isElsewhere: false))
    case .learnt(let writes):
      if reply.status == 304 { counters.revalidated.increment() }
      let result = await commit(key, .learnt(writes), now)
      // Without a store the memory tier still serves what it has room for.
      let entries = result?.changes.map { (key: $0.key, entry: $0.entry) } ?? writes.map { (key: $0.key, entry: $0.entry) }
      tier.replace(entries, now: now)
      counters.record(memory: tier.usage)
      tell(result)
      return .done(.learnt(entries[0].entry, status: reply.status, isStored: result != nil, isElsewhere: false))
    }
  }

  private func commit(_ key: StoreKey, _ outcome: Commit, _ now: WallTime) async -> CommitResult? {
    do throws(CacheError) {
      let result = try await store.commit(key, by: worker, with: outcome, now: now)
      counters.evictions.increment(by: result.evicted)
      counters.record(store: result.usage)
      return result
    } catch {
      store.complain(error, about: key.key)
      return nil
    }
  }

  private func tell(_ result: CommitResult?) {
    for (index, change) in (result?.changes ?? []).enumerated() where change.isNews || (index == 0 && change.entry.status < 400) {
      // Of what did not change only the answer itself is told, not each record of a page: its age is news to those who show it.
      announce(change.isNews ? .changed(change.key) : .confirmed(change.key))
    }
  }
}

extension Verdict.Asked {
  /// The question to the fetch service. Derived keys have none: they are made from others.
  var request: Request {
    let validators = seen?.validators
    let validation = Validation(entityTag: validators?.entityTag, modifiedSince: validators?.lastModified)
    var request =
      switch key {
      case .record(let reference): RecordRequest(reference, validation: validation).request
      case .page(let page): ListRequest(page.kind, .page(page.number), search: page.search, validation: validation).request
      case .kinds: KindsRequest().request
      }
    request.fields[OriginIdentity.field] = origin?.text
    return request
  }
}

extension Verdict {
  /// The origin that an answer is from.
  fileprivate var origin: OriginIdentity? {
    switch self {
    case .learnt(let writes): writes.first?.entry.origin
    case .passing(let entry): entry.origin
    case .failed, .misdirected: nil
    }
  }
}

extension Problem {
  static func tooLate(_ key: CacheKey, detail: String) -> Problem {
    Problem(504, "the deadline passed", detail: "\(key.subject) is not there yet: \(detail); ask again", type: ProblemType.deadline)
  }

  /// Fetchers of two origins answer by turns.
  fileprivate static func undecided(_ misdirection: Problem) -> Problem {
    Problem(
      503, "fetchers ask different origins", detail: "\(misdirection.detail ?? misdirection.title); stop one of the fetchers",
      type: misdirection.type, extensions: misdirection.extensions)
  }
}
