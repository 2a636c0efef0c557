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
  let settings: SearchSettings
  let counters: SearchCounters
  let logger: Logger
  /// Somebody asked since the lists were looked at.
  let wasAsked = Atomic(false)
  private let names: FieldNames
  private let clock: @Sendable () -> Int64
  private let announce: @Sendable (Event) -> Void

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
    index = RecordIndex(store, kinds: kinds, counters: counters, logger: logger)
    filler = Filler(source, index, settings: settings, logger: logger)
  }

  /// What the system's clock says.
  public static let now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Suggestions come from memory and take about a millisecond: the bus thread gives them.
  public func answerAtOnce(_ request: Request) -> Reply? {
    // Whatever is wrong with the request is said by `answer`, off the bus thread.
    guard request.method == "GET", index.snapshot.isLoaded, let wanted = try? SuggestRequest(request) else { return nil }
    return SuggestRequest.reply(suggest(wanted))
  }

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    wasAsked.store(true, ordering: .relaxed)
    await index.load()
    do throws(Problem) {
      if let wanted = try SearchRequest(request) { return SearchRequest.reply(try await search(wanted, deadline: request.deadline)) }
      if let wanted = try SuggestRequest(request) { return SuggestRequest.reply(suggest(wanted)) }
      if let wanted = try HistoryRequest(request) { return HistoryRequest.reply(try await keep(wanted)) }
      if let wanted = try PathRequest(request) { return PathRequest.reply(try path(wanted)) }
      throw Problem(
        404, "not found",
        detail: "the search has no \(request.method) \(request.target): it answers GET /search, /suggest, /path and /history",
        type: Problem.Kind.notFound)
    } catch {
      return Reply(error)
    }
  }

  func suggest(_ wanted: SuggestRequest) -> [Match] {
    wasAsked.store(true, ordering: .relaxed)
    counters.suggestions.increment()
    let start = ContinuousClock.now
    defer { counters.suggesting.record(since: start) }
    let suggestions = Suggestions(library: index.snapshot.library)
    guard wanted.text.contains(where: { !$0.isWhitespace }) else {
      return suggestions.showcase(kind: wanted.kind, limit: wanted.limit, day: Int(clock() / 86_400_000))
    }
    return suggestions.names(for: wanted.text, kind: wanted.kind, limit: wanted.limit)
  }

  private func search(_ wanted: SearchRequest, deadline: Duration?) async throws(Problem) -> SearchAnswer {
    counters.searches.increment()
    let start = ContinuousClock.now
    defer { counters.searching.record(since: start) }
    let query = try Query(wanted.text, kind: wanted.kind, names: names)
    var found: [Reference]?
    if wanted.mayAskOrigin, !query.units.isEmpty {
      let snapshot = index.snapshot
      let unknown = snapshot.kinds.filter { query.covers($0) && !snapshot.isComplete($0) }
      if !unknown.isEmpty {
        counters.originSearches.increment()
        found = await filler.searchOrigin(query.typedWords, in: unknown, within: originLimit(deadline))
      }
    }
    let snapshot = index.snapshot
    var coverage = snapshot.coverage
    coverage.askedOrigin = found != nil
    let search = SearchRun(query: query, library: snapshot.library, limit: wanted.limit)
    let outcome = await search.run(alsoFound: found ?? []) { await self.index.candidates(for: $0, in: snapshot.library) }
    return SearchAnswer(
      query: wanted.text, correction: outcome.correction, count: outcome.count, matches: outcome.matches, coverage: coverage)
  }

  /// What is left of the caller's time, a tenth and 100 ms at most set aside to answer in.
  private func originLimit(_ deadline: Duration?) -> Duration {
    guard let deadline else { return settings.originPatience }
    return min(max(deadline - max(deadline / 10, min(deadline / 2, .milliseconds(100))), .zero), settings.originPatience)
  }

  private func keep(_ wanted: HistoryRequest) async throws(Problem) -> History {
    do throws(SearchError) {
      switch wanted.change {
      case .none: break
      case .remember(let text): try await history.remember(text, now: clock())
      case .forget(let text): try await history.forget(text)
      case .forgetAll: try await history.forgetAll()
      }
      if wanted.change != .none {
        counters.historyChanges.increment()
        announce(Event(Self.historyChanged))
      }
      return try await history.searches(limit: wanted.limit)
    } catch {
      throw Problem(500, "the history failed", detail: error.message)
    }
  }

  private func path(_ wanted: PathRequest) throws(Problem) -> ReferencePath {
    counters.paths.increment()
    let library = index.snapshot.library
    for end in [wanted.from, wanted.to] where library.place(of: end) == nil {
      throw Problem(404, "not found", detail: "\(end) is not indexed: look it up once, and it is", type: Problem.Kind.notFound)
    }
    guard let path = ReferenceGraph(library).path(from: wanted.from, to: wanted.to) else {
      throw Problem(
        404, "no path", detail: "nothing that is indexed connects \(wanted.from) and \(wanted.to)", type: Problem.Kind.noPath)
    }
    return path
  }
}
