import CZeroMQ
import Platform

/// Gives memory back to the operating system some time after the last large body: malloc(3) keeps freed memory, and decoding a body takes
/// many times its size.
struct LargeBodyMemory {
  typealias Instant = ContinuousClock.Instant

  /// Minimum size of a body that counts, in bytes.
  static let minSize = 256 << 10
  /// Time without large bodies before a trim. Most work on the last one is done by then.
  static let delay = MemoryTrimPolicy.minInterval
  /// How many times its size a decoded body takes, approximately.
  static let decodedSize = 8

  private var policy = MemoryTrimPolicy()
  /// Estimate of the memory taken since the last trim, in bytes.
  private var bytes = 0
  private var hasNewBodies = false
  /// When the next trim is due; `nil` if there is no reason for one.
  private(set) var nextTrim: Instant?

  /// Counts a body that was sent or received.
  mutating func record(_ size: Int) {
    guard size >= Self.minSize else { return }
    bytes += Self.decodedSize * size
    hasNewBodies = true
  }

  /// Returns whether to trim now. To be called in each turn, and at ``nextTrim``.
  mutating func shouldTrim(now: Instant) -> Bool {
    if hasNewBodies {
      hasNewBodies = false
      policy.record(bytes)
      nextTrim = now + Self.delay
    }
    guard let due = nextTrim, due <= now else { return false }
    nextTrim = nil
    bytes = 0
    return policy.shouldTrim(0, now: now)
  }

  /// Trims if it is due, on a thread of its own: that takes milliseconds, for which no message should wait.
  mutating func trimIfDue(now: Instant) {
    if shouldTrim(now: now) { try? BackgroundThread.start { _ = malloc_trim(0) } }
  }
}
