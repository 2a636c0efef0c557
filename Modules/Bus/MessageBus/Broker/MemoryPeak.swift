/// Decides when to give memory back to the operating system: once a peak has passed, and not too often, since that takes milliseconds.
struct MemoryPeak {
  typealias Instant = ContinuousClock.Instant

  private var highest = 0
  private var lastTrim: Instant?

  /// Less than this is kept for the next time.
  static let least = 16 << 20
  static let shortestPeriod = Duration.seconds(5)
  /// What libzmq keeps for one connection, roughly.
  static let perConnection = 24 << 10

  mutating func note(_ bytes: Int) { highest = max(highest, bytes) }

  /// `true` when now, with `bytes` in use, is the time.
  mutating func shouldTrim(_ bytes: Int, now: Instant) -> Bool {
    note(bytes)
    guard highest >= Self.least, bytes <= highest / 2 else { return false }
    if let lastTrim, now < lastTrim + Self.shortestPeriod { return false }
    highest = bytes
    lastTrim = now
    return true
  }
}
