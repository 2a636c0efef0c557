import CZeroMQ
import Platform

/// Gives memory back to the operating system some time after much of it was freed: malloc(3) keeps freed memory.
struct MemoryTrim {
  typealias Instant = ContinuousClock.Instant

  /// Minimum size of a body that counts, in bytes.
  static let minSize = 256 << 10
  /// Minimum amount of freed memory that is worth a trim, in bytes.
  private static let minFreed = 16 << 20
  /// Time without large bodies before a trim. Most work on the last one is done by then.
  private static let delay = Duration.seconds(5)
  /// How many times its size a decoded body takes, approximately.
  private static let decodedSize = 8

  /// Estimate of the memory freed since the last trim, in bytes.
  private var freed = 0
  private var mostInUse = 0
  /// When the next trim is due; `nil` if there is no reason for one.
  private(set) var nextTrim: Instant?

  /// Counts a body that was sent or received.
  mutating func record(_ size: Int, now: @autoclosure () -> Instant = .now) {
    guard size >= Self.minSize else { return }
    freed += Self.decodedSize * size
    nextTrim = now() + Self.delay
  }

  /// Notes how many bytes are in use. Memory is freed when half of a peak is not in use any more.
  mutating func record(inUse bytes: Int, now: Instant) {
    mostInUse = max(mostInUse, bytes)
    guard mostInUse >= Self.minFreed, bytes <= mostInUse / 2 else { return }
    freed += mostInUse
    mostInUse = bytes
    nextTrim = nextTrim ?? now + Self.delay
  }

  /// Returns whether to trim now.
  mutating func shouldTrim(now: Instant) -> Bool {
    guard let due = nextTrim, due <= now else { return false }
    defer { (freed, nextTrim) = (0, nil) }
    return freed >= Self.minFreed
  }

  /// Trims if it is due, on a thread of its own: that takes milliseconds, for which no message should wait.
  mutating func trimIfDue(now: Instant) {
    if shouldTrim(now: now) { try? BackgroundThread.start { _ = malloc_trim(0) } }
  }
}
