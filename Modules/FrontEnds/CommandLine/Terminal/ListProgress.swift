import Client
import Contracts
import Localization
import MessageBus

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
