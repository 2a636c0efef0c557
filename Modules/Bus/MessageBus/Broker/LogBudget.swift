/// Bounds the lines that peers cause in the log: a worker that comes and goes all day must not fill a disk.
struct LogBudget {
  typealias Instant = ContinuousClock.Instant

  private var windowEnds: Instant?
  private var lines: [PeerID: Int] = [:]
  private var total = 0
  private var suppressed = 0

  static let window = Duration.seconds(60)
  /// Lines in a window about one peer, and about all of them.
  static let perPeer = 8
  static let altogether = 200

  mutating func allows(_ peer: PeerID, now: Instant) -> Bool {
    if windowEnds == nil { windowEnds = now + Self.window }
    guard total < Self.altogether, lines[peer, default: 0] < Self.perPeer else {
      suppressed += 1
      return false
    }
    lines[peer, default: 0] += 1
    total += 1
    return true
  }

  /// At the end of a window, how many lines there would have been besides; `nil` when it is not over or there were none.
  mutating func summary(now: Instant) -> Int? {
    guard let windowEnds, windowEnds <= now else { return nil }
    defer { self = LogBudget() }
    return suppressed > 0 ? suppressed : nil
  }
}
