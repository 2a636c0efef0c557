/// Decides when to read a socket that is silent unless peers come and go: when it signals, but not before an interval has passed since it
/// had something to read. Peers that reconnect or subscribe without a pause would otherwise wake the broker for each event, and everyone
/// else would wait.
struct ReadingPace {
  typealias Instant = ContinuousClock.Instant

  /// Minimum time between two readings, unless the first found nothing.
  let interval: Duration
  /// When to read next, whether the socket signals or not; `nil` if it is to be read when it signals.
  private(set) var next: Instant?

  init(interval: Duration) { self.interval = interval }

  /// Whether the socket is to be polled.
  var awaitsSignal: Bool { next == nil }

  /// Whether to read now.
  func isDue(isSignalled: Bool, now: Instant) -> Bool { next.map { $0 <= now } ?? isSignalled }

  /// Handles that the socket was read, and whether it had something to read.
  mutating func didRead(hadSome: Bool, now: Instant) { next = hadSome ? now + interval : nil }
}
