import Contracts
import CoreMetrics
import Databases
import MessageBus
import Synchronization

extension SearchService {
  /// Maximum number of concurrent history requests.
  static let maxHistoryRequests = 256

  /// Answers a history request. Throws at `end`; a change that has not begun by then is not made.
  func answer(_ request: HistoryRequest, until end: ContinuousClock.Instant, _ parts: ReplyParts) async throws(Problem) -> History {
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
}
