import Glibc
import Platform
import Text

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
  /// Where the rule comes from: an option, a line of a file, or the admin endpoint.
  let source: String
  let fault: Fault
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
  public init(_ line: String, source: String = "") throws(OriginServerError) {
    guard line.utf8.count <= Self.maxLength else { throw .invalidRule("a rule has at most \(Self.maxLength) bytes") }
    let (words, end) = try Self.words(line)
    var rest = words[...]
    var fault: Fault?
    var given: Set<String> = []
    while let word = rest.popFirst() {
      guard Self.keywords.contains(word) else {
        guard fault == nil else {
          throw .invalidRule("unexpected '\(word)': a rule has one fault; write a second rule for a second one")
        }
        guard let syntax = Faults.all.first(where: { $0.name == word }) else {
          throw .invalidRule("unknown fault '\(word)': expected one of \(Faults.names); or one of \(Self.keywords.joined(separator: ", "))")
        }
        let last = rest.firstIndex { Self.keywords.contains($0) } ?? rest.endIndex
        var arguments = FaultWords(usage: syntax.usage, rest: rest[..<last])
        fault = try syntax.read(&arguments)
        try arguments.end()
        rest = rest[last...]
        continue
      }
      guard given.insert(word).inserted else { throw .invalidRule("'\(word)' may appear once in a rule") }
      guard let value = rest.popFirst() else { throw .invalidRule("'\(word)' needs a value") }
      switch word {
      case "after": window.after = try Self.duration(value)
      case "for": window.length = try Self.duration(value)
      case "every": window.period = try Self.duration(value)
      case "requests": requests = try FaultWords.read(value, "a number from 1 up, or a range such as 1..5 or 10..", Self.requests)
      case "rate": rate = try FaultWords.read(value, "a number from 0 to 1, or a percentage such as 30%", Self.rate)
      default: path = try FaultWords.read(value, "a path such as /api/people/1/ or /api/people/*") { PathPattern($0) }
      }
    }
    guard let fault else { throw .invalidRule("missing fault: expected one of \(Faults.names)") }
    if fault.appliesToConnections, path != nil { throw .invalidRule("a connection that was just accepted has no path") }
    if window.length == .zero { throw .invalidRule("'for' needs a time above 0") }
    if let period = window.period, window.length ?? period >= period {
      throw .invalidRule("'every' needs a 'for' that is shorter: for 1s every 10s")
    }
    (self.fault, self.source, text) = (fault, source, line[..<end].filter { !$0.isNewline }.trimmed)
  }

  private static func duration(_ word: String) throws(OriginServerError) -> Duration {
    try FaultWords.read(word, "a duration such as 500ms, 2s or 10m") { DurationText.parse($0) }
  }

  private static func requests(_ word: String) -> ClosedRange<Int>? {
    let parts = word.firstRange(of: "..").map { [word[..<$0.lowerBound], word[$0.upperBound...]] } ?? [word[...], word[...]]
    guard let first = Int(parts[0]), let last = parts[1].isEmpty ? .max : Int(parts[1]), first >= 1, first <= last else { return nil }
    return first...last
  }

  private static func rate(_ word: String) -> Double? {
    let number = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
    return number.flatMap { (0...1).contains($0) ? $0 : nil }
  }

  /// Splits a line at white space outside quotation marks; `#` at the start of a word starts a comment. Also returns the end of the words.
  private static func words(_ line: String) throws(OriginServerError) -> ([String], end: String.Index) {
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
    guard !isQuoted else { throw .invalidRule("a quotation mark is not closed") }
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

/// Rules in a text, one a line. Empty lines and lines that start with `#` are skipped.
public enum FaultScript {
  /// The maximum number of rules in force.
  static let maxRules = 1_000
  /// The maximum size of a script in bytes.
  static let maxSize = 1 << 20

  /// Returns the rules of a text, each with its source: `name:3` for line 3, unless `source` is given.
  ///
  /// Throws ``OriginServerErrorCode/invalidRule`` for the first line that is not a rule; the message names the text and the line.
  public static func rules(in text: String, name: String, source: String? = nil) throws(OriginServerError) -> [FaultRule] {
    var rules: [FaultRule] = []
    // One line at a time: a text that is refused may have a million of them.
    var (rest, number) = (text[...], 0)
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      number += 1
      let code = line.trimmed
      if code.isEmpty || code.hasPrefix("#") { continue }
      guard rules.count < maxRules else { throw .invalidRule("\(name): more than \(maxRules) rules") }
      do throws(OriginServerError) { rules.append(try FaultRule(code, source: source ?? "\(name):\(number)")) } catch {
        throw .invalidRule("\(name), line \(number): \(error.message)")
      }
    }
    return rules
  }

  /// Reads a script file.
  public static func rules(ofFile path: String) throws(OriginServerError) -> [FaultRule] {
    let bytes = try OriginServerError.read(path, upTo: maxSize)
    // Editors on other systems put a byte order mark before the text.
    let code = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let text = String(validating: code, as: UTF8.self) else { throw .invalidRule("\(path) is not UTF-8 text") }
    return try rules(in: text, name: path)
  }
}

extension OriginServerError {
  /// Reads a file. Throws ``OriginServerErrorCode/unreadableFile``.
  static func read(_ path: String, upTo limit: Int) throws(OriginServerError) -> [UInt8] {
    do throws(RegularFile.ReadError) { return try RegularFile.read(path, upTo: limit) } catch {
      throw OriginServerError(.unreadableFile, "cannot read \(path): \(error.reason)", cause: error)
    }
  }
}
