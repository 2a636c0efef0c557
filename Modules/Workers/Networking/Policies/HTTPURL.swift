/// An http or https URL, reduced to the server to connect to and the request target (RFC 3986; RFC 9110 section 4.2).
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  public enum Scheme: String, Sendable {
    case http, https
    var port: Int { self == .http ? 80 : 443 }
  }

  public let scheme: Scheme
  /// Host in lower case; an IPv6 address includes its brackets.
  public let host: String
  public let port: Int
  /// Path and query; always starts with `/`.
  public let target: String

  init(scheme: Scheme, host: String, port: Int, target: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.target = target
  }

  /// Parses `text`. Throws ``OriginError/Code/invalid`` with a message that explains what is wrong and how to correct it.
  public init(_ text: String) throws(OriginError) {
    guard let separator = text.firstRange(of: "://") else {
      throw OriginError(.invalid, "'\(text)' has no scheme: use http://\(text) or https://\(text)")
    }
    guard let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else {
      throw OriginError(.invalid, "'\(text)' is not an http or https URL")
    }
    let rest = text[separator.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw OriginError(.invalid, "URLs with a user name or password are not supported: remove USER:PASSWORD@ from the URL")
    }
    guard let (host, port) = Self.split(authority), port.map({ (1...65_535).contains($0) }) ?? true else {
      throw OriginError(
        .invalid, "'\(text)' has no valid host, or its port is not between 1 and 65535: use \(scheme)://HOST:PORT/PATH")
    }
    let target = rest.dropFirst(authority.count)
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw OriginError(.invalid, "'\(text)' contains characters that must be percent-encoded (%XX)")
    }
    self.init(
      scheme: scheme, host: host.lowercased(), port: port ?? scheme.port, target: target.hasPrefix("/") ? String(target) : "/\(target)")
  }

  /// Splits an authority into host and port. Returns `nil` if the authority is malformed.
  private static func split(_ authority: some StringProtocol) -> (host: String, port: Int?)? {
    let bracket = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
    let colon = authority[bracket...].firstIndex(of: ":")
    let host = authority[..<(colon ?? authority.endIndex)]
    guard !host.isEmpty, host.utf8.allSatisfy(allowsInHost), host.hasPrefix("[") == host.hasSuffix("]") else { return nil }
    guard host.hasPrefix("[") || !host.contains(where: { ":[]".contains($0) }) else { return nil }
    guard let colon else { return (String(host), nil) }
    guard let port = Int(authority[authority.index(after: colon)...]) else { return nil }
    return (String(host), port)
  }

  private static func allowsInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  /// Scheme, host and port, without the scheme's default port: `http://127.0.0.1:1138`.
  public var root: String { "\(scheme)://\(host)" + (port == scheme.port ? "" : ":\(port)") }

  public var description: String { root + target }

  /// Whether scheme, host and port are equal (RFC 6454 section 5).
  public func isSameOrigin(as other: HTTPURL) -> Bool { (scheme, host, port) == (other.scheme, other.host, other.port) }

  /// Resolves the reference `location`, absolute or relative to this URL (RFC 3986 section 5.2). Returns `nil` for other schemes, for
  /// malformed references, and for an empty reference, which would resolve to this URL.
  public func resolve(_ location: String) -> HTTPURL? {
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
