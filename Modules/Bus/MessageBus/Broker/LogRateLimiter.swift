/// Limits the log lines that peers cause: a worker that keeps reconnecting must not fill the disk.
struct LogRateLimiter {
  typealias Instant = ContinuousClock.Instant

  private var windowEnds: Instant?
  private var lines: [PeerID: Int] = [:]
  private var total = 0
  private var suppressed = 0

  static let window = Duration.seconds(60)
  /// Maximum number of lines per window about one peer.
  static let maxLinesPerPeer = 8
  /// Maximum number of lines per window about all peers.
  static let maxLines = 200

  mutating func allows(_ peer: PeerID, now: Instant) -> Bool {
    if windowEnds == nil { windowEnds = now + Self.window }
    guard total < Self.maxLines, lines[peer, default: 0] < Self.maxLinesPerPeer else {
      suppressed += 1
      return false
    }
    lines[peer, default: 0] += 1
    total += 1
    return true
  }

  /// Returns the number of lines suppressed in the window that just ended; `nil` if the window has not ended or no line was suppressed.
  mutating func summary(now: Instant) -> Int? {
    guard let windowEnds, windowEnds <= now else { return nil }
    defer { self = LogRateLimiter() }
    return suppressed > 0 ? suppressed : nil
  }
}
