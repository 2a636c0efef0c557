import Contracts
import MessageBus
import Platform
import Synchronization

/// Ends a run before its time. The first reason counts.
final class StopSignal: Sendable {
  enum Reason: Sendable, Hashable {
    /// By SIGINT or SIGTERM, or because the first process of the run wants the end.
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

  /// Returns what `body` returns. Cancels it when the end is requested; it must throw then.
  func running<Value: Sendable>(_ body: @escaping @Sendable () async throws(Problem) -> Value) async throws(Problem) -> Value {
    let result = Mutex<Result<Value, Problem>>(.failure(.cancelled))
    await running {
      let ended: Result<Value, Problem>
      do throws(Problem) { ended = .success(try await body()) } catch { ended = .failure(error) }
      result.withLock { $0 = ended }
    }
    return try result.withLock { $0 }.get()
  }

  /// Runs `body`, and cancels it when the end is requested. Returns when `body` has ended.
  func running(_ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await body() }
      group.addTask { await self.wait() }
      _ = await group.next()
      group.cancelAll()
    }
  }
}
