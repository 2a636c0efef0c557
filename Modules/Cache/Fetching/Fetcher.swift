import Contracts
import CoreMetrics
import Logging
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

  let source: any Source
  let store: any CacheStore
  let tier: MemoryTier
  let settings: CacheSettings
  let counters: CacheCounters
  let clock: WallClock
  let logger: Logger
  /// This worker's name, for claims and events.
  let worker: String
  let announce: @Sendable (Event) -> Void

  /// Fetches `key` because `seen`, what is stored under it, was not good enough. Returns within `limit`, give or take a write to the store.
  func fetch(_ key: CacheKey, seen: CacheEntry?, within limit: Duration) async -> Outcome {
    let end = ContinuousClock.now + limit
    var attempt = Attempt(seen: seen, since: clock())
    // Waits grow from 2 ms to 25 ms: a fetch takes tens of milliseconds, and a look costs a read of one row.
    var pause = Duration.milliseconds(2)
    while true {
      switch await claim(key, for: attempt) {
      case .granted: return await ask(key, seen: attempt.seen, within: max(.zero, ContinuousClock.now.duration(to: end)))
      case .learnt(let entry):
        // The tier was behind the store, and the store behind the origin: begin again from there.
        guard entry.freshness.isFresh(at: clock()) else {
          attempt.seen = entry
          continue
        }
        tier.replace([(key, entry)], now: clock())
        return .learnt(entry, status: entry.status, isStored: true, isElsewhere: true)
      case .failed(let problem): return .failed(problem)
      case .taken:
        guard ContinuousClock.now + pause < end, (try? await Task.sleep(for: pause)) != nil else {
          return .failed(.tooLate(key, detail: "another cache worker has been fetching it for \(limit)"))
        }
        pause = min(pause * 2, .milliseconds(25))
      }
    }
  }

  private func claim(_ key: CacheKey, for attempt: Attempt) async -> Claim {
    let now = clock()
    do throws(CacheError) {
      return try await store.claim(key, by: worker, for: attempt, now: now, until: now + settings.claim)
    } catch {
      // One fetch too many is better than no answer.
      complain(error, key)
      return .granted
    }
  }

  private func ask(_ key: CacheKey, seen: CacheEntry?, within limit: Duration) async -> Outcome {
    let renewal = Task { await keepClaims() }
    defer { renewal.cancel() }
    counters.fetches.increment()
    let tag = seen?.status == 200 ? seen?.entityTag : nil
    let reply = await source.fetch(key.request(unless: tag), within: limit)
    let now = clock()
    switch Verdict(of: reply, to: key, seen: seen, at: now, lifetimes: settings.lifetimes) {
    case .failed(let problem):
      counters.failures.increment()
      _ = await settle(key, .failed(problem), now)
      return .failed(problem)
    case .passing(let entry):
      _ = await settle(key, .learnt([]), now)
      return .learnt(entry, status: reply.status, isStored: false, isElsewhere: false)
    case .learnt(let deposits):
      if reply.status == 304 { counters.revalidated.increment() }
      let settled = await settle(key, .learnt(deposits), now)
      // Without a store the memory tier still serves what it has room for.
      let entries = settled?.changes.map { (key: $0.key, entry: $0.entry) } ?? deposits.map { (key: $0.key, entry: $0.entry) }
      tier.replace(entries, now: now)
      counters.record(memory: tier.usage)
      tell(settled)
      return .learnt(entries[0].entry, status: reply.status, isStored: settled != nil, isElsewhere: false)
    }
  }

  /// A claim outlives a fetch of any length, and a killed worker by a moment only.
  private func keepClaims() async {
    while (try? await Task.sleep(for: settings.claim / 3)) != nil {
      try? await store.renew(claimsOf: worker, until: clock() + settings.claim)
    }
  }

  private func settle(_ key: CacheKey, _ outcome: Settlement, _ now: WallTime) async -> Settled? {
    do throws(CacheError) {
      let settled = try await store.settle(key, by: worker, with: outcome, now: now)
      counters.evictions.increment(by: settled.evicted)
      counters.record(store: settled.usage)
      return settled
    } catch {
      complain(error, key)
      return nil
    }
  }

  private func tell(_ settled: Settled?) {
    for (index, change) in (settled?.changes ?? []).enumerated() where change.isNews || (index == 0 && change.entry.status < 400) {
      // Of what did not change only the answer itself is told, not each record of a page: its age is news to those who show it.
      let event: CacheEvent = change.isNews ? .changed(change.key) : .confirmed(change.key)
      if let event = event.event(from: worker) { announce(event) }
    }
  }

  private func complain(_ error: CacheError, _ key: CacheKey) {
    // When the service stops, what is in flight is cut off; that is no failure of the store.
    guard !Task.isCancelled else { return }
    logger.error("The cache store failed; answers go on without it", metadata: ["key": "\(key)", "reason": "\(error.message)"])
  }
}

extension CacheKey {
  /// The question to the fetch service. Derived keys have none: they are made from others.
  fileprivate func request(unless tag: String?) -> Request {
    let validation = Validation(entityTag: tag)
    switch self {
    case .record(let reference): return RecordRequest(reference, validation: validation).request
    case .page(let page): return ListRequest(page.kind, .page(page.number), search: page.search, validation: validation).request
    case .kinds: return KindsRequest().request
    }
  }
}

extension Problem {
  static func tooLate(_ key: CacheKey, detail: String) -> Problem {
    Problem(504, "the deadline passed", detail: "\(key.subject) is not there yet: \(detail); ask again", type: Kind.deadline)
  }
}
