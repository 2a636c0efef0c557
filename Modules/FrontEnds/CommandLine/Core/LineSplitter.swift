/// Splits bytes that arrive in pieces into lines. Pure.
///
/// Holds one line at most: what exceeds ``limit`` is dropped, and the line is reported as too long.
struct LineSplitter {
  struct Line: Hashable {
    /// The number of the line, from 1.
    let number: Int
    /// Without the line feed; `nil` if the line is too long.
    let bytes: [UInt8]?
  }

  /// Maximum length of a line in bytes.
  let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Returns the lines that end in `bytes`.
  mutating func add(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      append(rest[..<end])
      lines.append(takeLine())
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  /// Returns the last line, if it does not end with a line feed.
  mutating func finish() -> Line? { pending.isEmpty && !isTooLong ? nil : takeLine() }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong, pending.count + bytes.count <= limit else {
      (isTooLong, pending) = (true, [])
      return
    }
    pending += bytes
  }

  private mutating func takeLine() -> Line {
    count += 1
    defer { (pending, isTooLong) = ([], false) }
    return Line(number: count, bytes: isTooLong ? nil : pending)
  }
}
