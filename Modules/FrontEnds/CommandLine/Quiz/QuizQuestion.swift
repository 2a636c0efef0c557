import Models

/// A question with one right answer.
struct QuizQuestion: Sendable, Hashable {
  let text: String
  /// Names to choose from, in the order in which they are shown.
  let choices: [String]
  /// The index of the right choice.
  let answer: Int
  /// The record that shows the answer.
  let reference: Reference

  static let choiceCount = 4

  /// Returns the index of the choice that a letter or a number selects: `b`, `2`; `nil` for any other text.
  func choice(_ word: String) -> Int? {
    guard word.utf8.count == 1, let byte = word.utf8.first else { return nil }
    let index = Int(byte) - Int(byte >= UInt8(ascii: "a") ? UInt8(ascii: "a") : UInt8(ascii: "1"))
    return choices.indices.contains(index) ? index : nil
  }

  /// The letter of the choice at `index`: `a`.
  static func letter(_ index: Int) -> Character { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(index))) }
}

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
