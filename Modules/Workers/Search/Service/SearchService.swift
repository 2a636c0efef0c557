import Contracts
public import CoreMetrics
public import Logging
public import MessageBus
public import Models
import Platform
import Synchronization

/// The service `holocron.search`: searches the indexed records of all kinds.
///
/// | request | answer |
/// |---|---|
/// | `GET /search?q=…` | matching records, best first; also searches the origin while the index is incomplete |
/// | `GET /suggest?q=…` | names that match the text typed so far, from the index only |
/// | `GET`, `PUT`, `DELETE /history` | the search history of this machine |
/// | `GET /path?from=…&to=…` | a shortest chain of references |
///
/// A search does not change the history: front-ends add an intended search with `PUT /history`.
public final class SearchService: BusService {
  public let name = ServiceName.search.text

  let index: RecordIndex
  let history: HistoryStore
  /// Why the history is in memory instead of its file; `nil` if it is where it should be.
  let historyWarning: String?
  let indexer: Indexer
  let originSearch: OriginSearch
  let changes = ChangeQueue()
  let settings: SearchSettings
  let metrics: SearchMetrics
  let logger: Logger
  /// Whether a request arrived since the last periodic refresh.
  let wasUsedSinceRefresh = Atomic(false)
  /// Closed while the current origin is being determined.
  let originCheck = Gate(isOpen: true)
  /// Open once the stored index is loaded.
  let loaded = Gate(isOpen: false)
  private let isLoading = Atomic(false)
  /// Places for requests that wait for the index to be ready or for a search of the origin.
  let waitingPlaces: WaitingPlaces
  /// Number of history requests in progress, including those whose deadlines have passed.
  let historyRequests = Atomic(0)
  let names: FieldNames
  private let answers: Mutex<AnswerCache>
  let clock: @Sendable () -> Int64
  let announce: @Sendable (Event) -> Void

  /// - Parameters:
  ///   - store, history: closed by ``close()``.
  ///   - historyWarning: part of each answer about the history.
  ///   - clock: milliseconds since 1970.
  ///   - announce: called with an event when the history has changed. Must return at once (see ``EventPublisher``).
  public init(
    store: IndexStore, history: HistoryStore, historyWarning: String? = nil, source: any Source, kinds: Kinds = .standard,
    settings: SearchSettings = SearchSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory, clock: @escaping @Sendable () -> Int64 = SearchService.now,
    logger: Logger = Logger(label: "search"), announce: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.history = history
    self.historyWarning = historyWarning
    self.settings = settings
    waitingPlaces = WaitingPlaces(limit: settings.waiterLimit)
    answers = Mutex(AnswerCache(maxBytes: settings.maxAnswerBytes))
    self.clock = clock
    self.logger = logger
    self.announce = announce
    names = FieldNames(kinds: kinds)
    self.metrics = SearchMetrics(metrics)
    index = RecordIndex(
      store, kinds: kinds, metrics: self.metrics, retryInterval: settings.storeRetryInterval, maxBytes: settings.maxIndexBytes,
      imageDelay: settings.imageDelay, logger: logger)
    indexer = Indexer(source, index, settings: settings, logger: logger)
    originSearch = OriginSearch(
      source, index, settings: settings, onOriginMismatch: { [changes] in changes.add { $0.requiresFullRefresh = true } })
  }

  /// Returns the system time in milliseconds since 1970.
  public static let now: @Sendable () -> Int64 = { SystemTime.milliseconds }

  /// Facts reported with the statistics: the origin of the indexed records, a warning if there is a problem with the index, and `filling`
  /// while records are being fetched for the index or, after the start, may soon be.
  public var facts: [String: String] {
    let snapshot = index.snapshot
    var facts: [String: String] = [:]
    facts["origin"] = snapshot.origin
    facts["warning"] = snapshot.warning
    if indexer.isFilling { facts["filling"] = "true" }
    return facts
  }

  /// Answers two sorts of requests on the bus thread: those with a cached answer, and short requests for suggestions if the corpus is small.
  /// They take tens of microseconds, and a millisecond at most.
  public func answerAtOnce(_ request: Request) -> Reply? {
    // `answer` reports invalid requests, off the bus thread.
    guard request.method == "GET", originCheck.isOpen else { return nil }
    if let searchRequest = try? SearchRequest(request) {
      guard let reply = keptAnswer(to: Question(searchRequest)) else { return nil }
      metrics.searches.increment()
      return reply
    }
    guard let suggestRequest = try? SuggestRequest(request) else { return nil }
    if let reply = keptAnswer(to: Question(suggestRequest, clock: clock)) {
      metrics.suggestions.increment()
      return reply
    }
    guard suggestRequest.text.utf8.count <= Self.maxInlineText else { return nil }
    let snapshot = index.snapshot
    guard snapshot.isLoaded, snapshot.corpus.isSmall else { return nil }
    return try? suggest(suggestRequest, snapshot, until: .none)
  }

  private func keptAnswer(to question: Question) -> Reply? {
    let version = index.version
    guard let content = answers.withLock({ $0.answer(question, version: version) }) else { return nil }
    wasUsedSinceRefresh.store(true, ordering: .relaxed)
    metrics.repetitions.increment()
    return Reply(200, content: content)
  }

  /// Keeps a reply that depends on nothing but the question and the state of the index with this version.
  func keep(_ reply: Reply, for question: Question, version: UInt64) {
    // The displaced answers are freed here, after the lock is released.
    _ = answers.withLock { $0.insert(reply.content, for: question, version: version) }
  }

  /// Maximum size in bytes of a text that the bus thread completes; typed text is rarely longer.
  static let maxInlineText = 40

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    wasUsedSinceRefresh.store(true, ordering: .relaxed)
    let limit = request.deadline ?? settings.defaultTimeLimit
    let end = ContinuousClock.now + limit
    let deadline = Deadline(end)
    do throws(Problem) {
      if let historyRequest = try HistoryRequest(request) {
        return HistoryRequest.reply(try await history(historyRequest, until: end, parts))
      }
      try await waitUntilReady(until: end, parts)
      if let searchRequest = try SearchRequest(request) {
        return try await search(searchRequest, within: limit, until: end, parts)
      }
      if let suggestRequest = try SuggestRequest(request) { return try suggest(suggestRequest, index.snapshot, until: deadline) }
      if let pathRequest = try PathRequest(request) { return PathRequest.reply(try path(pathRequest, until: deadline)) }
      throw Problem(
        404, "not found", detail: "unknown resource or method; use GET /search, GET /suggest, GET /path, or GET, PUT or DELETE /history",
        type: ProblemType.notFound)
    } catch {
      return Reply(error)
    }
  }

  /// Waits until the current origin is determined and the stored index is loaded. Throws at `end`, or if too many requests wait.
  private func waitUntilReady(until end: ContinuousClock.Instant, _ parts: ReplyParts) async throws(Problem) {
    guard !originCheck.isOpen || !loaded.isOpen else { return }
    try waitingPlaces.take(for: parts.client)
    defer { waitingPlaces.leave(parts.client) }
    parts.releaseCredit()
    if !loaded.isOpen, !isLoading.exchange(true, ordering: .relaxed) {
      Task { await load() }
    }
    guard await originCheck.wait(until: end), await loaded.wait(until: end) else { throw Problem(Deadline.Exceeded()) }
  }

  private func suggest(_ request: SuggestRequest, _ snapshot: Snapshot, until deadline: Deadline) throws(Problem) -> Reply {
    wasUsedSinceRefresh.store(true, ordering: .relaxed)
    metrics.suggestions.increment()
    let start = ContinuousClock.now
    defer { metrics.suggesting.record(since: start) }
    let question = Question(request, clock: clock)
    let suggestions = Suggestions(corpus: snapshot.corpus, fieldNames: names, deadline: deadline)
    let matches: [Match]
    if case .featured(let day) = question.subject {
      matches = suggestions.featured(kind: request.kind, limit: request.limit, day: day)
    } else {
      do { matches = try suggestions.names(for: request.text, kind: request.kind, limit: request.limit) } catch { throw Problem(error) }
    }
    let reply = SuggestRequest.reply(matches)
    keep(reply, for: question, version: snapshot.version)
    return reply
  }
}
