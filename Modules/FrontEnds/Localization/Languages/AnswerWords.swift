/// The answers to a question that is asked in a terminal. `y` and `yes` are understood in every language.
public struct AnswerWords: Sendable, Hashable {
  /// The letters that a prompt shows: `y` and `n`.
  public let yesLetter, noLetter: String
  /// Words besides ``yesLetter`` that mean yes, in lower case.
  private let yesWords: [String]

  public init(yes letter: String, _ words: String..., no: String) {
    yesLetter = letter
    yesWords = words
    noLetter = no
  }

  /// Returns whether a person has agreed. Ignores case and spaces around the answer.
  public func isYes(_ answer: String) -> Bool {
    let word = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    return word == yesLetter || yesWords.contains(word) || ["y", "yes"].contains(word)
  }

  /// The end of a prompt whose default is no: `[y/N]`; or yes: `[Y/n]`.
  public func choices(defaultIsYes: Bool = false) -> String {
    defaultIsYes ? "[\(yesLetter.uppercased())/\(noLetter)]" : "[\(yesLetter)/\(noLetter.uppercased())]"
  }
}
