import CZeroMQ
import Platform

/// Gives memory back to the operating system some seconds after much of it was freed: malloc(3) keeps freed memory.
struct MemoryTrim {
  /// Minimum size of a body that counts, in bytes; decoded, it takes several times as much.
  static let minSize = 256 << 10
  /// Minimum peak of the bytes in use, half of which are freed later, that is worth a trim.
  private static let minPeak = 16 << 20
  private static let delay = Duration.seconds(5)

  private var peak = 0
  /// When the next trim is due; `nil` if there is no reason for one.
  private(set) var nextTrim: Instant?

  /// Counts a body that was sent or received. The trim follows when there were no large ones for some time.
  mutating func record(_ size: Int, now: @autoclosure () -> Instant = .now) { if size >= Self.minSize { nextTrim = now() + Self.delay } }

  /// Notes how many bytes are in use.
  mutating func record(inUse bytes: Int, now: Instant) {
    peak = max(peak, bytes)
    guard peak >= Self.minPeak, bytes <= peak / 2 else { return }
    (peak, nextTrim) = (bytes, nextTrim ?? now + Self.delay)
  }

  /// Returns whether to trim now.
  mutating func shouldTrim(now: Instant) -> Bool {
    guard let due = nextTrim, due <= now else { return false }
    nextTrim = nil
    return true
  }

  /// Trims if it is due, on a thread of its own: that takes milliseconds, for which no message should wait.
  mutating func trimIfDue(now: Instant) {
    if shouldTrim(now: now) { try? BackgroundThread.start { _ = malloc_trim(0) } }
  }
}
