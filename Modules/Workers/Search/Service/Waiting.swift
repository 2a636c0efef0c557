import Contracts
import MessageBus
import Synchronization

/// Opens once; requests wait for that, each until its own deadline.
final class Gate: Sendable {
  private let opened: Atomic<Bool>

  init(isOpen: Bool = false) { opened = Atomic(isOpen) }

  var isOpen: Bool { opened.load(ordering: .acquiring) }

  func open() { opened.store(true, ordering: .releasing) }

  /// Waits until the gate opens, and returns `true`. Returns `false` at `end`, or when the task is cancelled.
  func wait(until end: ContinuousClock.Instant) async -> Bool {
    while !isOpen {
      guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(10))) != nil else { return false }
    }
    return true
  }
}

/// Places for requests that wait for other services: a limit for all clients together, and a share for each. Each waiting request needs a
/// task, a timer and its query.
final class WaitingPlaces: Sendable {
  private let limit: Int
  private let taken = Mutex<(byClient: [String: Int], total: Int)>(([:], 0))

  init(limit: Int) { self.limit = limit }

  var count: Int { taken.withLock { $0.total } }

  /// Performs `body` in a place. Throws a 503 if there is none.
  ///
  /// - Parameter client: may take at most three times as many places as are free, so that other clients always find a place.
  func wait<Value>(for client: String, _ body: () async throws(Problem) -> Value) async throws(Problem) -> Value {
    let isTaken = taken.withLock { taken in
      let free = limit - taken.total
      guard free > 0, taken.byClient[client, default: 0] / 3 < free else { return false }
      taken.total += 1
      taken.byClient[client, default: 0] += 1
      return true
    }
    guard isTaken else {
      throw Problem(
        503, "too many requests are waiting", detail: "too many searches wait for other services; try again later",
        type: ProblemType.overloaded, retryAfter: 1
      ).because(.searchBusy)
    }
    defer {
      taken.withLock { taken in
        taken.total -= 1
        let count = taken.byClient[client, default: 1] - 1
        taken.byClient[client] = count > 0 ? count : nil
      }
    }
    return try await body()
  }
}
