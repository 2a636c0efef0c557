import Client
import Contracts
import Localization
import MessageBus
import Presentation

/// Requests a list. A search is a request to the origin; if the origin fails or is silent, the cached list is searched instead, with a note,
/// provided that all of it is cached.
struct SearchedList: Sendable {
  /// How long the origin may be silent before the cached list is searched. Searches of a slow origin take about a second.
  private static let patience = Duration.seconds(2)

  private let request: ListRequest
  private let context: Context

  init(_ request: ListRequest, _ context: Context) {
    self.request = request
    self.context = context
  }

  private enum Outcome: Sendable {
    case found(ListResponse)
    case failed(Problem)
    /// What the cached list contains, after the origin was silent for a time.
    case foundInCache(ListResponse, after: Duration)
    case notCached
  }

  func list() async throws(Problem) -> ListResponse {
    guard request.search != nil else { return try await ListProgress(context).list(request) }
    let outcome = await withTaskGroup(of: Outcome.self) { group in
      group.addTask { await search() }
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

  private func search() async -> Outcome {
    do throws(Problem) { return .found(try await ListProgress(context).list(request)) } catch { return .failed(error) }
  }

  /// Searches the cached list if the origin stays silent.
  private func searchCacheLater() async -> Outcome {
    // While the bus is starting, the origin has not been asked yet.
    guard (try? await context.repository.brokerStatistics()) != nil else { return .notCached }
    // A short deadline leaves time for the cache.
    let patience = min(Self.patience, context.deadline.remaining / 2)
    guard (try? await Task.sleep(for: patience)) != nil else { return .notCached }
    return await searchCache().map { .foundInCache($0, after: patience) } ?? .notCached
  }

  private func searchCache() async -> ListResponse? { await CachedSearch(request).list(in: context) }
}
