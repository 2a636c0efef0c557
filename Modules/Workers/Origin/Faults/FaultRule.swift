import Glibc

/// A line that says which requests a fault applies to: `after 10s for 5s status 503 rate 0.3 path /api/people/*`.
///
/// A rule has the name of a fault, its arguments, and any of these, in any order:
///
/// | words | the fault applies |
/// |---|---|
/// | `after TIME` | only once this time has passed since the server started or the rule was added |
/// | `for TIME` | only for this time |
/// | `every TIME` | again each time this time has passed; needs `for` |
/// | `path PATTERN` | only to requests whose path matches; `*` matches any characters |
/// | `requests N` or `requests A..B` | only to these of the requests that times and path select, counted from 1 |
/// | `rate R` | to this part of the requests, `0.3` or `30%`, chosen at random |
public struct FaultRule: Sendable {
  /// The line as written, without comments and spaces at both ends.
  public let text: String
  let fault: any Fault
  var window = FaultWindow()
  var requests: ClosedRange<Int>?
  var rate = 1.0
  var path: PathPattern?

  static let keywords = ["after", "for", "every", "requests", "rate", "path"]
  /// The maximum length of a line in bytes.
  static let maxLength = 4_096

  /// Returns whether time and path meet the conditions of the rule.
  ///
  /// - Parameters:
  ///   - target: path and query; `nil` for a connection.
  ///   - elapsed: the time since the rule was added.
  func selects(target: String?, elapsed: Duration) -> Bool {
    guard window.contains(elapsed) else { return false }
    guard let path, let target else { return true }
    return path.matches(target)
  }
}

/// The times at which a rule applies, counted from the start of the server or from when the rule was added.
struct FaultWindow: Sendable, Hashable {
  var after = Duration.zero
  /// `nil` for a window that never ends.
  var length: Duration?
  /// The time from the start of one window to the start of the next; `nil` for a single window.
  var period: Duration?

  func contains(_ elapsed: Duration) -> Bool {
    guard elapsed >= after else { return false }
    guard let length else { return true }
    let time = elapsed - after
    guard let period else { return time < length }
    return time - period * Int((time / period).rounded(.down)) < length
  }
}

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
        guard let syntax = Faults.all.first(where: { $0.name == word }) else {
          throw FaultSyntaxError(
            "unknown fault '\(word)': expected one of \(Faults.names); or one of \(Self.keywords.joined(separator: ", "))")
        }
        let last = words[index...].firstIndex { Self.keywords.contains($0) } ?? words.endIndex
        var arguments = FaultWords(words[index..<last], usage: syntax.usage)
        fault = try syntax.read(&arguments)
        try arguments.end()
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

/// A pattern for the paths of requests, in which `*` matches any characters, also none and also slashes: `/api/people/*`. A pattern with a
/// question mark is compared with path and query, one without with the path alone.
struct PathPattern: Sendable, Hashable {
  let text: String
  /// The pattern of fnmatch(3), in which other characters than the asterisk stand for themselves.
  private let pattern: String

  /// Returns `nil` unless the pattern starts with `/` or `*` and has at most 1,000 bytes.
  init?(_ text: String) {
    guard text.hasPrefix("/") || text.hasPrefix("*"), text.utf8.count <= 1_000 else { return nil }
    self.text = text
    pattern = text.map { #"?[\"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  func matches(_ target: String) -> Bool {
    fnmatch(pattern, text.contains("?") ? target : String(target.prefix { $0 != "?" }), 0) == 0
  }
}
