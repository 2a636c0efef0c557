/// When a computation has to stop, asked for at intervals while it runs. It also stops when its task is cancelled.
struct Deadline: Sendable {
  /// The time is up, or nobody waits for the result any more.
  struct Passed: Error {}

  /// Steps of a loop between two checks: reading the clock at each would cost more than most steps.
  static let interval = 64

  private let isOver: @Sendable () -> Bool

  init(isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }

  init(_ instant: ContinuousClock.Instant) { self.init { ContinuousClock.now >= instant } }

  /// Only cancellation ends it.
  static let none = Deadline { false }

  func check() throws(Passed) { if isOver() || Task.isCancelled { throw Passed() } }

  /// Checks at every ``interval``th step.
  func check(at step: Int) throws(Passed) { if step % Self.interval == 0 { try check() } }
}
