/// Splits a stream of bytes into lines of bounded length. Pure.
///
/// Longer lines are truncated to ``maximumLength`` bytes, followed by a note of their full length, so that memory is bounded even if a line never
/// ends.
struct LineSplitter: Sendable {
  /// The maximum length of a line in bytes.
  static let maximumLength = 64 << 10

  private var kept: [UInt8] = []
  /// The length of the current line in bytes, including the truncated part.
  private var length = 0

  /// Appends bytes and returns the completed lines, without their line feeds.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> [String] {
    var lines: [String] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      lines.append(endLine())
      rest = rest[(end + 1)...]
    }
    keep(rest)
    return lines
  }

  /// Returns the last line at the end of the stream; `nil` if the stream ended with a line feed.
  mutating func finish() -> String? { length > 0 ? endLine() : nil }

  private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    length += bytes.count
    kept.append(contentsOf: bytes.prefix(Self.maximumLength - kept.count))
  }

  private mutating func endLine() -> String {
    defer {
      kept.removeAll(keepingCapacity: true)
      length = 0
    }
    guard length > kept.count else { return String(decoding: kept, as: UTF8.self) }
    return String(decoding: Self.wholeCharacters(kept), as: UTF8.self) + " … (truncated from \(length) bytes)"
  }

  /// Returns `bytes` without an incomplete UTF-8 sequence at the end.
  private static func wholeCharacters(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard let start = bytes.lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }), bytes[start] >= 0b1100_0000 else { return bytes[...] }
    let needed = bytes[start] >= 0b1111_0000 ? 4 : bytes[start] >= 0b1110_0000 ? 3 : 2
    return bytes.count - start < needed ? bytes[..<start] : bytes[...]
  }
}
