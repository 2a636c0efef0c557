import OrderedJSON
import Platform

/// An http or https URL, reduced to the server to connect to and the request target (RFC 3986; RFC 9110 section 4.2).
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// The supported schemes.
  public enum Scheme: String, Sendable {
    case http, https
    /// The default port.
    public var port: Int { self == .http ? 80 : 443 }
  }

  /// The reason why a text is not a URL, and how to correct it.
  public struct Invalid: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  public let scheme: Scheme
  /// Host in lower case; an IPv6 address includes its brackets.
  public let host: String
  public let port: Int
  /// Path and query; always starts with `/`.
  public let target: String

  /// Parses `text`, without its fragment.
  public init(_ text: String) throws(Invalid) {
    guard let separator = text.firstRange(of: "://") else {
      throw Invalid(description: "'\(text)' has no scheme: use http://\(text) or https://\(text)")
    }
    guard let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else {
      throw Invalid(description: "'\(text)' is not an http or https URL")
    }
    let rest = text[separator.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw Invalid(description: "URLs with a user name or password are not supported: remove USER:PASSWORD@ from the URL")
    }
    guard let (host, port) = Self.split(authority), port.map({ (1...65_535).contains($0) }) ?? true else {
      throw Invalid(description: "'\(text)' has no valid host, or its port is not between 1 and 65535: use \(scheme)://HOST:PORT/PATH")
    }
    let target = rest.dropFirst(authority.count)
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Invalid(description: "'\(text)' contains characters that must be percent-encoded (%XX)")
    }
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? scheme.port
    self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
  }

  /// Splits an authority into host and port. Returns `nil` if the authority is malformed.
  private static func split(_ authority: some StringProtocol) -> (host: String, port: Int?)? {
    let bracket = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
    let colon = authority[bracket...].firstIndex(of: ":")
    let host = authority[..<(colon ?? authority.endIndex)]
    guard !host.isEmpty, host.utf8.allSatisfy(allowsInHost), host.hasPrefix("[") == host.hasSuffix("]") else { return nil }
    guard host.hasPrefix("[") || !host.contains(where: { ":[]".contains($0) }) else { return nil }
    guard let colon else { return (String(host), nil) }
    guard let port = Int(digits: authority[authority.index(after: colon)...]) else { return nil }
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

  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. `false` in case of doubt.
  public var isLoopback: Bool {
    let host = host.filter { $0 != "[" && $0 != "]" }
    return host == "localhost" || NumericAddress.isLoopback(host)
  }

  /// Whether scheme, host and port are equal (RFC 6454 section 5).
  public func isSameOrigin(as other: HTTPURL) -> Bool { (scheme, host, port) == (other.scheme, other.host, other.port) }
}
