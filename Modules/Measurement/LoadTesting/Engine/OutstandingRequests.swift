import Synchronization

/// The times of one request, from the start of the run, on one clock.
struct RequestTiming: Sendable, Hashable {
  /// When the schedule wanted the request to be sent. In a closed loop, the same as ``sent``.
  let intended: Duration
  /// The earliest time at which the request could be sent: later than ``intended`` if as many requests as allowed were outstanding then.
  let possible: Duration
  let sent: Duration
  let ended: Duration

  /// What a user of the target would have waited. It counts from the intended send time: a request that is sent late because earlier ones are
  /// slow has waited, too (coordinated omission).
  var latency: Duration { ended - intended }
  var service: Duration { ended - sent }
  var queueing: Duration { sent - intended }
  /// Whether the request had to wait for an outstanding one.
  var hasWaited: Bool { possible > intended }
  /// How late the generator itself was.
  var delay: Duration { max(.zero, sent - possible) }
  /// Whether the generator was late by enough to matter beside the latency.
  var isMissed: Bool { delay > max(.milliseconds(1), latency / 10) }
}

/// The requests that were sent and have not ended, and the limit on their number. Whoever takes a request, because it has ended or because the
/// run ends without it, is the only one to record it.
///
/// A place is a request, or one of the chains of a closed loop. One task acquires places and waits for the last ones; any number of threads
/// release them.
final class OutstandingRequests: Sendable {
  /// A request that was sent.
  struct Pending: Sendable {
    let call: Call
    /// The times of ``RequestTiming``.
    let intended, possible, sent: Duration
    let isWarmUp: Bool
  }

  private struct State {
    /// By the number of the request.
    var pending: [Int: Pending] = [:]
    var used = 0
    /// When a place was released while none was free, the last time.
    var freeSince = Duration.zero
    /// No place can be acquired any more.
    var isClosed = false
    var acquirer: CheckedContinuation<Duration?, Never>?
    var drainer: CheckedContinuation<Void, Never>?
  }

  private let limit: Int
  private let state = Mutex(State())
  private let abandoned = Atomic(false)

  /// - Parameter limit: 1 or more.
  init(_ limit: Int) { self.limit = max(1, limit) }

  /// Whether the run has ended, so that nothing may be sent or recorded.
  var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

  /// Whether no place is free.
  var isFull: Bool { state.withLock { $0.used == limit } }

  /// Takes a place, and waits for one if none is free. Returns the time since which there has always been a free one; `nil` once ``close()``
  /// or ``abandon()`` was called.
  func acquire() async -> Duration? {
    await withCheckedContinuation { continuation in
      let (since, isWaiting): (Duration?, Bool) = state.withLock { state in
        guard !state.isClosed else { return (nil, false) }
        guard state.used < limit else {
          state.acquirer = continuation
          return (nil, true)
        }
        state.used += 1
        return (state.freeSince, false)
      }
      if !isWaiting { continuation.resume(returning: since) }
    }
  }

  /// Gives a place back at the time `now`.
  func release(at now: Duration) {
    let (acquirer, drainer) = state.withLock { state in
      if state.used == limit { state.freeSince = max(state.freeSince, now) }
      let acquirer = state.acquirer
      state.acquirer = nil
      if acquirer == nil { state.used -= 1 }
      return (acquirer, state.used == 0 ? Self.take(&state.drainer) : nil)
    }
    acquirer?.resume(returning: now)
    drainer?.resume()
  }

  func add(_ request: Pending, _ number: Int) { state.withLock { $0.pending[number] = request } }

  /// Removes and returns a request; `nil` if that was done before, or after ``abandon()``.
  func take(_ number: Int) -> Pending? {
    isAbandoned ? nil : state.withLock { $0.pending.removeValue(forKey: number) }
  }

  /// Removes and returns all requests.
  func takeAll() -> [Pending] { state.withLock { Array(Self.take(&$0.pending, leaving: [:]).values) } }

  /// Refuses further places.
  func close() {
    state.withLock { state in
      state.isClosed = true
      return Self.take(&state.acquirer)
    }?.resume(returning: nil)
  }

  /// Ends all waiting: the outstanding requests do not matter any more.
  func abandon() {
    abandoned.store(true, ordering: .relaxed)
    close()
    state.withLock { Self.take(&$0.drainer) }?.resume()
  }

  /// Returns once all places are free, or at once after ``abandon()``.
  func drain() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isDone = state.withLock { state in
        guard state.used > 0, !isAbandoned else { return true }
        state.drainer = continuation
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  private static func take<Value>(_ value: inout Value?) -> Value? { take(&value, leaving: nil) }

  private static func take<Value>(_ value: inout Value, leaving rest: Value) -> Value {
    defer { value = rest }
    return value
  }
}
