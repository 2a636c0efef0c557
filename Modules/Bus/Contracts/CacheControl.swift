/// The directives of a `cache-control` field (RFC 9111 section 5.2).
///
/// Names are case-insensitive, arguments may be quoted, the first of several directives with the same name counts, and unknown directives
/// are ignored (section 5.2.3).
public struct CacheControl: Sendable, Hashable {
  private var arguments: [String: String] = [:]

  /// Parses a field. Of a malformed field, the directives that can be read count.
  public init(_ field: String?) {
    for directive in Self.split(field ?? "") {
      let sides = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.trimmed(sides[0]).lowercased()
      guard !name.isEmpty, arguments[name] == nil else { continue }
      arguments[name] = sides.count == 2 ? Self.trimmed(sides[1]).filter { $0 != "\"" } : ""
    }
  }

  /// Returns whether the field has the directive `name`, which is in lowercase.
  public func contains(_ name: String) -> Bool { arguments[name] != nil }

  /// Returns the argument of a directive in seconds; `nil` if the field does not have the directive. An argument that is not a number
  /// counts as 0: a response with invalid freshness is stale (section 4.2.1). Values above 2^31 count as 2^31 (section 1.2.2).
  public func seconds(_ name: String) -> Int64? {
    guard let argument = arguments[name] else { return nil }
    guard !argument.isEmpty, argument.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return 0 }
    return min(Int64(argument) ?? .max, 1 << 31)
  }

  /// Whether the directive `name` has no argument.
  public func isBare(_ name: String) -> Bool { arguments[name] == "" }

  /// Splits the field at commas outside quotation marks.
  private static func split(_ field: String) -> [Substring] {
    var quoted = false
    return field.split { character in
      if character == "\"" { quoted.toggle() }
      return character == "," && !quoted
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
  }
}
