import Contracts
public import CoreMetrics
import Glibc
public import Logging
public import MessageBus
public import Models
import Synchronization

/// The service `holocron.search`: finds records of all kinds by what is known of them here.
///
/// | request | answer |
/// |---|---|
/// | `GET /search?q=…` | records that fit, best first; where the index is not complete the origin is asked too |
/// | `GET /suggest?q=…` | names that fit what was typed so far, from memory |
/// | `GET`, `PUT`, `DELETE /history` | what was searched for on this machine |
/// | `GET /path?from=…&to=…` | a shortest chain of references |
///
/// Searching changes nothing: front-ends say with `PUT /history` when a search was meant.
public final class SearchService: BusService {
  /// The event that tells front-ends of a changed history.
  public static let historyChanged = "history/changed"

  public let name = ServiceName.search.text

  let index: RecordIndex
  let history: HistoryStore
  let filler: Filler
  let originSearch: OriginSearch
  let news = Newsstand()
  let settings: SearchSettings
  let counters: SearchCounters
  let logger: Logger
  /// Somebody asked since the lists were looked at.
  let wasAsked = Atomic(false)
  /// Closed while it is being found out which origin the cache answers for.
  let originCheck = Latch(isOpen: true)
  /// What the store holds has been taken up.
  let loaded = Latch(isOpen: false)
  private let isLoading = Atomic(false)
  /// Requests of the history that have not been answered, those included whose deadlines have passed.
  let historyRequests = Atomic(0)
  let names: FieldNames
  let clock: @Sendable () -> Int64
  let announce: @Sendable (Event) -> Void

  /// - Parameters:
  ///   - store, history: closed by ``close()``.
  ///   - clock: milliseconds since 1970.
  ///   - announce: told when the history changed. Must return at once (see ``EventOutlet``).
  public init(
    store: IndexStore, history: HistoryStore, source: any Source, kinds: Kinds = .standard, settings: SearchSettings = SearchSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory, clock: @escaping @Sendable () -> Int64 = SearchService.now,
    logger: Logger = Logger(label: "search"), announce: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.history = history
    self.settings = settings
    self.clock = clock
    self.logger = logger
    self.announce = announce
    names = FieldNames(kinds: kinds)
    counters = SearchCounters(metrics)
    index = RecordIndex(store, kinds: kinds, counters: counters, retryInterval: settings.storeRetryInterval, logger: logger)
    filler = Filler(source, index, settings: settings, logger: logger)
    originSearch = OriginSearch(source, index, settings: settings, doubtOrigin: { [news] in news.put { $0.everything = true } })
  }

  /// What the system's clock says.
  public static let now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// What the statistics say beside the counters: the origin whose records are indexed, and what is wrong with the index.
  public var facts: [String: String] {
    let snapshot = index.snapshot
    var facts: [String: String] = [:]
    facts["origin"] = snapshot.origin
    facts["warning"] = snapshot.warning
    return facts
  }

  /// A short suggestion from a small library takes about a millisecond: the bus thread gives it.
  public func answerAtOnce(_ request: Request) -> Reply? {
    // Whatever is wrong with the request is said by `answer`, off the bus thread.
    guard request.method == "GET", originCheck.isOpen, let wanted = try? SuggestRequest(request),
      wanted.text.utf8.count <= Self.shortSuggestion
    else { return nil }
    let snapshot = index.snapshot
    guard snapshot.isLoaded, snapshot.library.isSmall else { return nil }
    return (try? suggest(wanted, until: .none)).map(SuggestRequest.reply)
  }

  /// Bytes of a text for which the bus thread finds suggestions: about as many as somebody types.
  static let shortSuggestion = 40

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    wasAsked.store(true, ordering: .relaxed)
    let limit = request.deadline ?? settings.answerLimit
    let end = ContinuousClock.now + limit
    let deadline = Deadline(end)
    do throws(Problem) {
      if let wanted = try HistoryRequest(request) { return HistoryRequest.reply(try await history(wanted, until: end)) }
      try await getReady(until: end)
      if let wanted = try SearchRequest(request) { return SearchRequest.reply(try await search(wanted, within: limit, until: end)) }
      if let wanted = try SuggestRequest(request) { return SuggestRequest.reply(try suggest(wanted, until: deadline)) }
      if let wanted = try PathRequest(request) { return PathRequest.reply(try path(wanted, until: deadline)) }
      throw Problem(
        404, "not found", detail: "the search answers GET /search, /suggest and /path, and GET, PUT and DELETE /history",
        type: ProblemType.notFound)
    } catch {
      return Reply(error)
    }
  }

  /// Waits for the check of the origin and for what the store holds. Throws at `end`.
  private func getReady(until end: ContinuousClock.Instant) async throws(Problem) {
    if !loaded.isOpen, !isLoading.exchange(true, ordering: .relaxed) {
      Task { await load() }
    }
    guard await originCheck.wait(until: end), await loaded.wait(until: end) else { throw Problem(Deadline.Passed()) }
  }

  func suggest(_ wanted: SuggestRequest, until deadline: Deadline) throws(Problem) -> [Match] {
    wasAsked.store(true, ordering: .relaxed)
    counters.suggestions.increment()
    let start = ContinuousClock.now
    defer { counters.suggesting.record(since: start) }
    let suggestions = Suggestions(library: index.snapshot.library, deadline: deadline)
    guard wanted.text.contains(where: { !$0.isWhitespace }) else {
      return suggestions.showcase(kind: wanted.kind, limit: wanted.limit, day: Int(clock() / 86_400_000))
    }
    do { return try suggestions.names(for: wanted.text, kind: wanted.kind, limit: wanted.limit) } catch { throw Problem(error) }
  }
}
