/// A command line as a shell reads it.
enum ShellCommand {
  /// Returns the words separated by spaces, with quotation marks where a shell would read them differently.
  static func text(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_./:=,%+@".unicodeScalars.contains(scalar))
    }
    guard word.isEmpty || !isPlain else { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
