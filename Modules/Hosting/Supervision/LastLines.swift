/// The last lines of an output, at most ``maximumCount`` lines and ``maximumBytes`` bytes. Pure. A backtrace of a crash usually fits.
struct LastLines: Sendable {
  static let maximumCount = 200
  static let maximumBytes = 64 << 10

  private(set) var lines: [String] = []
  private var bytes = 0

  /// Appends a line and drops the oldest ones. The last line always stays.
  mutating func append(_ line: String) {
    lines.append(line)
    bytes += line.utf8.count
    let surplus = max(0, lines.count - Self.maximumCount)
    var dropped = 0
    while dropped < lines.count - 1, dropped < surplus || bytes > Self.maximumBytes {
      bytes -= lines[dropped].utf8.count
      dropped += 1
    }
    // Few at a time: each append costs one move of at most 200 lines.
    lines.removeFirst(dropped)
  }
}
