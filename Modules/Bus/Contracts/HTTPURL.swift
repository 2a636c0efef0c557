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
    guard let colon = text.firstRange(of: "://")?.lowerBound else {
      throw Invalid(description: "'\(text)' has no scheme: use http://\(text) or https://\(text)")
    }
    guard let scheme = Scheme(rawValue: text[..<colon].lowercased()) else {
      throw Invalid(description: "'\(text)' is not an http or https URL")
    }
    let rest = text.utf8[colon...].dropFirst(3).prefix { $0 != UInt8(ascii: "#") }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw Invalid(description: "URLs with a user name or password are not supported: remove USER:PASSWORD@ from the URL")
    }
    guard let (host, port) = Self.split(authority), port.map({ (1...65_535).contains($0) }) ?? true else {
      throw Invalid(description: "'\(text)' has no valid host, or its port is not between 1 and 65535: use \(scheme)://HOST:PORT/PATH")
    }
    let target = rest[authority.endIndex...]
    guard target.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Invalid(description: "'\(text)' contains characters that must be percent-encoded (%XX)")
    }
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? scheme.port
    let path = String(Substring(target))
    self.target = target.first == UInt8(ascii: "/") ? path : "/" + path
  }

  /// Splits an authority into host and port. Returns `nil` if the authority is malformed.
  private static func split(_ authority: Substring.UTF8View) -> (host: String, port: Int?)? {
    let (left, right) = (UInt8(ascii: "["), UInt8(ascii: "]"))
    let bracket = authority.lastIndex(of: right).map { authority.index(after: $0) } ?? authority.startIndex
    let colon = authority[bracket...].firstIndex(of: UInt8(ascii: ":"))
    let host = authority[..<(colon ?? authority.endIndex)]
    guard !host.isEmpty, host.allSatisfy(allowsInHost), (host.first == left) == (host.last == right) else { return nil }
    guard host.first == left || !host.contains(where: { $0 == UInt8(ascii: ":") || $0 == left || $0 == right }) else { return nil }
    let name = String(Substring(host))
    guard let colon else { return (name, nil) }
    guard let port = Int(digits: Substring(authority[colon...].dropFirst())) else { return nil }
    return (name, port)
  }

  private static func allowsInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  /// Scheme, host and port, without the scheme's default port: `http://127.0.0.1:1138`.
  public var root: String { scheme.rawValue + "://" + host + (port == scheme.port ? "" : ":\(port)") }

  public var description: String { root + target }

  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. `false` in case of doubt.
  public var isLoopback: Bool {
    let host = host.filter { $0 != "[" && $0 != "]" }
    return host == "localhost" || NumericAddress.isLoopback(host)
  }

  /// Whether scheme, host and port are equal (RFC 6454 section 5).
  public func isSameOrigin(as other: HTTPURL) -> Bool { (scheme, host, port) == (other.scheme, other.host, other.port) }
}

/// A URL that is safe to pass to a browser: http or https, without a user name, in printable ASCII without spaces.
public struct WebAddress: Sendable, Hashable {
  public let text: String

  /// Returns `nil` unless `text` is such a URL of at most 2,048 bytes. Origins are not trusted.
  public init?(_ text: String) {
    guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), (try? HTTPURL(text)) != nil else { return nil }
    self.text = text
  }
}
