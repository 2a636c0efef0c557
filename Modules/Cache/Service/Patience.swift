/// How long a caller waits, from its `deadline` field.
struct Patience: Sendable {
  private let end: ContinuousClock.Instant

  /// Ends a little before the deadline, a tenth of it and 100 ms at most, so that a stale answer or a reason still arrives in time.
  init(deadline: Duration?, orElse standard: Duration, since start: ContinuousClock.Instant = .now) {
    end = start + (deadline.map { $0 - min($0 / 10, .milliseconds(100)) } ?? standard)
  }

  /// Never negative.
  var left: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }
}
