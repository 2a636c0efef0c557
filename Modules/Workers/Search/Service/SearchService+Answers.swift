import Contracts
import CoreMetrics
import MessageBus
import Models
import Synchronization

extension SearchService {
  func search(_ wanted: SearchRequest, within limit: Duration, until end: ContinuousClock.Instant) async throws(Problem) -> SearchAnswer {
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
        found = await originSearch.references(for: query.typedWords, in: unknown, within: originLimit(limit, until: end))
      }
    }
    let snapshot = index.snapshot
    var coverage = snapshot.coverage
    coverage.askedOrigin = found != nil
    let search = SearchRun(query: query, library: snapshot.library, limit: wanted.limit, deadline: Deadline(end))
    let outcome: SearchRun.Outcome
    do { outcome = try search.run(alsoFound: found ?? []) } catch { throw Problem(error) }
    return SearchAnswer(
      query: wanted.text, correction: outcome.correction, count: outcome.count, matches: outcome.matches, coverage: coverage)
  }

  /// The time left until the deadline, less a reserve for the answer: a tenth of the whole, at least 100 ms but never more than half.
  private func originLimit(_ limit: Duration, until end: ContinuousClock.Instant) -> Duration {
    let left = ContinuousClock.now.duration(to: end)
    return min(max(left - max(limit / 10, min(limit / 2, .milliseconds(100))), .zero), settings.originPatience)
  }

  /// Requests of the history that may be under way at once.
  static let mostHistoryRequests = 256

  /// ``keep(_:)``, given up at `end`.
  func history(_ wanted: HistoryRequest, until end: ContinuousClock.Instant) async throws(Problem) -> History {
    guard historyRequests.load(ordering: .relaxed) < Self.mostHistoryRequests else {
      throw Problem(503, "the history is busy", detail: "\(Self.mostHistoryRequests) requests wait for the history; try again")
    }
    historyRequests.add(1, ordering: .relaxed)
    let task = Task<Result<History, Problem>?, Never> {
      defer { historyRequests.subtract(1, ordering: .relaxed) }
      do throws(Problem) { return .success(try await keep(wanted)) } catch { return .failure(error) }
    }
    guard let result = await task.value(within: ContinuousClock.now.duration(to: end)) else {
      task.cancel()
      throw Problem(
        504, "the deadline passed", detail: "the history did not answer by the request's deadline: its file is locked, or its disk is slow",
        type: ProblemType.deadline)
    }
    return try result.get()
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
      throw Problem(503, "the history cannot be used", detail: error.message)
    }
  }

  func path(_ wanted: PathRequest, until deadline: Deadline) throws(Problem) -> ReferencePath {
    counters.paths.increment()
    let library = index.snapshot.library
    for end in [wanted.from, wanted.to] where library.place(of: end) == nil {
      throw Problem(404, "not found", detail: "\(end) is not indexed: look it up once, and it is", type: ProblemType.notFound)
    }
    let graph: ReferenceGraph
    do { graph = try ReferenceGraph(library, until: deadline) } catch { throw Problem(error) }
    guard let path = graph.path(from: wanted.from, to: wanted.to) else {
      throw Problem(
        404, "no path", detail: "nothing that is indexed connects \(wanted.from) and \(wanted.to)", type: ProblemType.noPath)
    }
    return path
  }
}

extension Problem {
  init(_: Deadline.Passed) {
    self.init(504, "the deadline passed", detail: "the search was given up at the request's deadline", type: ProblemType.deadline)
  }
}
