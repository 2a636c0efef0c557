import Client
import Contracts
import Dialects
import Localization
import MessageBus
import Models
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

/// A search of a cached list, as its origin would do it, for the time in which the origin cannot be reached.
struct CachedSearch: Sendable {
  let request: ListRequest

  init(_ request: ListRequest) { self.request = request }

  /// Returns what the origin would find; `nil` if the request is no search, if a part of the list is not cached, or if there is no such page.
  func list(in context: Context) async -> ListResponse? {
    guard let text = request.search else { return nil }
    let whole = ListRequest(
      request.kind, .all, sort: request.sort, descending: request.descending, asOrigin: request.sort == nil && !request.descending,
      validation: Validation(onlyIfCached: true))
    guard var list = try? await context.repository.list(whole) else { return nil }
    let search = WireSearch(text)
    let found = list.page.items.filter { item in
      (try? Record(received: item, kinds: context.kinds)).map(search.matches) ?? false
    }
    list.page.count = found.count
    list.page.items = found
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

/// Requests a list, and shows how many of its records have been read if that takes long.
struct ListProgress: Sendable {
  private let context: Context

  init(_ context: Context) { self.context = context }

  func list(_ request: ListRequest) async throws(Problem) -> ListResponse {
    let display = ProgressDisplay(context, .reading("\(request.kind)"))
    defer { display.clear() }
    guard display.isShown, request.extent == .all, request.search == nil else { return try await context.repository.list(request) }
    let result = await withTaskGroup(of: Void.self) { group -> Result<ListResponse, Problem> in
      group.addTask {
        do { try await Task.sleep(for: ProgressBoard.standardDelay) } catch { return }
        await count(ListRequest(request.kind, .all, asOrigin: true), on: display)
      }
      defer { group.cancelAll() }
      do throws(Problem) { return .success(try await context.repository.list(request)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Counts the records of the same list in the origin's order, whose pages arrive one by one: a sorted list arrives only when the cache has
  /// all of its pages. The cache fetches each page once for both. A failure matters only to the progress.
  private func count(_ request: ListRequest, on display: ProgressDisplay) async {
    var done = 0
    try? await context.repository.stream(.cache, request.request) { reply throws(Problem) in
      guard reply.problem == nil else { return }
      let page = try PageBody(ListRequest.answer(reply).body)
      done += page.items.count
      display.show(done: done, of: max(done, page.count))
    }
  }
}
