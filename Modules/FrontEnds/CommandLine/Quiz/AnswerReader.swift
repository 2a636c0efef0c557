/// Splits input into lines, and reads more only when a line is needed.
struct AnswerReader {
  /// Returns some bytes; none at the end of the input.
  let read: @Sendable () -> [UInt8]
  private var unread: [UInt8] = []
  private var isAtEnd = false
  /// An answer is short; more than this without a line feed is no answer.
  private static let longestLine = 4_096

  init(_ read: @escaping @Sendable () -> [UInt8]) { self.read = read }

  /// Returns the next line without its line feed; `nil` at the end of the input.
  mutating func next() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      if isAtEnd || unread.count > Self.longestLine {
        defer { unread = [] }
        return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
      }
      let bytes = read()
      if bytes.isEmpty { isAtEnd = true } else { unread += bytes }
    }
  }
}
