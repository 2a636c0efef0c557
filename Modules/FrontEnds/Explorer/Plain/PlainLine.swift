/// A line of input in plain mode.
public enum PlainLine: Sendable, Hashable {
  /// The line without its line break.
  case text(String)
  /// A line of more than ``maxLength`` bytes, which is not kept.
  case tooLong

  /// Maximum length in bytes, that of a line typed on a Linux terminal.
  static let maxLength = 4_096
}

/// Splits input into lines. Keeps at most ``PlainLine/maxLength`` bytes of a line that is not complete.
struct PlainLineSplitter: Sendable {
  private var line: [UInt8] = []
  private var isTooLong = false

  /// Returns the lines that `chunk` completes.
  mutating func append(_ chunk: [UInt8]) -> [PlainLine] {
    var lines: [PlainLine] = []
    for byte in chunk {
      if byte == UInt8(ascii: "\n") {
        lines.append(complete())
      } else if line.count < PlainLine.maxLength {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return lines
  }

  /// Returns the last line if it has no line break.
  mutating func end() -> PlainLine? { line.isEmpty ? nil : complete() }

  private mutating func complete() -> PlainLine {
    defer { (line, isTooLong) = ([], false) }
    guard !isTooLong else { return .tooLong }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return .text(String(decoding: line, as: UTF8.self))
  }
}
