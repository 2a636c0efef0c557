public import Contracts
public import CoreMetrics
public import Logging
public import MessageBus
public import Models
public import OrderedJSON
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
  let historyWarning: StorageWarning?
  let indexer: Indexer
  let originSearch: OriginSearch
  let changes = ChangeQueue()
  let settings: SearchSettings
  let metrics: SearchMetrics
  /// Whether a request arrived since the last periodic refresh.
  let wasUsedSinceRefresh = Atomic(false)
  /// Open once the index is filled, or ``SearchSettings/startTimeout`` after the cache has been read.
  let ready: Gate
  /// Places for requests that wait for the index to be ready or for a search of the origin.
  let waitingPlaces: WaitingPlaces
  let clock: @Sendable () -> Int64
  let publish: @Sendable (Event) -> Void

  /// - Parameters:
  ///   - history: closed when ``run(announcing:through:)`` ends.
  ///   - historyWarning: part of each answer about the history.
  ///   - clock: milliseconds since 1970.
  ///   - publish: called with an event when the history has changed. Must return at once (see ``EventPublisher``).
  public init(
    history: HistoryStore, historyWarning: StorageWarning? = nil, services: any ServiceClient, kinds: Kinds = .standard,
    settings: SearchSettings = SearchSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory, clock: @escaping @Sendable () -> Int64 = SearchService.now,
    logger: Logger = Logger(label: "search"), publish: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.history = history
    self.historyWarning = historyWarning
    self.settings = settings
    self.clock = clock
    self.publish = publish
    ready = Gate(isOpen: settings.startTimeout == .zero)
    waitingPlaces = WaitingPlaces(limit: settings.waiterLimit)
    self.metrics = SearchMetrics(metrics)
    index = RecordIndex(kinds: kinds, metrics: self.metrics, maxBytes: settings.maxIndexBytes, logger: logger)
    indexer = Indexer(services, index, settings: settings, logger: logger)
    originSearch = OriginSearch(services, index, onOriginMismatch: { [changes] in changes.add { $0.requiresFullRefresh = true } })
  }

  public static let now: @Sendable () -> Int64 = { SystemTime.milliseconds }

  /// Facts reported with the statistics: the origin of the indexed records, a warning if there is a problem with the index, and `filling`
  /// while records are being fetched for the index or, after the start, may soon be.
  public var facts: JSON.Object {
    let snapshot = index.snapshot
    var facts: JSON.Object = [:]
    if indexer.isFilling { facts["filling"] = "true" }
    facts["origin"] = snapshot.origin.map { .string($0) }
    if snapshot.isFull { facts["warning"] = StorageWarning(.full, .index).json }
    return facts
  }

  // MARK: Running

  /// Fills the index, keeps it up to date and publishes the service's events, until the task is cancelled. Then closes the history. Throws if
  /// the events endpoint of the bus cannot be used.
  public func run(publishing publisher: EventPublisher, through client: BusClient) async throws(BusError) {
    // Subscribe before the first refresh, so that no event is missed.
    let subscription = try EventSubscription(client.address, topics: AnnouncedChanges.topics, ofEveryBroker: true)
    await withTaskGroup { group in
      group.addTask { await publisher.run(through: client) }
      group.addTask {
        for await element in subscription {
          guard case .event(let event) = element else {
            // Events may have been missed.
            self.changes.add { $0.requiresFullRefresh = true }
            continue
          }
          self.changes.add { $0.add(event.topic) }
        }
      }
      group.addTask { await self.fill() }
      group.addTask {
        // An idle service sends no requests, so that an unused node can exit.
        while (try? await Task.sleep(for: self.settings.refreshInterval)) != nil {
          if self.wasUsedSinceRefresh.exchange(false, ordering: .relaxed) { self.changes.add { $0.requiresFullRefresh = true } }
        }
      }
    }
    subscription.close()
    // A new task, because this one is cancelled and the store refuses to work for a cancelled task.
    await Task { await history.close() }.value
  }

  /// Fills the index and keeps it up to date until the task is cancelled.
  func fill() async {
    await indexer.run(
      changes,
      onRead: { [ready, timeout = settings.startTimeout] in
        Task {
          try? await Task.sleep(for: timeout)
          ready.open()
        }
      }, onFilled: { [ready] in ready.open() })
  }

  // MARK: Answers

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    wasUsedSinceRefresh.store(true, ordering: .relaxed)
    let limit = request.deadline ?? settings.defaultTimeLimit
    let end = ContinuousClock.now + limit
    do throws(Problem) {
      if let historyRequest = try HistoryRequest(request) {
        return HistoryRequest.reply(try await answer(historyRequest, parts))
      }
      try await waitUntilReady(until: end, parts)
      if let searchRequest = try SearchRequest(request) {
        return SearchRequest.reply(try await search(searchRequest, within: limit, until: end, parts))
      }
      if let suggestRequest = try SuggestRequest(request) { return try suggest(suggestRequest, until: Deadline(end)) }
      if let pathRequest = try PathRequest(request) { return PathRequest.reply(try path(pathRequest, until: Deadline(end))) }
      throw Problem(
        404, "not found", detail: "unknown resource or method; use GET /search, GET /suggest, GET /path, or GET, PUT or DELETE /history",
        type: ProblemType.notFound)
    } catch {
      return Reply(error)
    }
  }

  /// Waits until the index is ready. Throws at `end`, or if too many requests wait.
  private func waitUntilReady(until end: ContinuousClock.Instant, _ parts: ReplyParts) async throws(Problem) {
    guard !ready.isOpen else { return }
    let isReady = try await waitingPlaces.wait(for: parts.client) {
      parts.releaseCredit()
      return await ready.wait(until: end)
    }
    guard isReady else { throw Problem(Deadline.Exceeded()) }
  }

  private func search(
    _ request: SearchRequest, within limit: Duration, until end: ContinuousClock.Instant, _ parts: ReplyParts
  ) async throws(Problem) -> SearchAnswer {
    metrics.searches.increment()
    let start = ContinuousClock.now
    defer { metrics.searching.record(since: start) }
    var snapshot = index.snapshot
    if let key = request.order?.key {
      let known = SearchRun.sortKeys(of: snapshot.names.kinds)
      guard known.contains(key) else {
        // Scalars: one character may have any number of them.
        let shown = String(key.unicodeScalars.prefix(40))
        throw .badRequest("sort", "unknown sort key '\(shown)': choose one of \(known.sorted().joined(separator: ", "))")
      }
    }
    let query = try Query(request.text, kind: request.kind, names: snapshot.names)
    var originResults: [Reference]?
    let incomplete = snapshot.kinds.filter { query.covers($0) && !snapshot.isComplete($0) }
    if request.mayAskOrigin, !query.clauses.isEmpty, !incomplete.isEmpty {
      metrics.originSearches.increment()
      // The local search needs a tenth of the time limit, at least 100 ms, but at most half of the limit.
      let left = ContinuousClock.now.duration(to: end) - max(limit / 10, min(limit / 2, .milliseconds(100)))
      originResults = try await waitingPlaces.wait(for: parts.client) {
        // Searches that wait for a slow origin must not keep the worker from answering others from memory.
        parts.releaseCredit()
        return await originSearch.references(
          for: query.typedWords, in: incomplete, within: min(max(left, .zero), settings.originSearchTimeout), onBehalfOf: parts.client)
      }
      snapshot = index.snapshot
    }
    var coverage = snapshot.coverage
    coverage.askedOrigin = originResults != nil
    let search = SearchRun(query: query, corpus: snapshot.corpus, limit: request.limit, order: request.order, deadline: Deadline(end))
    let outcome: SearchRun.Outcome
    do { outcome = try search.run(adding: originResults ?? []) } catch { throw Problem(error) }
    return SearchAnswer(
      query: request.text, correction: outcome.correction, count: outcome.count, matches: outcome.matches, coverage: coverage)
  }

  private func suggest(_ request: SuggestRequest, until deadline: Deadline) throws(Problem) -> Reply {
    metrics.suggestions.increment()
    let start = ContinuousClock.now
    defer { metrics.suggesting.record(since: start) }
    let snapshot = index.snapshot
    let suggestions = Suggestions(corpus: snapshot.corpus, fieldNames: snapshot.names, deadline: deadline)
    guard request.text.contains(where: { !$0.isWhitespace }) else {
      let day = Int(clock() / 86_400_000)
      return SuggestRequest.reply(suggestions.featured(kind: request.kind, limit: request.limit, day: day))
    }
    guard indexer.hasReadCache || snapshot.coverage.isComplete else {
      throw Problem(503, "the index is not filled yet", detail: "the search worker has not read the whole cache; try again in a moment")
    }
    do {
      return SuggestRequest.reply(try suggestions.names(for: request.text, kind: request.kind, limit: request.limit))
    } catch {
      throw Problem(error)
    }
  }

  private func path(_ request: PathRequest, until deadline: Deadline) throws(Problem) -> ReferencePath {
    metrics.paths.increment()
    let corpus = index.snapshot.corpus
    for end in [request.from, request.to] where corpus.position(of: end) == nil {
      throw Problem(404, "not found", detail: "\(end) is not indexed; look it up to index it", type: ProblemType.notFound)
    }
    let graph = ReferenceGraph(corpus: corpus, deadline: deadline)
    do {
      if let path = try graph.path(from: request.from, to: request.to, alternative: request.alternative) { return path }
    } catch {
      throw Problem(error)
    }
    throw Problem(
      404, "no path", detail: "no indexed records connect \(request.from) and \(request.to)", type: ProblemType.noPath,
      extensions: ["from": .string("\(request.from)"), "to": .string("\(request.to)")])
  }
}

extension Problem {
  init(_: Deadline.Exceeded) {
    self.init(504, "the deadline passed", detail: "the search did not finish before the deadline; try again", type: ProblemType.deadline)
  }
}

/// Metrics of the search service, under the names that `GET /stats` shows.
struct SearchMetrics: Sendable {
  let searches, suggestions, paths: Counter
  let originSearches: Counter
  let historyChanges: Counter
  /// Duration of suggestions and searches, including requests to other services.
  let suggesting, searching: Timer
  private let records, total, complete: Gauge

  init(_ factory: any MetricsFactory) {
    func counter(_ label: String) -> Counter { Counter(label: label, factory: factory) }
    (searches, suggestions, paths) = (counter("searches"), counter("suggestions"), counter("paths"))
    (originSearches, historyChanges) = (counter("searches.origin"), counter("history.changes"))
    (suggesting, searching) = (Timer(label: "suggest", factory: factory), Timer(label: "search", factory: factory))
    records = Gauge(label: "index.records", factory: factory)
    total = Gauge(label: "index.of", factory: factory)
    complete = Gauge(label: "index.complete", factory: factory)
  }

  /// Records the size of the index. An unknown total is recorded as 0.
  func record(_ coverage: Coverage) {
    records.record(coverage.records)
    total.record(coverage.of ?? 0)
    complete.record(coverage.isComplete ? 1 : 0)
  }
}

extension Timer {
  func record(since start: ContinuousClock.Instant) { recordNanoseconds(Int64(start.duration(to: .now) / .nanoseconds(1))) }
}
