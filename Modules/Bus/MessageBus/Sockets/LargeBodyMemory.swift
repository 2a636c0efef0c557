import CZeroMQ
import Platform

/// Gives memory back to the operating system some time after the last large body: malloc(3) keeps freed memory, and decoding a body takes
/// many times its size.
struct LargeBodyMemory {
  typealias Instant = ContinuousClock.Instant

  /// Minimum size of a body that counts, in bytes.
  static let minSize = 256 << 10
  /// Time without large bodies before a trim. Most work on the last one is done by then.
  static let delay = Duration.seconds(5)
  /// How many times its size a decoded body takes, approximately.
  private static let decodedSize = 8

  /// Estimate of the memory taken since the last trim, in bytes.
  private var bytes = 0
  /// When the next trim is due; `nil` if there is no reason for one.
  private(set) var nextTrim: Instant?

  /// Counts a body that was sent or received.
  mutating func record(_ size: Int, now: @autoclosure () -> Instant = .now) {
    guard size >= Self.minSize else { return }
    bytes += Self.decodedSize * size
    nextTrim = now() + Self.delay
  }

  /// Returns whether to trim now.
  mutating func shouldTrim(now: Instant) -> Bool {
    guard let due = nextTrim, due <= now else { return false }
    defer { (bytes, nextTrim) = (0, nil) }
    return bytes >= MemoryTrimPolicy.minPeak
  }

  /// Trims if it is due, on a thread of its own: that takes milliseconds, for which no message should wait.
  mutating func trimIfDue(now: Instant) {
    if shouldTrim(now: now) { try? BackgroundThread.start { _ = malloc_trim(0) } }
  }
}

/// Decides when the broker returns free memory to the operating system: after a peak, and not too often, because that takes milliseconds.
struct MemoryTrimPolicy {
  /// Minimum peak, in bytes, that is worth trimming after.
  static let minPeak = 16 << 20
  /// Approximate memory that libzmq uses per connection.
  static let bytesPerConnection = 24 << 10
  /// Minimum time between two trims.
  private static let minInterval = Duration.seconds(5)

  private var peak = 0
  private var lastTrim: ContinuousClock.Instant?

  mutating func record(_ bytes: Int) { peak = max(peak, bytes) }

  /// Returns whether to trim now, with `bytes` in use.
  mutating func shouldTrim(_ bytes: Int, now: ContinuousClock.Instant) -> Bool {
    record(bytes)
    guard peak >= Self.minPeak, bytes <= peak / 2 else { return false }
    if let lastTrim, now < lastTrim + Self.minInterval { return false }
    peak = bytes
    lastTrim = now
    return true
  }
}
