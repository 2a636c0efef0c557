import Platform
import Synchronization

/// Limits the time of an expression that yields no results: libjq has no interrupt, so only the end of the process stops it.
///
/// A thread watches the time, because the thread that runs libjq cannot. It is started with the first value.
final class JQWatchdog: Sendable {
  private struct State {
    /// The number of values begun so far.
    var runs = 0
    /// When the value in progress must be finished; `nil` between values.
    var end: ContinuousClock.Instant?
    var isStarted = false
    var isClosed = false
  }

  /// How much longer than the timeout an expression may take until its next result, which would end it without the process.
  private static let grace = Duration.milliseconds(500)

  /// The time between two looks for a value while there is none, however short the timeout.
  private static let minimumSleep = Duration.milliseconds(50)

  private let state = Mutex(State())
  private let isOver = Atomic<Bool>(false)
  private let timeout: Duration
  private let onHang: @Sendable () -> Void

  /// - Parameter onHang: ends the process. Called on the thread of the watchdog; must not use the watchdog.
  init(timeout: Duration, onHang: @escaping @Sendable () -> Void) {
    self.timeout = timeout
    self.onHang = onHang
  }

  /// Whether the value in progress has taken longer than the timeout.
  var isTimeOver: Bool { isOver.load(ordering: .relaxed) }

  /// Begins to watch a value.
  func begin() {
    let mustStart = state.withLock { state in
      state.runs += 1
      state.end = .now + timeout
      isOver.store(false, ordering: .relaxed)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    // Without a thread, results are still limited in time.
    if mustStart { try? BackgroundThread.start { [self] in watch() } }
  }

  /// Ends the watch of the value.
  func finish() { state.withLock { $0.end = nil } }

  /// Ends the thread after the timeout at the latest.
  func close() { state.withLock { $0.isClosed = true } }

  private func watch() {
    // A value that begins during a sleep is due after it, because the sleep is hardly longer than the timeout.
    while let next = nextCheck() {
      Self.sleep(until: next)
      guard let run = expiredRun() else { continue }
      Self.sleep(until: .now + Self.grace)
      if endIfInProgress(run) { return }
    }
  }

  /// Returns `nil` after ``close()``.
  private func nextCheck() -> ContinuousClock.Instant? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      return state.end ?? .now + max(timeout, Self.minimumSleep)
    }
  }

  /// Returns the number of the value in progress if its time is over.
  private func expiredRun() -> Int? {
    state.withLock { state in
      guard let end = state.end, end <= .now else { return nil }
      isOver.store(true, ordering: .relaxed)
      return state.runs
    }
  }

  /// Calls ``onHang`` if the value is still in progress, and returns whether it was. ``finish()`` waits meanwhile, so that the results of a
  /// value that is finished at this moment are not printed in part while the process ends.
  private func endIfInProgress(_ run: Int) -> Bool {
    state.withLock { state in
      guard state.runs == run, state.end != nil else { return false }
      onHang()
      return true
    }
  }

  private static func sleep(until end: ContinuousClock.Instant) {
    let time = ContinuousClock.now.duration(to: end)
    if time > .zero { _ = Polling.wait(for: [], within: time) }
  }
}
