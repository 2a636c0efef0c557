import MessageBus
import OrderedCollections
import Synchronization

/// A semaphore that serves clients in turn (``FairQueue``) and lets none of them take all permits (``PermitShares``); waiters of one client
/// are served first in, first out.
///
/// A waiter is identified by a number that its caller chooses. Clients join a waiter before or while it is queued; the waiter is admitted
/// as soon as one of its clients may take a permit and its turn has come. The permit counts as that client's.
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

  /// Resumed with the client whose permit the waiter got; with `nil` if the waiter was cancelled.
  private typealias Continuation = CheckedContinuation<String?, Never>

  private struct Waiter {
    var clients: OrderedSet<String> = []
    /// One for each client while the waiter is queued; none otherwise.
    var places: [Place] = []
    var continuation: Continuation?
    let admission = Admission()
  }

  /// Whether a waiter has been admitted. Remains valid for the clients that joined after the waiter is removed.
  final class Admission: Sendable {
    private let flag = Atomic(false)
    var isAdmitted: Bool { flag.load(ordering: .relaxed) }
    fileprivate func admit() { flag.store(true, ordering: .relaxed) }
  }

  private struct State {
    var permits: PermitShares
    var queue = FairQueue<Place>()
    var waiters: [UInt64: Waiter] = [:]
    var queuedCount = 0
    var joinCount = 0

    /// Returns the continuation of the waiter if it gets a permit at once.
    mutating func join(_ id: UInt64, _ client: String) -> Continuation? {
      joinCount += 1
      guard waiters[id, default: Waiter()].clients.append(client).inserted, waiters[id]?.continuation != nil else { return nil }
      guard permits.take(for: client) else {
        enqueue(id, for: client)
        return nil
      }
      return admit(id)
    }

    /// Takes a permit for the first client of the waiter that may have one. Returns the client; `nil` if the waiter must be queued, as one
    /// without clients must.
    mutating func take(_ id: UInt64) -> String? {
      for client in waiters[id]?.clients ?? [] where permits.take(for: client) {
        waiters[id]?.admission.admit()
        return client
      }
      return nil
    }

    /// Admits a queued waiter for which a permit was taken.
    mutating func admit(_ id: UInt64) -> Continuation? {
      waiters[id]?.admission.admit()
      return dequeue(id)
    }

    mutating func enqueue(_ id: UInt64, for client: String) {
      let place = Place(id, client)
      if waiters[id, default: Waiter()].places.isEmpty { queuedCount += 1 }
      waiters[id, default: Waiter()].places.append(place)
      queue.append(place)
    }

    /// Takes the waiter out of the lines of all its clients, and returns its continuation if it waits for a permit.
    mutating func dequeue(_ id: UInt64) -> Continuation? {
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

    /// Gives back a permit of `client`, and gives permits to the next waiters of clients that may have one: two of them if `client` had its
    /// last permit, because then it may also take one of the reserve.
    mutating func release(_ client: String) -> [(client: String, continuation: Continuation)] {
      permits.giveBack(client)
      return admitNext()
    }

    mutating func resize(_ count: Int) -> [(client: String, continuation: Continuation)] {
      permits.resize(count)
      return admitNext()
    }

    private mutating func admitNext() -> [(client: String, continuation: Continuation)] {
      var admitted: [(client: String, continuation: Continuation)] = []
      // Only clients that have permits may have to wait although one is free, so few lines are passed over.
      while permits.free > 0, let place = queue.popFirst(where: { permits.isAvailable(to: $0) }) {
        place.isWaiting = false
        if permits.take(for: place.flow), let continuation = admit(place.waiter) { admitted.append((place.flow, continuation)) }
      }
      return admitted
    }
  }

  private let state: Mutex<State>

  init(permits: Int) { state = Mutex(State(permits: PermitShares(permits))) }

  /// Number of queued waiters.
  var waitingCount: Int { state.withLock { $0.queuedCount } }

  /// Total number of calls of ``join(_:_:)``.
  var joinCount: Int { state.withLock { $0.joinCount } }

  /// Adds `client` to the waiter `id`. May be called for several clients, and repeatedly for one, until ``remove(_:)``.
  @discardableResult
  func join(_ id: UInt64, _ client: String) -> Admission {
    let (admission, continuation) = state.withLock { state -> (Admission, Continuation?) in
      let continuation = state.join(id, client)
      return (state.waiters[id, default: Waiter()].admission, continuation)
    }
    continuation?.resume(returning: client)
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

  /// Acquires a permit for the waiter `id`, which waits for its first client if it has none, runs `body` and releases the permit. Throws
  /// ``OriginError/Code/cancelled`` if the task is cancelled while it is queued. Only one task at a time may use an ID.
  func withPermit<Result>(_ id: UInt64, _ body: () async throws(OriginError) -> Result) async throws(OriginError) -> Result {
    guard let client = await acquire(id) else { throw OriginError(.cancelled, "the request was cancelled while it was queued") }
    defer { release(client) }
    return try await body()
  }

  /// Returns the client whose permit the waiter got; `nil` if it was cancelled.
  private func acquire(_ id: UInt64) async -> String? {
    if !Task.isCancelled, let client = state.withLock({ $0.take(id) }) { return client }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Continuation) in
        let (isQueued, client) = state.withLock { state -> (Bool, String?) in
          // Cancelled before it was queued: the cancellation handler below found nothing to remove.
          if Task.isCancelled { return (false, nil) }
          if let client = state.take(id) { return (false, client) }
          state.waiters[id, default: Waiter()].continuation = continuation
          for client in state.waiters[id]?.clients ?? [] { state.enqueue(id, for: client) }
          return (true, nil)
        }
        if !isQueued { continuation.resume(returning: client) }
      }
    } onCancel: {
      state.withLock { $0.dequeue(id) }?.resume(returning: nil)
    }
  }

  /// Changes the number of permits. Permits that are in use beyond a smaller number disappear when they are released.
  func resize(_ permits: Int) {
    let admitted = state.withLock { state in state.permits.count == max(1, permits) ? [] : state.resize(permits) }
    for next in admitted { next.continuation.resume(returning: next.client) }
  }

  private func release(_ client: String) {
    for next in state.withLock({ $0.release(client) }) { next.continuation.resume(returning: next.client) }
  }
}

/// Permits for concurrent requests, shared by clients so that none of them can take all.
///
/// The last quarter of the permits (at least one, unless there is only one) is for clients that have none yet: however many requests a
/// client sends, and however long the origin keeps them, the next client finds a permit. Pure; every operation takes constant time.
struct PermitShares {
  /// The permits that only clients without a permit may take.
  private(set) var reserve: Int
  /// Number of free permits; negative while more are taken than there are since ``resize(_:)``.
  private(set) var free: Int
  /// Number of permits, free and taken.
  private(set) var count: Int
  private var taken: [String: Int] = [:]

  init(_ count: Int) {
    self.count = max(1, count)
    free = self.count
    reserve = (free + 3) / 4
  }

  /// Changes the number of permits. Permits beyond a smaller number disappear when they are given back.
  mutating func resize(_ newCount: Int) {
    free += max(1, newCount) - count
    count = max(1, newCount)
    reserve = (count + 3) / 4
  }

  /// Returns whether `client` may take a permit now.
  func isAvailable(to client: String) -> Bool { free > reserve || (free > 0 && taken[client] == nil) }

  /// Takes a permit for `client`. Returns `false` if none is available to it.
  mutating func take(for client: String) -> Bool {
    guard isAvailable(to: client) else { return false }
    free -= 1
    taken[client, default: 0] += 1
    return true
  }

  /// Gives back a permit that was taken for `client`.
  mutating func giveBack(_ client: String) {
    guard let count = taken[client] else { return }
    free += 1
    taken[client] = count > 1 ? count - 1 : nil
  }
}
