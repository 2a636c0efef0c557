/// Cuts a stream of bytes into lines of bounded length, whatever is written. Pure.
///
/// Of a longer line the first ``longest`` bytes are kept, with a mark that says how long it was: a process that never ends its line costs no more memory
/// than one that does.
struct LineCutter: Sendable {
  /// Bytes of a line that are kept.
  static let longest = 64 << 10

  private var kept: [UInt8] = []
  /// Bytes of the line so far, those that are not kept included.
  private var length = 0

  /// The lines that `bytes` complete, without their line feeds.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [String] {
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

  /// The line that the end of the stream completes; `nil` when the stream ended after a line feed.
  mutating func finish() -> String? { length > 0 ? endLine() : nil }

  private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    length += bytes.count
    kept.append(contentsOf: bytes.prefix(Self.longest - kept.count))
  }

  private mutating func endLine() -> String {
    defer {
      kept.removeAll(keepingCapacity: true)
      length = 0
    }
    guard length > kept.count else { return String(decoding: kept, as: UTF8.self) }
    return String(decoding: Self.wholeCharacters(kept), as: UTF8.self) + " … (cut, \(length) bytes in all)"
  }

  /// `bytes` without the beginning of a UTF-8 sequence that the cut took apart.
  private static func wholeCharacters(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard let start = bytes.lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }), bytes[start] >= 0b1100_0000 else { return bytes[...] }
    let needed = bytes[start] >= 0b1111_0000 ? 4 : bytes[start] >= 0b1110_0000 ? 3 : 2
    return bytes.count - start < needed ? bytes[..<start] : bytes[...]
  }
}
