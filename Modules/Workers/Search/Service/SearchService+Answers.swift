import Contracts
import CoreMetrics
import Databases
import MessageBus
import Models
import OrderedJSON
import Synchronization

extension SearchService {
  func search(
    _ request: SearchRequest, within limit: Duration, until end: ContinuousClock.Instant, _ parts: ReplyParts
  ) async throws(Problem) -> Reply {
    metrics.searches.increment()
    let start = ContinuousClock.now
    defer { metrics.searching.record(since: start) }
    if let key = request.order?.key {
      let known = SearchRun.sortKeys(of: names.kinds)
      guard known.contains(key) else {
        // Scalars: one character may have any number of them.
        let shown = String(key.unicodeScalars.prefix(40))
        throw .badRequest("sort", "unknown sort key '\(shown)': choose one of \(known.sorted().joined(separator: ", "))")
      }
    }
    let query = try Query(request.text, kind: request.kind, names: names)
    var originResults: [Reference]?
    var snapshot = index.snapshot
    var asksOrigin = false
    if request.mayAskOrigin, !query.clauses.isEmpty {
      let incomplete = snapshot.kinds.filter { query.covers($0) && !snapshot.isComplete($0) }
      if !incomplete.isEmpty {
        asksOrigin = true
        try waitingPlaces.take(for: parts.client)
        defer { waitingPlaces.leave(parts.client) }
        metrics.originSearches.increment()
        // Searches that wait for a slow origin must not keep the worker from answering others from memory.
        parts.releaseCredit()
        originResults = await originSearch.references(
          for: query.typedWords, in: incomplete, within: originSearchLimit(limit, until: end), onBehalfOf: parts.client)
        snapshot = index.snapshot
      }
    }
    var coverage = snapshot.coverage
    coverage.askedOrigin = originResults != nil
    let search = SearchRun(query: query, corpus: snapshot.corpus, limit: request.limit, order: request.order, deadline: Deadline(end))
    let outcome: SearchRun.Outcome
    do { outcome = try search.run(adding: originResults ?? []) } catch { throw Problem(error) }
    let reply = SearchRequest.reply(
      SearchAnswer(
        query: request.text, correction: outcome.correction, count: outcome.count, matches: outcome.matches, coverage: coverage))
    // What the origin finds may change at any time.
    if !asksOrigin { keep(reply, for: Question(request), version: snapshot.version) }
    return reply
  }

  /// Returns the time that an origin search may take: the time left minus a reserve for the local search. The reserve is a tenth of the
  /// time limit, at least 100 ms, at most half of the limit.
  private func originSearchLimit(_ limit: Duration, until end: ContinuousClock.Instant) -> Duration {
    let left = ContinuousClock.now.duration(to: end)
    return min(max(left - max(limit / 10, min(limit / 2, .milliseconds(100))), .zero), settings.originSearchTimeout)
  }

  /// Maximum number of concurrent history requests.
  static let maxHistoryRequests = 256

  /// Performs a history request. Throws at `end`.
  func history(_ request: HistoryRequest, until end: ContinuousClock.Instant, _ parts: ReplyParts) async throws(Problem) -> History {
    guard historyRequests.add(1, ordering: .relaxed).newValue <= Self.maxHistoryRequests else {
      historyRequests.subtract(1, ordering: .relaxed)
      throw Problem(
        503, "the history is busy", detail: "\(Self.maxHistoryRequests) history requests are waiting already; try again later")
    }
    // The file may be locked for as long as the request has time.
    parts.releaseCredit()
    let task = Task<Result<History, Problem>, Never> {
      defer { historyRequests.subtract(1, ordering: .relaxed) }
      do throws(Problem) { return .success(try await perform(request)) } catch { return .failure(error) }
    }
    guard let result = await task.value(within: ContinuousClock.now.duration(to: end)) else {
      task.cancel()
      throw Problem(
        504, "the deadline passed",
        detail: "the history could not be accessed before the deadline: its file is locked or its disk is slow; try again",
        type: ProblemType.deadline)
    }
    return try result.get()
  }

  private func perform(_ request: HistoryRequest) async throws(Problem) -> History {
    do throws(StorageError) {
      var hasChanged = request.change != .none
      switch request.change {
      case .none: break
      case .remember(let text): hasChanged = try await history.remember(text, now: clock())
      case .remove(let text): try await history.remove(text)
      case .removeAll: try await history.removeAll()
      }
      if hasChanged {
        metrics.historyChanges.increment()
        announce(Event(Topic.historyChanged.text))
      }
      var answer = try await history.searches(limit: request.limit)
      answer.warning = history.setAside.map { StorageWarning.replaced(.history, damaged: $0).sentence } ?? historyWarning
      return answer
    } catch {
      throw Problem(503, "the history is unavailable", detail: error.message)
    }
  }

  func path(_ request: PathRequest, until deadline: Deadline) throws(Problem) -> ReferencePath {
    metrics.paths.increment()
    let corpus = index.snapshot.corpus
    for end in [request.from, request.to] where corpus.position(of: end) == nil {
      throw Problem(404, "not found", detail: "\(end) is not indexed; look it up to index it", type: ProblemType.notFound)
    }
    let graph: ReferenceGraph
    do { graph = try ReferenceGraph(corpus, until: deadline) } catch { throw Problem(error) }
    guard let path = graph.path(from: request.from, to: request.to, alternative: request.alternative) else {
      throw Problem(
        404, "no path", detail: "no indexed records connect \(request.from) and \(request.to)", type: ProblemType.noPath,
        extensions: ["from": .string("\(request.from)"), "to": .string("\(request.to)")])
    }
    return path
  }
}

extension Problem {
  init(_: Deadline.Exceeded) {
    self.init(504, "the deadline passed", detail: "the search did not finish before the deadline; try again", type: ProblemType.deadline)
  }
}
