/// How long a member of an ``OriginGroup`` may take for an answer before the next member is asked. Pure.
///
/// A fetch may have much more time than the front-end that waits for it. Failover that waits for a share of that time comes too late for most
/// front-ends, so the timeout follows from how long the member usually takes. Records and lists have timeouts of their own.
struct FailoverTimeout: Sendable {
  /// Minimum timeout, which also applies before the first answer. More than ``HTTPSettings/silenceLimit``, so that a member that does not
  /// answer in time counts as failing, and its circuit breaker opens soon.
  static let standardMinimum = Duration.milliseconds(1_500)
  /// The timeout divided by the slowest of the recent answers.
  static let factor = 3

  let minimum: Duration
  /// The slowest of the recent answers; zero before the first one.
  private(set) var slowest: Duration = .zero

  init(minimum: Duration = standardMinimum) { self.minimum = minimum }

  /// Records the duration of an answer. One that is faster than the slowest lowers ``slowest`` by a twentieth at most.
  mutating func record(_ duration: Duration) { slowest = max(duration, slowest - slowest / 20) }

  /// Records that there was no answer within `timeout`. The next timeout is twice as long, so that a member that has become slow answers within
  /// one of them, which shows how slow it is.
  mutating func recordTimeout(_ timeout: Duration) { record(timeout * 2 / Self.factor) }

  /// Returns the timeout for a request that must be answered within `timeLeft`: at most half of it, so that the next member has time, too.
  func limit(within timeLeft: Duration) -> Duration { min(timeLeft / 2, max(minimum, slowest * Self.factor)) }
}
