/// Decides when to return free memory to the operating system: after a peak, and not too often, because trimming takes milliseconds.
struct MemoryTrimPolicy {
  typealias Instant = ContinuousClock.Instant

  private var peak = 0
  private var lastTrim: Instant?

  /// Minimum peak, in bytes, that is worth trimming after.
  static let minPeak = 16 << 20
  /// Minimum time between two trims.
  static let minInterval = Duration.seconds(5)
  /// Approximate memory that libzmq uses per connection.
  static let bytesPerConnection = 24 << 10

  mutating func record(_ bytes: Int) { peak = max(peak, bytes) }

  /// Returns whether to trim now, with `bytes` in use.
  mutating func shouldTrim(_ bytes: Int, now: Instant) -> Bool {
    record(bytes)
    guard peak >= Self.minPeak, bytes <= peak / 2 else { return false }
    if let lastTrim, now < lastTrim + Self.minInterval { return false }
    peak = bytes
    lastTrim = now
    return true
  }
}
