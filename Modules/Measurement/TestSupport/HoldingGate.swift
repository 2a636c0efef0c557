import Synchronization

/// A gate in a fake: tasks pass it at once, or are held until it is released.
public final class HoldingGate: Sendable {
  private struct State {
    var isHolding: Bool
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  public init(isHolding: Bool = false) { state = Mutex(State(isHolding: isHolding)) }

  /// Number of tasks that are held.
  public var heldCount: Int { state.withLock { $0.held.count } }

  /// Holds all tasks that arrive from now on.
  public func hold() { state.withLock { $0.isHolding = true } }

  /// Lets the held tasks and all later ones pass.
  public func release() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Returns at once, or after ``release()`` if tasks are held. Cancellation has no effect.
  public func pass() async {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.isHolding { state.held.append(continuation) }
        return state.isHolding
      }
      if !isHeld { continuation.resume() }
    }
  }
}
