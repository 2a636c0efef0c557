/// Limits a computation in time. The computation checks the deadline at intervals, and also stops when its task is cancelled.
struct Deadline: Sendable {
  /// Thrown when the deadline has passed or the task is cancelled.
  struct Exceeded: Error {}

  /// Number of loop iterations between two checks, since reading the clock costs more than most iterations.
  static let checkInterval = 64

  private let hasPassed: @Sendable () -> Bool

  init(hasPassed: @escaping @Sendable () -> Bool) { self.hasPassed = hasPassed }

  init(_ instant: ContinuousClock.Instant) { self.init { ContinuousClock.now >= instant } }

  /// No deadline: only cancellation stops the computation.
  static let none = Deadline { false }

  func check() throws(Exceeded) { if hasPassed() || Task.isCancelled { throw Exceeded() } }

  /// Checks the deadline at every ``checkInterval``th iteration.
  func check(at step: Int) throws(Exceeded) { if step % Self.checkInterval == 0 { try check() } }
}
