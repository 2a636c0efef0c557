import Contracts
import MessageBus
import Synchronization

/// Opens once; requests wait for that, each until its own deadline.
final class Gate: Sendable {
  private let opened = Atomic(false)
  private let opening: AsyncStream<Never>.Continuation
  /// Ends when the gate opens.
  private let wait: Task<Void, Never>

  init(isOpen: Bool = false) {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    opening = continuation
    wait = Task { for await _ in stream {} }
    if isOpen { open() }
  }

  deinit { opening.finish() }

  /// Whether the gate is open. Never blocks.
  var isOpen: Bool { opened.load(ordering: .acquiring) }

  func open() {
    opened.store(true, ordering: .releasing)
    opening.finish()
  }

  /// Waits until the gate opens, and returns `true`. Returns `false` at `end`, or when the task is cancelled.
  func wait(until end: ContinuousClock.Instant) async -> Bool {
    if isOpen { return true }
    return await wait.value(within: ContinuousClock.now.duration(to: end)) != nil
  }
}

/// Places for requests that wait for other services: a limit for all clients together, and a share for each. Each waiting request needs a
/// task, a timer and its query.
final class WaitingPlaces: Sendable {
  private struct State {
    var taken = 0
    var takenByClient: [String: Int] = [:]
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// Number of places taken.
  var count: Int { state.withLock { $0.taken } }

  /// Takes a place; the caller calls ``leave(_:)`` afterwards. Throws a 503 if there is none.
  ///
  /// - Parameter client: may take at most three times as many places as are free, so that other clients always find a place.
  func take(for client: String) throws(Problem) {
    let isTaken = state.withLock { state in
      let free = limit - state.taken
      guard free > 0, state.takenByClient[client, default: 0] / 3 < free else { return false }
      state.taken += 1
      state.takenByClient[client, default: 0] += 1
      return true
    }
    guard isTaken else {
      throw Problem(
        503, "too many requests are waiting", detail: "too many searches wait for other services; try again later",
        type: ProblemType.overloaded, retryAfter: 1
      ).because(.searchBusy)
    }
  }

  func leave(_ client: String) {
    state.withLock { state in
      state.taken -= 1
      guard let count = state.takenByClient[client] else { return }
      state.takenByClient[client] = count > 1 ? count - 1 : nil
    }
  }
}
