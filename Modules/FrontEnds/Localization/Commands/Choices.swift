extension [String] {
  /// Joins choices: `a`, `a or b`, `a, b or c`. `word` is the word for `or`, or for `and` in a list of things.
  func either(_ word: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
