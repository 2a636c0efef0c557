/// An http or https URL, as far as a fetch layer needs one: where to connect and what to ask for (RFC 3986; RFC 9110 section 4.2).
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
  public enum Scheme: String, Sendable {
    case http, https
    var port: Int { self == .http ? 80 : 443 }
  }

  public let scheme: Scheme
  /// Lower case; an IPv6 address in its brackets.
  public let host: String
  public let port: Int
  /// Path and query; starts with `/`, never empty.
  public let target: String

  init(scheme: Scheme, host: String, port: Int, target: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.target = target
  }

  /// Throws ``OriginError/Code/invalid``, saying what is wrong with `text` and how to write it.
  public init(_ text: String) throws(OriginError) {
    guard let mark = text.firstRange(of: "://") else {
      throw OriginError(.invalid, "'\(text)' has no scheme: write http://\(text) or https://\(text)")
    }
    guard let scheme = Scheme(rawValue: text[..<mark.lowerBound].lowercased()) else {
      throw OriginError(.invalid, "'\(text)' is neither an http nor an https URL")
    }
    let rest = text[mark.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw OriginError(.invalid, "a URL with a user name or password is not taken: leave out what stands before the '@'")
    }
    guard let (host, port) = Self.split(authority), port.map({ (1...65_535).contains($0) }) ?? true else {
      throw OriginError(
        .invalid, "'\(text)' does not name a host, or its port is not between 1 and 65535: write \(scheme)://HOST:PORT/PATH")
    }
    let target = rest.dropFirst(authority.count)
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw OriginError(.invalid, "'\(text)' has characters in its path that a URL must write as %XX")
    }
    self.init(
      scheme: scheme, host: host.lowercased(), port: port ?? scheme.port, target: target.hasPrefix("/") ? String(target) : "/\(target)")
  }

  /// Host and port of an authority; `nil` where it is malformed.
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

  /// Scheme, host and port, the port left out where the scheme implies it: `http://127.0.0.1:1138`.
  public var root: String { "\(scheme)://\(host)" + (port == scheme.port ? "" : ":\(port)") }

  public var description: String { root + target }

  /// The same scheme, host and port (RFC 6454 section 5).
  public func isSameOrigin(as other: WebAddress) -> Bool { (scheme, host, port) == (other.scheme, other.host, other.port) }

  /// The address that the reference `location` names, seen from here (RFC 3986 section 5.2): an absolute URL, or one that is relative to this one.
  /// `nil` for URLs of other schemes, for what is no reference, and for an empty one, which would lead back here.
  public func following(_ location: String) -> WebAddress? {
    guard !location.isEmpty else { return nil }
    if Self.hasScheme(location) { return try? WebAddress(location) }
    if location.hasPrefix("//") { return try? WebAddress("\(scheme):\(location)") }
    let reference = location.prefix { $0 != "#" }
    let path = reference.prefix { $0 != "?" }
    let query = reference.dropFirst(path.count)
    let ownPath = target.prefix { $0 != "?" }
    if path.isEmpty { return try? WebAddress(root + ownPath + (query.isEmpty ? target.dropFirst(ownPath.count) : query)) }
    // Relative to the folder that this path is in.
    let merged = path.hasPrefix("/") ? String(path) : String(ownPath[...(ownPath.lastIndex(of: "/") ?? ownPath.startIndex)]) + path
    return try? WebAddress(root + Self.withoutDots(merged) + query)
  }

  /// RFC 3986 section 3.1: a letter, then letters, digits, `+`, `-` and `.`, then a colon.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), let first = text.utf8.first, isLetter(first) else { return false }
    return text[..<colon].utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// Takes out the segments `.` and `..` with what they undo (RFC 3986 section 5.2.4). `path` starts with a slash.
  private static func withoutDots(_ path: String) -> String {
    var segments: [Substring] = []
    let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in all.enumerated() {
      let isDots = segment == "." || segment == ".."
      if segment == "..", !segments.isEmpty { segments.removeLast() }
      if !isDots { segments.append(segment) }
      // A path that ends in dots names a folder.
      if isDots, index == all.count - 1 { segments.append("") }
    }
    return "/" + segments.joined(separator: "/")
  }
}
