import Platform

/// Rules in a text, one a line. Empty lines and lines that start with `#` are skipped.
public enum FaultScript {
  /// The maximum number of rules in force.
  static let maxRules = 1_000
  /// The maximum size of a script in bytes.
  static let maxSize = 1 << 20

  /// Returns the rules of a text, each with its source: `name:3` for line 3.
  ///
  /// Throws ``OriginServerErrorCode/invalidRule`` for the first line that is not a rule; the message names the text and the line.
  public static func rules(in text: String, name: String) throws(OriginServerError) -> [SourcedRule] {
    var rules: [SourcedRule] = []
    // One line at a time: a text that is refused may have a million of them.
    var (rest, number) = (text[...], 0)
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      number += 1
      let code = line.trimmed
      if code.isEmpty || code.hasPrefix("#") { continue }
      guard rules.count < maxRules else { throw OriginServerError(.invalidRule, "\(name): more than \(maxRules) rules") }
      do throws(OriginServerError) { rules.append(SourcedRule(try FaultRule(code), source: "\(name):\(number)")) } catch {
        throw OriginServerError(error.code, "\(name), line \(number): \(error.message)", cause: error)
      }
    }
    return rules
  }

  /// Reads a script file.
  public static func rules(ofFile path: String) throws(OriginServerError) -> [SourcedRule] {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: maxSize) } catch {
      throw OriginServerError(.unreadableFile, "cannot read \(path): \(error.reason)", cause: error)
    }
    // Editors on other systems put a byte order mark before the text.
    let code = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let text = String(validating: code, as: UTF8.self) else {
      throw OriginServerError(.invalidRule, "\(path) is not UTF-8 text")
    }
    return try rules(in: text, name: path)
  }
}

/// A rule, and where it comes from: an option, a line of a file, or the admin endpoint.
public struct SourcedRule: Sendable {
  public let rule: FaultRule
  public let source: String

  public init(_ rule: FaultRule, source: String) {
    self.rule = rule
    self.source = source
  }
}
