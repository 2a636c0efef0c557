import Platform
import Synchronization

/// Limits the time of an expression: ``isTimeOver`` ends one that yields results, and the end of the process one that yields none, because
/// libjq has no interrupt.
///
/// A thread watches the time, because the thread that runs libjq cannot. It is started with the first value.
final class JQWatchdog: Sendable {
  private struct State {
    /// The number of values begun so far.
    var runs = 0
    /// Whether the last value is in progress.
    var isInProgress = false
    var isStarted = false
    var isClosed = false
  }

  /// How much longer than the timeout an expression may take until its next result, which would end it without the process.
  private static let grace = Duration.milliseconds(500)

  private let state = Mutex(State())
  private let isOver = Atomic<Bool>(false)
  private let timeout: Duration
  /// The time between two looks at the value in progress.
  private let interval: Duration
  private let sleep: @Sendable (Duration) -> Duration
  private let onHang: @Sendable () -> Void

  /// - Parameters:
  ///   - sleep: sleeps for a time and returns the time that has passed.
  ///   - onHang: ends the process. Called on the thread of the watchdog; must not use the watchdog.
  init(
    timeout: Duration, sleep: @escaping @Sendable (Duration) -> Duration = JQWatchdog.sleep(for:), onHang: @escaping @Sendable () -> Void
  ) {
    self.timeout = timeout
    interval = min(max(timeout / 16, .milliseconds(50)), .seconds(1))
    self.sleep = sleep
    self.onHang = onHang
  }

  /// Whether the value in progress has taken longer than the timeout.
  var isTimeOver: Bool { isOver.load(ordering: .relaxed) }

  /// Begins to watch a value.
  func begin() {
    let mustStart = state.withLock { state in
      state.runs += 1
      state.isInProgress = true
      isOver.store(false, ordering: .relaxed)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    // Without a thread, only the number and the size of the results are limited.
    if mustStart { try? BackgroundThread.start { [self] in watch() } }
  }

  /// Ends the watch of the value.
  func finish() { state.withLock { $0.isInProgress = false } }

  /// Ends the thread within a second.
  func close() { state.withLock { $0.isClosed = true } }

  private func watch() {
    var run = 0
    var spent = Duration.zero
    var timeoutPassed: Duration?
    while let current = currentRun() {
      if current != run { (run, spent, timeoutPassed) = (current, .zero, nil) }
      if spent >= timeout {
        if let passed = timeoutPassed, spent - passed >= Self.grace {
          if endIfInProgress(run) { return }
        } else if timeoutPassed == nil {
          timeoutPassed = spent
          expire(run)
        }
      }
      // The clock goes on while the process is stopped (Ctrl-Z), so the time of one sleep counts only up to twice the interval.
      spent += min(sleep(interval), interval * 2)
    }
  }

  /// Returns the number of the last value; `nil` after ``close()``.
  private func currentRun() -> Int? { state.withLock { $0.isClosed ? nil : $0.runs } }

  private func expire(_ run: Int) {
    state.withLock { state in
      if state.runs == run, state.isInProgress { isOver.store(true, ordering: .relaxed) }
    }
  }

  /// Calls ``onHang`` if the value is still in progress, and returns whether it was. ``finish()`` waits meanwhile, so that the results of a
  /// value that is finished at this moment are not printed in part while the process ends.
  private func endIfInProgress(_ run: Int) -> Bool {
    state.withLock { state in
      guard state.runs == run, state.isInProgress else { return false }
      onHang()
      return true
    }
  }

  /// Sleeps for `time` and returns the time that has passed.
  static func sleep(for time: Duration) -> Duration {
    let start = ContinuousClock.now
    _ = Polling.wait(for: [], within: time)
    return start.duration(to: .now)
  }
}
