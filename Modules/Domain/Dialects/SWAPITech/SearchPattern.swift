/// The search of the server: a regular expression that ignores the case of letters and occurs anywhere in a name.
enum SearchPattern {
  /// Characters with a meaning in the server's regular expressions.
  private static let special = Set(#"\^$.|?*+()[]{}"#.unicodeScalars)

  /// Returns a pattern that matches `text` only.
  static func literal(_ text: String) -> String {
    // By scalars, because a combining mark would hide the character before it.
    var pattern = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.contains(scalar) { pattern.append("\\") }
      pattern.append(scalar)
    }
    return String(pattern)
  }

  /// Returns the text that a literal pattern matches. Characters with a meaning stand for themselves without a backslash, too. Returns
  /// `nil` for a parenthesis or bracket without a backslash and for a backslash at the end, which are not valid if nothing closes them.
  static func text(_ pattern: String) -> String? {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped || scalar != "\\" {
        guard isEscaped || !"()[".unicodeScalars.contains(scalar) else { return nil }
        text.append(scalar)
        isEscaped = false
      } else {
        isEscaped = true
      }
    }
    return isEscaped ? nil : String(text)
  }
}
