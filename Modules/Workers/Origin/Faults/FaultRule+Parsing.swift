extension FaultRule {
  /// Parses a line. Throws ``OriginServerErrorCode/invalidRule`` with a message that says what is allowed.
  public init(_ line: String) throws(OriginServerError) {
    do throws(FaultSyntaxError) { try self.init(parsing: line) } catch {
      throw OriginServerError(.invalidRule, error.message)
    }
  }

  init(parsing line: String) throws(FaultSyntaxError) {
    guard line.utf8.count <= Self.maxLength else { throw FaultSyntaxError("a rule has at most \(Self.maxLength) bytes") }
    let (words, end) = try Self.words(line)
    var fault: (any Fault)?
    var index = words.startIndex
    var window = FaultWindow()
    var conditions = (requests: ClosedRange<Int>?.none, rate: 1.0, path: PathPattern?.none)
    var given: Set<String> = []

    while index < words.endIndex {
      let word = words[index]
      index += 1
      guard Self.keywords.contains(word) else {
        guard fault == nil else {
          throw FaultSyntaxError("unexpected '\(word)': a rule has one fault; write a second rule for a second one")
        }
        guard let type = Faults.named(word) else {
          throw FaultSyntaxError(
            "unknown fault '\(word)': expected one of \(Faults.names); or one of \(Self.keywords.joined(separator: ", "))")
        }
        let last = words[index...].firstIndex { Self.keywords.contains($0) } ?? words.endIndex
        fault = try type.init(FaultWords(words[index..<last], usage: type.usage))
        index = last
        continue
      }
      guard given.insert(word).inserted else { throw FaultSyntaxError("'\(word)' may appear once in a rule") }
      guard index < words.endIndex else { throw FaultSyntaxError("'\(word)' needs a value") }
      let value = words[index]
      index += 1
      switch word {
      case "after": window.after = try FaultWords.duration(value)
      case "for": window.length = try FaultWords.duration(value)
      case "every": window.period = try FaultWords.duration(value)
      case "requests": conditions.requests = try Self.requests(value)
      case "rate": conditions.rate = try Self.rate(value)
      default: conditions.path = try Self.path(value)
      }
    }
    guard let fault else { throw FaultSyntaxError("missing fault: expected one of \(Faults.names)") }
    if fault.appliesToConnections, conditions.path != nil { throw FaultSyntaxError("a connection that was just accepted has no path") }
    try Self.check(window)
    text = line[..<end].filter { !$0.isNewline }.trimmed
    self.fault = fault
    self.window = window
    (requests, rate, path) = conditions
  }

  private static func check(_ window: FaultWindow) throws(FaultSyntaxError) {
    if let length = window.length, length == .zero { throw FaultSyntaxError("'for' needs a time above 0") }
    guard let period = window.period else { return }
    guard let length = window.length, length < period else {
      throw FaultSyntaxError("'every' needs a 'for' that is shorter: for 1s every 10s")
    }
  }

  private static func requests(_ word: String) throws(FaultSyntaxError) -> ClosedRange<Int> {
    let parts = word.firstRange(of: "..").map { [word[..<$0.lowerBound], word[$0.upperBound...]] } ?? [word[...], word[...]]
    guard let first = Int(parts[0]), let last = parts[1].isEmpty ? .max : Int(parts[1]), first >= 1, first <= last else {
      throw FaultWords.error(word, "a number from 1 up, or a range such as 1..5 or 10..")
    }
    return first...last
  }

  private static func rate(_ word: String) throws(FaultSyntaxError) -> Double {
    let number = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
    guard let number, (0...1).contains(number) else { throw FaultWords.error(word, "a number from 0 to 1, or a percentage such as 30%") }
    return number
  }

  private static func path(_ word: String) throws(FaultSyntaxError) -> PathPattern {
    guard let path = PathPattern(word) else { throw FaultWords.error(word, "a path such as /api/people/1/ or /api/people/*") }
    return path
  }

  /// Splits a line at white space outside quotation marks; `#` at the start of a word starts a comment. Also returns the end of the words.
  private static func words(_ line: String) throws(FaultSyntaxError) -> ([String], end: String.Index) {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for (index, character) in zip(line.indices, line) {
      if character == "\"" {
        isQuoted.toggle()
        word = word ?? ""
      } else if !isQuoted, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else if !isQuoted, character == "#", word == nil {
        return (words, index)
      } else {
        word = word ?? ""
        word?.append(character)
      }
    }
    guard !isQuoted else { throw FaultSyntaxError("a quotation mark is not closed") }
    if let word { words.append(word) }
    return (words, line.endIndex)
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
  }
}
