import DequeModule
import Synchronization

/// Lets a bounded number of tasks through at a time; the others wait in the order they came.
final class FairGate: Sendable {
  private struct State {
    var free: Int
    var tickets: UInt64 = 0
    var waiting: Deque<(ticket: UInt64, turn: CheckedContinuation<Bool, Never>)> = []
  }

  private let state: Mutex<State>

  init(width: Int) { state = Mutex(State(free: max(1, width))) }

  /// How many tasks wait for their turn.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Runs `body` when it is this task's turn. Throws ``OriginError/Code/cancelled`` when the task is cancelled while it waits.
  func pass<Result>(_ body: () async throws(OriginError) -> Result) async throws(OriginError) -> Result {
    guard await enter() else { throw OriginError(.cancelled, "the request was cancelled while it waited for its turn") }
    defer { leave() }
    return try await body()
  }

  private func enter() async -> Bool {
    let ticket = state.withLock { state -> UInt64? in
      guard state.free == 0 else {
        state.free -= 1
        return nil
      }
      state.tickets += 1
      return state.tickets
    }
    guard let ticket else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let atOnce: Bool? = state.withLock { state in
          // Cancelled before it stood in the queue: the handler below found nothing to remove.
          if Task.isCancelled { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.waiting.append((ticket, turn))
          return nil
        }
        if let atOnce { turn.resume(returning: atOnce) }
      }
    } onCancel: {
      let turn = state.withLock { state in
        state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).turn }
      }
      turn?.resume(returning: false)
    }
  }

  private func leave() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()?.turn
      if next == nil { state.free += 1 }
      return next
    }
    next?.resume(returning: true)
  }
}
