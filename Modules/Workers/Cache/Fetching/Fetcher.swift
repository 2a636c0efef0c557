import Contracts
import CoreMetrics
import Databases
import MessageBus
import Models
import Synchronization

/// The key of a fetch in flight: requests share a fetch if all of them allow, or all of them forbid, storing its reply.
struct Flight: Sendable, Hashable {
  let key: StoreKey
  var mayStore = true
}

/// Fetching: acquires a lease from the store, so that only one of the workers sharing the store asks the origin, stores the reply and publishes the
/// changes.
extension Lookup {
  /// A fetch in progress.
  private struct Job {
    /// The client that the fetch is for, so that the fetch service can be fair to all clients (``ReplyParts/client``).
    let client: String
    let mayStore: Bool
    let limit: Duration
    let end: ContinuousClock.Instant
  }

  /// Thrown if the fetch service uses another origin than the request named.
  private struct Misdirection: Error {
    let problem: Problem
  }

  /// Number of times a fetch is attempted if the fetch service changes its origin.
  private static let attemptLimit = 3

  /// Fetches the entry of a flight, for which `stored` was not sufficient, and records whether the origin failed. Returns within `limit`, plus the
  /// time of a write to the store.
  func fetch(_ flight: Flight, stored: CacheEntry?, for client: String, within limit: Duration) async -> LookupResult {
    let job = Job(client: client, mayStore: flight.mayStore, limit: limit, end: .now + limit)
    let result = await fetch(flight.key.key, stored: stored, job)
    switch result {
    case .entry: failures.clear(flight.key)
    case .problem(let problem, _): failures.record(problem, for: flight.key, at: context.clock())
    }
    return result
  }

  private func fetch(_ key: CacheKey, stored: CacheEntry?, _ job: Job) async -> LookupResult {
    var attempts = 0
    while true {
      let origin = context.tier.origin
      do throws(Misdirection) {
        // An entry of another origin cannot be revalidated with this one.
        return try await fetch(StoreKey(key, of: origin), stored: stored?.origin == origin ? stored : nil, job)
      } catch {
        attempts += 1
        let current = await origins.refresh()
        guard let current, attempts < Self.attemptLimit else {
          return .problem(.conflictingOrigins(error.problem), .fetched(status: error.problem.status))
        }
        // Another fetcher uses the requested origin, and may get the next attempt. The store may hold a fresh entry from an earlier use of another.
        if current != origin, let known = try? await context.store.entry(for: key, of: current),
          known.freshness.isFresh(at: context.clock())
        {
          return .entry(known, .fetched(status: known.status, stored: true, collapsed: true))
        }
      }
    }
  }

  private func fetch(_ key: StoreKey, stored: CacheEntry?, _ job: Job) async throws(Misdirection) -> LookupResult {
    var stored = stored
    // The poll interval grows from 2 ms to 25 ms: a fetch takes tens of milliseconds, and a poll reads one row. When many fetches wait for
    // other workers, they poll less often, so that together they read a few thousand rows per second.
    var pollInterval = Duration.milliseconds(2)
    var isRetry = false
    defer { if isRetry { leases.waiting.subtract(1, ordering: .relaxed) } }
    while true {
      switch await requestLease(of: key, known: stored, isRetry: isRetry) {
      case .granted(let lease):
        leases.hold(key, lease, for: context)
        defer { leases.release(key) }
        return try await ask(key, under: lease, stored: stored, job)
      case nil: return try await ask(key, under: nil, stored: stored, job)
      case .stored(let entry):
        // The store has a newer entry than the memory tier, but a stale one: revalidate that entry instead.
        guard entry.freshness.isFresh(at: context.clock()) else {
          stored = entry
          continue
        }
        context.tier.replace([(key.key, entry)], now: context.clock())
        return .entry(entry, .fetched(status: entry.status, stored: true, collapsed: true))
      case .taken:
        guard ContinuousClock.now + pollInterval < job.end, (try? await Task.sleep(for: pollInterval)) != nil else {
          return .problem(.deadlinePassed(key.key, detail: "another cache worker has been fetching it for \(job.limit)"), .fetched())
        }
        if !isRetry { leases.waiting.add(1, ordering: .relaxed) }
        isRetry = true
        pollInterval = min(pollInterval * 2, max(.milliseconds(25), .microseconds(250) * leases.waiting.load(ordering: .relaxed)))
      }
    }
  }

  /// Returns `nil` if the store failed: a redundant fetch is better than no answer.
  private func requestLease(of key: StoreKey, known: CacheEntry?, isRetry: Bool) async -> LeaseDecision? {
    do throws(StorageError) {
      return try await context.store.lease(
        key, by: context.worker, known: known, now: context.clock(), term: context.settings.leaseTerm, isRetry: isRetry)
    } catch {
      context.logFailure(error, about: "\(key.key)")
      return nil
    }
  }

  private func ask(_ key: StoreKey, under lease: Lease?, stored: CacheEntry?, _ job: Job) async throws(Misdirection) -> LookupResult {
    let metrics = context.metrics
    metrics.fetches.increment()
    let sent = FetchedReply.SentRequest(
      key: key.key, stored: stored, sentAt: context.clock(), origin: key.origin, mayStore: job.mayStore)
    let reply = await context.services.reply(
      of: .fetch, to: sent.request.onBehalf(of: job.client), within: max(.zero, ContinuousClock.now.duration(to: job.end)))
    let fetched = FetchedReply(reply, to: sent, lifetimes: context.settings.lifetimes)
    if let origin = fetched.origin { await origins.observe(origin, requested: key.origin) }
    switch fetched {
    case .misdirected(let problem):
      _ = await commit(key, under: lease, [])
      throw Misdirection(problem: problem)
    case .failed(let problem):
      metrics.failures.increment()
      _ = await commit(key, under: lease, [])
      return .problem(problem, .fetched(status: reply.statusOfFetchService))
    case .unconfirmed: return try await ask(key, under: lease, stored: nil, job)
    case .uncacheable(let entry):
      _ = await commit(key, under: lease, [])
      return .entry(entry, .fetched(status: reply.status))
    case .storable(let writes):
      if reply.status == 304 { metrics.revalidated.increment() }
      let result = await commit(key, under: lease, writes)
      // Another worker has fetched since, or is fetching: this answer is only for the requests that wait for it.
      guard result?.isRefused != true else { return .entry(writes[0].entry, .fetched(status: reply.status)) }
      // If the store failed, the memory tier still serves the entries.
      let entries = result?.changes.map { (key: $0.key, entry: $0.entry) } ?? writes.map { (key: $0.key, entry: $0.entry) }
      context.tier.replace(entries, now: context.clock())
      metrics.record(context.tier.usage, of: "memory.")
      for (index, change) in (result?.changes ?? []).enumerated() {
        // Of unchanged entries, publish only the answer itself and not each record of a page: subscribers update the age they show. The event of a
        // list is also that of its new records, of which there may be hundreds of thousands.
        let isDue = index == 0 ? change.hasChanged || change.entry.status < 400 : change.hasChanged && !(change.isNew && key.key.isList)
        if isDue { context.publish(change.key, hasChanged: change.hasChanged) }
      }
      return .entry(entries[0].entry, .fetched(status: reply.status, stored: result != nil))
    }
  }

  private func commit(_ key: StoreKey, under lease: Lease?, _ writes: [StoreWrite]) async -> CommitResult? {
    do throws(StorageError) {
      let result = try await context.store.commit(key, under: lease, writes, now: context.clock())
      context.metrics.record(result)
      return result
    } catch {
      context.logFailure(error, about: "\(key.key)")
      return nil
    }
  }
}

/// The leases of the fetches in flight. One task renews them and ends when there are none; a lease that a fetch left behind expires.
final class HeldLeases: Sendable {
  /// Number of fetches that wait for another worker's lease.
  let waiting = Atomic(0)
  private let state = Mutex((leases: [StoreKey: Lease](), isRenewing: false))

  /// Keeps the lease of `key` renewed until ``release(_:)``, three times in each term.
  func hold(_ key: StoreKey, _ lease: Lease, for context: CacheContext) {
    let isRenewing = state.withLock { state in
      defer { state.isRenewing = true }
      state.leases[key] = lease
      return state.isRenewing
    }
    guard !isRenewing else { return }
    Task {
      let term = context.settings.leaseTerm
      while true {
        try? await Task.sleep(for: term / 3)
        let leases = state.withLock { state in
          state.isRenewing = !state.leases.isEmpty
          return state.leases
        }
        guard !leases.isEmpty else { return }
        try? await context.store.renew(leases, now: context.clock(), term: term)
      }
    }
  }

  func release(_ key: StoreKey) { state.withLock { $0.leases[key] = nil } }
}

extension FetchedReply.SentRequest {
  /// The request to the fetch service. Derived keys are never requested.
  fileprivate var request: Request {
    let validators = stored?.validators
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

extension FetchedReply {
  /// The origin of the reply.
  fileprivate var origin: OriginIdentity? {
    switch self {
    case .storable(let writes): writes.first?.entry.origin
    case .uncacheable(let entry): entry.origin
    case .failed, .misdirected, .unconfirmed: nil
    }
  }
}

extension Reply {
  /// The status of the reply; `nil` if it was made on this side of the bus, because there is no fetch service or none answered in time.
  fileprivate var statusOfFetchService: Int? {
    let types: Set = [
      ProblemType.noWorker, ProblemType.noBus, ProblemType.connectionLost, ProblemType.cancelled, ProblemType.deadline,
    ]
    return problem.map { types.contains($0.type) } == true ? nil : status
  }
}

extension Problem {
  static func deadlinePassed(_ key: CacheKey, detail: String) -> Problem {
    Problem(504, "the deadline passed", detail: "\(key.subject) is not available yet: \(detail); try again", type: ProblemType.deadline)
      .because(.stillFetching, of: key.resource)
  }

  /// Fetchers with different origins answer in turn.
  fileprivate static func conflictingOrigins(_ misdirection: Problem) -> Problem {
    Problem(
      503, "the fetchers use different origins", detail: "\(misdirection.detail ?? misdirection.title); stop one of the fetchers",
      type: misdirection.type, extensions: misdirection.extensions)
  }
}
