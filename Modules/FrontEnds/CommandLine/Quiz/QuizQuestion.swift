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
