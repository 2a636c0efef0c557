import Text

/// The arguments of a fault in a rule, read from first to last.
struct FaultWords {
  /// The usage of the fault, for errors.
  let usage: String
  private var rest: ArraySlice<String>

  init(_ words: some Sequence<String>, usage: String) {
    rest = Array(words)[...]
    self.usage = usage
  }

  /// Returns the next argument, or `nil` after the last.
  mutating func next() -> String? { rest.popFirst() }

  /// Returns the next argument. `expected` completes the error "…: expected".
  mutating func require(_ expected: String) throws(FaultSyntaxError) -> String {
    guard let word = rest.popFirst() else { throw FaultSyntaxError("'\(usage)' needs \(expected)") }
    return word
  }

  /// Returns the next argument, a size of at least 1 byte.
  mutating func size(upTo limit: Int) throws(FaultSyntaxError) -> Int {
    let expected = "a size from 1 to \(ByteCount.format(limit)), such as 500, 16KiB or 1MiB"
    let word = try require(expected)
    guard let size = ByteCount.parse(word), (1...limit).contains(size) else { throw Self.error(word, expected) }
    return size
  }

  /// Returns the next argument, one of `choices`, or the first choice if there are no more arguments.
  mutating func choice(_ choices: [String]) throws(FaultSyntaxError) -> String {
    let word = rest.popFirst() ?? choices[0]
    guard choices.contains(word) else { throw Self.error(word, "one of \(choices.joined(separator: ", "))") }
    return word
  }

  /// Throws if there are more arguments.
  func end() throws(FaultSyntaxError) {
    if let word = rest.first {
      throw FaultSyntaxError("unexpected '\(word)' after '\(usage)': expected one of \(FaultRule.keywords.joined(separator: ", "))")
    }
  }

  static let expectedDuration = "a duration such as 500ms, 2s or 10m"

  static func duration(_ word: String) throws(FaultSyntaxError) -> Duration {
    guard let duration = DurationText.parse(word) else { throw error(word, expectedDuration) }
    return duration
  }

  static func error(_ word: some StringProtocol, _ expected: String) -> FaultSyntaxError {
    FaultSyntaxError("invalid value '\(word)': expected \(expected)")
  }
}
