import Contracts
import MessageBus
import Platform
import Synchronization

/// Ends a run before its time. The first reason counts.
final class StopSignal: Sendable {
  enum Reason: Sendable, Hashable {
    /// By SIGINT or SIGTERM.
    case interrupted(Signal)
    /// By `--abort-if`, with a sentence that says why.
    case aborted(String)
  }

  private struct State {
    var reason: Reason?
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  /// `nil` while nothing asked for the end.
  var reason: Reason? { state.withLock { $0.reason } }

  func request(_ reason: Reason) {
    let waiting = state.withLock { state in
      if state.reason == nil { state.reason = reason }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  /// Returns once the end is requested, or the task is cancelled.
  func wait() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let isRequested = state.withLock { state in
      if state.reason == nil { state.waiting.append(continuation) }
      return state.reason != nil
    }
    if isRequested { return }
    for await _ in stream {}
  }

  /// Returns what `body` returns. Cancels it when the end is requested, and returns when it has ended.
  func running<Value: Sendable>(_ body: @escaping @Sendable () async throws(Problem) -> Value) async throws(Problem) -> Value {
    let result: Result<Value, Problem>? = await withTaskGroup(of: Result<Value, Problem>?.self) { group in
      group.addTask {
        do throws(Problem) { return .success(try await body()) } catch { return .failure(error) }
      }
      group.addTask {
        await self.wait()
        return nil
      }
      var ended: Result<Value, Problem>?
      for await result in group {
        group.cancelAll()
        ended = ended ?? result
      }
      return ended
    }
    return try (result ?? .failure(.cancelled)).get()
  }
}
