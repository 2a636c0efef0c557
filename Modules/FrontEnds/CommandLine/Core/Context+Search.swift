import Client
import Console
import Contracts
import Dialects
import Explorer
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation

extension Context {
  /// Sends a request to the search service.
  ///
  /// Throws ``Problem/noSearchWorkerInFleet`` at once if the fleet was told to run no search worker, and ``Problem/noSearchWorker`` if the broker
  /// has been up for a while and expects none, instead of waiting for the broker's grace period. On a bus that just started, or while a lost
  /// worker may return, waits for the worker, and for its index if `needsIndex`.
  func askSearch<C: Contract>(_ contract: C, needsIndex: Bool = true) async throws(Problem) -> C.Answer {
    try await askSearch(needsIndex: needsIndex) { () throws(Problem) in try await repository.ask(contract, of: .search) }
  }

  /// Runs `ask`, which sends a request to the search service, under the same conditions.
  func askSearch<Answer>(needsIndex: Bool = true, _ ask: () async throws(Problem) -> Answer) async throws(Problem) -> Answer {
    let broker = BrokerStatistics(try await repository.brokerStatistics())
    let isStarting = broker.isNew || broker.awaits(.search)
    if !broker.offers(.search) {
      if WorkerKind.search.isUnwanted(in: launcher.ownFleet) { throw .noSearchWorkerInFleet }
      guard isStarting else { throw .noSearchWorker }
    }
    do {
      if needsIndex, isStarting { try await waitForIndex() }
      return try await ask()
    } catch {
      throw error.type == ProblemType.noWorker ? .noSearchWorker : error
    }
  }

  /// Polls the index of the search worker every 20 ms until it is complete, for at most about 5 s, or 0.5 s in a row without growth.
  private func waitForIndex() async throws(Problem) {
    let progress = ProgressDisplay(self, .verbatim("indexing"))
    defer { progress.clear() }
    var indexed = -1
    var polls = 0
    var idlePolls = 0
    while polls < 250, idlePolls < 25 {
      let index = SearchIndexReport(statistics: try await repository.ask(StatsRequest(), of: .search))
      if index.isComplete { return }
      idlePolls = index.records > indexed ? 0 : idlePolls + 1
      indexed = max(indexed, index.records)
      polls += 1
      // The total grows while the lists arrive, so a share of it would be wrong.
      if indexed > 0 { progress.show(.verbatim("\(Figures.counted(indexed, "record", "records")) indexed")) }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .cancelled }
    }
  }
}

extension Problem {
  static let noSearchWorkerInFleet = Problem(
    503, "the fleet runs no search worker", detail: "start one with \(WorkerKind.search.startCommand)", type: ProblemType.noWorker,
    extensions: ["service": .string(ServiceName.search.text), "start": .string(WorkerKind.search.startCommand)])
  static let noSearchWorker = Problem(
    503, "no search worker is attached", detail: "start one with holocron-search", type: ProblemType.noWorker,
    extensions: ["service": .string(ServiceName.search.text), "start": "holocron-search"])
}

extension Coverage {
  /// A note that the index is incomplete and how to complete it; `nil` if it is complete.
  var incompleteIndexNote: Phrase? {
    isComplete ? nil : askedOrigin ? .originSearched(records, of: of) : .indexIncomplete(records, of: of)
  }
}

/// Requests a list. A search is a request to the origin; if the origin fails or is silent, the cached list is searched instead, with a note,
/// provided that all of it is cached.
struct SearchedList: Sendable {
  /// How long the origin may be silent before the cached list is searched. Searches of a slow origin take about a second.
  private static let patience = Duration.seconds(2)

  let request: ListRequest
  let context: Context

  private enum Outcome: Sendable {
    case found(ListResponse)
    case failed(Problem)
    /// What the cached list contains, after the origin was silent for a time.
    case foundInCache(ListResponse, after: Duration)
    case notCached
  }

  func list() async throws(Problem) -> ListResponse {
    try await context.showing(.reading("\(request.kind)")) { () throws(Problem) in
      request.search == nil ? try await context.repository.list(request) : try await search()
    }
  }

  private func search() async throws(Problem) -> ListResponse {
    let outcome = await withTaskGroup(of: Outcome.self) { group in
      group.addTask {
        do throws(Problem) { return .found(try await context.repository.list(request)) } catch { return .failed(error) }
      }
      group.addTask { await searchCacheLater() }
      defer { group.cancelAll() }
      var outcome = Outcome.notCached
      while case .notCached = outcome, let next = await group.next() { outcome = next }
      return outcome
    }
    switch outcome {
    case .found(let list): return list
    case .failed(let problem):
      guard problem.type == ProblemType.origin, let list = await searchCache() else { throw problem }
      context.note(.cachedListSearched(problem.reason(in: context.language)))
      return list
    case .foundInCache(let list, let patience):
      let (figures, seconds) = (context.language.figures, patience / .seconds(1))
      context.note(.silentOriginListSearched(seconds < 1 ? figures.milliseconds(seconds * 1_000) : figures.duration(seconds)))
      return list
    case .notCached: throw .cancelled
    }
  }

  /// Searches the cached list if the origin stays silent. While the bus is starting, the origin has not been asked yet.
  private func searchCacheLater() async -> Outcome {
    guard (try? await context.repository.brokerStatistics()) != nil else { return .notCached }
    // A short deadline leaves time for the cache.
    let patience = min(Self.patience, context.deadline.remaining / 2)
    guard (try? await Task.sleep(for: patience)) != nil else { return .notCached }
    return await searchCache().map { .foundInCache($0, after: patience) } ?? .notCached
  }

  /// Returns what the origin would find in the cached list; `nil` if a part of the list is not cached, or if there is no such page.
  private func searchCache() async -> ListResponse? {
    let whole = ListRequest(
      request.kind, .all, sort: request.sort, descending: request.descending, asOrigin: request.sort == nil && !request.descending,
      validation: Validation(onlyIfCached: true))
    guard let text = request.search, var list = try? await context.repository.list(whole) else { return nil }
    let search = WireSearch(text)
    list.page.items = list.page.items.filter { item in
      (try? Record(received: item, kinds: context.kinds)).map(search.matches) ?? false
    }
    list.page.count = list.page.items.count
    guard case .page(let number) = request.extent else { return list }
    return list.page.cut(to: number) ? list : nil
  }
}

extension PageBody {
  /// Reduces a whole list to one of its pages. Returns `false` if it has no such page.
  mutating func cut(to number: Int) -> Bool {
    pages = max(1, (items.count + Kinds.pageSize - 1) / Kinds.pageSize)
    page = number
    items = Array(items.dropFirst((number - 1) * Kinds.pageSize).prefix(Kinds.pageSize))
    return number <= pages
  }
}
