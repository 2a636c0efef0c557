import Contracts

extension HTTPURL {
  /// Parses the URL of an origin. Throws ``OriginError/Code/invalid`` with a message that explains what is wrong and how to correct it.
  static func origin(_ text: String) throws(OriginError) -> HTTPURL {
    do { return try HTTPURL(text) } catch { throw OriginError(.invalid, error.description) }
  }

  /// Resolves the reference `location`, absolute or relative to this URL (RFC 3986 section 5.2). Returns `nil` for other schemes, for
  /// malformed references, and for an empty reference, which would resolve to this URL.
  func resolve(_ location: String) -> HTTPURL? {
    guard !location.isEmpty else { return nil }
    if Self.hasScheme(location) { return try? HTTPURL(location) }
    if location.hasPrefix("//") { return try? HTTPURL("\(scheme):\(location)") }
    let reference = location.prefix { $0 != "#" }
    let path = reference.prefix { $0 != "?" }
    let query = reference.dropFirst(path.count)
    let ownPath = target.prefix { $0 != "?" }
    if path.isEmpty { return try? HTTPURL(root + ownPath + (query.isEmpty ? target.dropFirst(ownPath.count) : query)) }
    // A relative path replaces the last segment of this path.
    let merged = path.hasPrefix("/") ? String(path) : String(ownPath[...(ownPath.lastIndex(of: "/") ?? ownPath.startIndex)]) + path
    return try? HTTPURL(root + Self.removingDotSegments(merged) + query)
  }

  /// Whether `text` starts with a scheme (RFC 3986 section 3.1): a letter, then letters, digits, `+`, `-` and `.`, then a colon.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, isLetter(first) else { return false }
    return text[..<colon].utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// Removes dot segments (RFC 3986 section 5.2.4). `path` starts with a slash.
  private static func removingDotSegments(_ path: String) -> String {
    var segments: [Substring] = []
    let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in all.enumerated() {
      let isDots = segment == "." || segment == ".."
      if segment == "..", !segments.isEmpty { segments.removeLast() }
      if !isDots { segments.append(segment) }
      // A path that ends in a dot segment keeps its trailing slash.
      if isDots, index == all.count - 1 { segments.append("") }
    }
    return "/" + segments.joined(separator: "/")
  }
}
