import MessageBus
import OrderedCollections
import Synchronization

/// A semaphore that serves clients in turn (``FairQueue``); waiters of one client are served first in, first out.
///
/// A waiter is identified by a number that its caller chooses. Clients join a waiter before or while it is queued; the waiter is admitted
/// as soon as the turn of one of its clients comes.
final class FairSemaphore: Sendable {
  /// A waiter's place in the line of one of its clients.
  private final class Place: FairQueueItem {
    let waiter: UInt64
    let flow: String
    let byteCount = 0
    var isWaiting = true

    init(_ waiter: UInt64, _ client: String) {
      self.waiter = waiter
      flow = client
    }
  }

  private struct Waiter {
    var clients: OrderedSet<String> = []
    /// One for each client while the waiter is queued; none otherwise.
    var places: [Place] = []
    var continuation: CheckedContinuation<Bool, Never>?
    let admission = Admission()
  }

  /// Whether a waiter has been admitted. Remains valid for the clients that joined after the waiter is removed.
  final class Admission: Sendable {
    private let flag = Atomic(false)
    var isAdmitted: Bool { flag.load(ordering: .relaxed) }
    fileprivate func admit() { flag.store(true, ordering: .relaxed) }
  }

  private struct State {
    var permits: Int
    var queue = FairQueue<Place>()
    var waiters: [UInt64: Waiter] = [:]
    var queuedCount = 0
    var joinCount = 0

    mutating func join(_ id: UInt64, _ client: String) -> CheckedContinuation<Bool, Never>? {
      joinCount += 1
      guard waiters[id, default: Waiter()].clients.append(client).inserted, waiters[id]?.continuation != nil else { return nil }
      guard permits > 0 else {
        enqueue(id, for: client)
        return nil
      }
      permits -= 1
      return dequeue(id)
    }

    mutating func enqueue(_ id: UInt64, for client: String) {
      let place = Place(id, client)
      if waiters[id, default: Waiter()].places.isEmpty { queuedCount += 1 }
      waiters[id, default: Waiter()].places.append(place)
      queue.append(place)
    }

    /// Takes the waiter out of the lines of all its clients, and returns its continuation if it waits for a permit.
    mutating func dequeue(_ id: UInt64) -> CheckedContinuation<Bool, Never>? {
      guard let waiter = waiters[id] else { return nil }
      if !waiter.places.isEmpty { queuedCount -= 1 }
      for place in waiter.places where place.isWaiting {
        place.isWaiting = false
        queue.didLeave(place)
      }
      waiters[id]?.places = []
      waiters[id]?.continuation = nil
      return waiter.continuation
    }

    /// Gives a free permit to the next waiter, or keeps it.
    mutating func release() -> CheckedContinuation<Bool, Never>? {
      while let place = queue.popFirst() {
        place.isWaiting = false
        if let continuation = dequeue(place.waiter) { return continuation }
      }
      permits += 1
      return nil
    }
  }

  private let state: Mutex<State>

  init(permits: Int) { state = Mutex(State(permits: max(1, permits))) }

  /// Number of queued waiters.
  var waitingCount: Int { state.withLock { $0.queuedCount } }

  /// Total number of calls of ``join(_:_:)``.
  var joinCount: Int { state.withLock { $0.joinCount } }

  /// Adds `client` to the waiter `id`. May be called for several clients, and repeatedly for one, until ``remove(_:)``.
  @discardableResult
  func join(_ id: UInt64, _ client: String) -> Admission {
    let (admission, continuation) = state.withLock { state -> (Admission, CheckedContinuation<Bool, Never>?) in
      let continuation = state.join(id, client)
      return (state.waiters[id, default: Waiter()].admission, continuation)
    }
    continuation?.resume(returning: true)
    return admission
  }

  /// Returns whether the waiter `id` has been admitted.
  func isAdmitted(_ id: UInt64) -> Bool { state.withLock { $0.waiters[id]?.admission.isAdmitted ?? false } }

  /// Removes the waiter `id`, which will not acquire a permit any more.
  func remove(_ id: UInt64) {
    state.withLock { state in
      _ = state.dequeue(id)
      state.waiters[id] = nil
    }
  }

  /// Acquires a permit for the waiter `id`, runs `body` and releases the permit. Throws ``OriginError/Code/cancelled`` if the task is
  /// cancelled while it is queued. Only one task at a time may use an ID.
  func withPermit<Result>(_ id: UInt64, _ body: () async throws(OriginError) -> Result) async throws(OriginError) -> Result {
    guard await acquire(id) else { throw OriginError(.cancelled, "the request was cancelled while it was queued") }
    defer { release() }
    // If a permit is free, a task may be admitted before its waiter has a client.
    state.withLock { $0.waiters[id, default: Waiter()].admission.admit() }
    return try await body()
  }

  private func acquire(_ id: UInt64) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let acquired: Bool? = state.withLock { state in
          // Cancelled before it was queued: the cancellation handler below found nothing to remove.
          if Task.isCancelled { return false }
          if state.permits > 0 {
            state.permits -= 1
            return true
          }
          state.waiters[id, default: Waiter()].continuation = continuation
          for client in state.waiters[id]?.clients ?? [] { state.enqueue(id, for: client) }
          return nil
        }
        if let acquired { continuation.resume(returning: acquired) }
      }
    } onCancel: {
      state.withLock { $0.dequeue(id) }?.resume(returning: false)
    }
  }

  private func release() { state.withLock { $0.release() }?.resume(returning: true) }
}
