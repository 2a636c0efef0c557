import Contracts
public import CoreMetrics
public import Logging
public import MessageBus
public import Models

/// The service `holocron.cache`: answers from what is stored, asks the fetch service for what is not, and keeps what it learns.
///
/// | request | answer |
/// |---|---|
/// | `GET /{kind}/{id}` | the record |
/// | `GET /{kind}` | one page in the kind's order, or with `page=all` every page as a part; `sort` and `order` choose another order, `search` what the origin finds |
/// | `GET /kinds` | the kinds of the origin |
/// | `PURGE /`, `/{kind}`, `/{kind}/{id}` | how many entries were forgotten |
///
/// Every answer says in `cache-status` (RFC 9211) how it was come by, in `age` how long ago the origin confirmed it, and in
/// `holocron-origin` which origin that is. An answer whose tag the caller holds (`if-none-match`) is 304 without content.
public final class CacheService: BusService {
  public let name = ServiceName.cache.text

  let store: StoreAccess
  let tier: MemoryTier
  let origins: OriginTracker
  let lookup: Lookup
  let settings: CacheSettings
  let counters: CacheCounters
  let clock: WallClock
  let logger: Logger
  /// Tells this worker's events and leases from those of others.
  let worker: String
  private let lists: ListReader
  private let kinds: Kinds
  private let announcer: CacheAnnouncer
  let heard = HeardEvents()

  /// - Parameters:
  ///   - store: closed by ``close()``.
  ///   - announce: told what was learnt, changed or purged, after it is stored. Must return at once (see ``EventOutlet``).
  public init(
    store: any CacheStore, source: any Source, kinds: Kinds = .standard, settings: CacheSettings = CacheSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory, clock: @escaping WallClock = { .now() },
    logger: Logger = Logger(label: "cache"), announce: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.settings = settings
    self.clock = clock
    self.logger = logger
    self.kinds = kinds
    worker = HolderProcess.newName()
    counters = CacheCounters(metrics)
    let announcer = CacheAnnouncer(worker: worker, announce)
    self.announcer = announcer
    tier = MemoryTier(limits: settings.memory, recheck: settings.recheck)
    self.store = StoreAccess(store, limit: settings.storeLimit, logger: logger)
    let failures = FailureMemory(longest: settings.longestPause)
    origins = OriginTracker(
      tier: tier, store: self.store, source: source, patience: settings.originPatience, logger: logger, changed: failures.forgetAll)
    lookup = Lookup(
      fetcher: Fetcher(
        source: source, store: self.store, tier: tier, origins: origins,
        leases: LeaseKeeper(store: self.store, worker: worker, lease: settings.lease, clock: clock), settings: settings,
        counters: counters, clock: clock, worker: worker, announce: announcer.announce),
      flights: SingleFlight(mostWaiters: settings.mostWaiting), failures: failures)
    lists = ListReader(lookup: lookup, kinds: kinds)
  }

  /// Further members of `GET /stats`: `origin`, which is asked now, as soon as somebody has said which.
  public var facts: [String: String] { tier.origin.map { ["origin": $0.text] } ?? [:] }

  public func answerAtOnce(_ request: Request) -> Reply? {
    // Whatever is wrong with the request is said by `answer`, off the bus thread.
    guard request.method == "GET", let question = try? CacheQuery(request, kinds: kinds), let key = question.key,
      !question.validation.revalidate,
      let reply = tier.freshReply(for: key, unless: question.validation.entityTag, at: clock())
    else { return nil }
    counters.hits.increment()
    return reply
  }

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    let caller = Caller(parts, deadline: request.deadline, orElse: settings.patience)
    let question: CacheQuery
    do throws(Problem) {
      if let purge = try PurgeRequest(request) { return PurgeRequest.reply(try await forget(purge.scope)) }
      question = try CacheQuery(request, kinds: kinds)
    } catch {
      return Reply(error)
    }
    switch question {
    case .single(let key, let validation): return reply(to: await lookup.find(key, validation, caller), validation)
    case .list(let list):
      if let page = list.page { return reply(to: await lists.page(page, list.validation, caller), list.validation) }
      // A part goes out when the next one is there, because the last one is the final reply.
      var last: Reply?
      await lists.all(list.list, list.validation, caller) { found in
        if let last { parts.send(last) }
        last = reply(to: found, Validation())
      }
      return last ?? Reply(200)
    }
  }

  private func reply(to found: Found, _ validation: Validation) -> Reply {
    counters.count(found.status)
    return found.reply(unless: validation.entityTag, from: tier.origin, at: clock())
  }

  private func forget(_ scope: PurgeRequest.Scope) async throws(Problem) -> Int {
    do throws(CacheError) {
      let count = try await store.purge(scope)
      tier.drop(scope)
      announcer.announce(.purged(scope))
      counters.record(store: try await store.usage())
      return count
    } catch {
      throw Problem(500, "the cache store failed", detail: error.message)
    }
  }
}
