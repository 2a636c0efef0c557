import MessageBus

/// Splits input into lines, and reads more only when a line is needed. Holds one line and one piece of the input at most.
struct LineReader {
  /// A line without its line feed; `nil` if it is too long. Numbers count from 1.
  typealias Line = (number: Int, bytes: [UInt8]?)

  /// Maximum length of a line in bytes.
  let limit: Int
  private var unread: ArraySlice<UInt8> = []
  private var count = 0
  private var isAtEnd = false

  init(limit: Int) { self.limit = limit }

  /// Returns the next line; `nil` at the end of the input. `read` returns some bytes, and none at the end.
  mutating func next(_ read: () throws(Problem) -> [UInt8]) throws(Problem) -> Line? {
    var line: [UInt8]? = []
    while true {
      if unread.isEmpty, !isAtEnd {
        unread = try read()[...]
        isAtEnd = unread.isEmpty
      }
      if isAtEnd, line?.isEmpty == true { return nil }
      let end = unread.firstIndex(of: 0x0A)
      let part = unread[..<(end ?? unread.endIndex)]
      if let size = line?.count, size + part.count <= limit { line? += part } else { line = nil }
      unread = unread[(part.endIndex + (end == nil ? 0 : 1))...]
      guard end == nil, !isAtEnd else {
        count += 1
        return (count, line)
      }
    }
  }
}
