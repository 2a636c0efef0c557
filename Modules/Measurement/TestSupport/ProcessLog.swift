import Synchronization

/// The output lines of a process, and the tasks waiting for a line.
final class ProcessLog: Sendable {
  private struct Waiter {
    let id: Int
    let stream: RunningProcess.Stream
    let matches: @Sendable (String) -> Bool
    let continuation: CheckedContinuation<String, any Error>
  }

  private struct State {
    var lines: [RunningProcess.Stream: [String]] = [:]
    var waiters: [Waiter] = []
    var cancelled: Set<Int> = []
    var nextID = 0
    var end: String?
  }

  private let state = Mutex(State())

  func text(_ stream: RunningProcess.Stream) -> String { state.withLock { ($0.lines[stream] ?? []).map { $0 + "\n" }.joined() } }

  func append(_ line: String, to stream: RunningProcess.Stream) {
    let resumed = state.withLock { state in
      state.lines[stream, default: []].append(line)
      let resumed = state.waiters.filter { $0.stream == stream && $0.matches(line) }
      let ids = Set(resumed.map(\.id))
      state.waiters.removeAll { ids.contains($0.id) }
      return resumed
    }
    for waiter in resumed { waiter.continuation.resume(returning: line) }
  }

  /// Ends the log. Waiting tasks fail with `reason`.
  func finish(_ reason: String) {
    let waiters = state.withLock { state in
      state.end = reason
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(throwing: TestSupportError(reason)) }
  }

  /// Returns the first matching line, past or future. Throws if the process ends without one, or if the task is cancelled.
  func line(on stream: RunningProcess.Stream, where matches: @escaping @Sendable (String) -> Bool) async throws -> String {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<String, any Error>? = state.withLock { state in
          if let line = state.lines[stream]?.first(where: matches) { return .success(line) }
          if let end = state.end { return .failure(TestSupportError(end)) }
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          state.waiters.append(Waiter(id: id, stream: stream, matches: matches, continuation: continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.waiters.remove(at: index)
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}
