public import MessageBus
public import Models
public import OrderedJSON

/// The identity of an origin: `embedded`, or the URL of a server's API root, such as `http://127.0.0.1:1138/api`. Scheme and host are in
/// lower case; the scheme's default port and trailing slashes are omitted. Two origins are the same if their identities are equal.
///
/// The identity of a group of servers is those of its members, sorted and joined by commas: `http://a.example/api,http://b.example/api`.
public struct OriginIdentity: Sendable, Hashable, CustomStringConvertible {
  /// Header field for an identity. A reply names its origin with this field. A request with this field is pinned to that origin; a fetcher
  /// for another origin answers 421 (``MessageBus/Problem/misdirected(to:from:)``).
  public static let field = "holocron-origin"

  /// The text between the members of a group.
  public static let separator = ","

  /// The catalogue built into the program.
  public static let embedded = OriginIdentity(unchecked: "embedded")

  /// Maximum length in bytes.
  public static let maxLength = 2_048

  public let text: String

  /// Returns `nil` unless `text` consists of 1 to ``maxLength`` characters of visible ASCII. Whoever opens an origin normalises its URL.
  public init?(_ text: String) {
    guard (1...Self.maxLength).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.text = text
  }

  /// Reads the identity from `fields`. Returns `nil` if they name no origin.
  public init?(_ fields: Fields) {
    guard let text = fields[Self.field] else { return nil }
    self.init(text)
  }

  private init(unchecked text: String) { self.text = text }

  public var description: String { text }

  /// The identities of the servers: one, or several of a group.
  public var members: [String] { text.split(separator: Self.separator).map(String.init) }

  /// Whether requests cost nobody anything: the origin is embedded, or all of its servers are on this computer.
  public var isLocal: Bool {
    !members.isEmpty && members.allSatisfy { $0 == Self.embedded.text || (try? HTTPURL($0))?.isLoopback ?? false }
  }

  /// A warning about a server that is asked over plain http on another machine; `nil` if there is none.
  public var plainHTTPWarning: String? {
    members.lazy.compactMap { try? HTTPURL($0) }.first { $0.scheme == .http && !$0.isLoopback }
      .map { "\($0.root) is plain http: others on the network can read and change its answers; use https if it is available" }
  }

  /// Returns the URL of the API root in `location`, the URL of a record or list of `kind`; `nil` if `location` has another form.
  public static func root(of location: String, kind: KindName) -> String? {
    guard location.contains("://") else { return nil }
    let path = location.prefix { $0 != "?" && $0 != "#" }
    var components = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let index = components.lastIndex(of: kind.text[...]), index > 2 else { return nil }
    components.removeSubrange(index...)
    return components.joined(separator: "/")
  }
}

/// `GET /origin`: the identity of a fetcher's origin, which is not asked. Content: `{"origin":"http://127.0.0.1:1138/api"}`.
public struct OriginRequest: Contract {
  public init() {}

  public var request: Request { Request("GET", Target(["origin"])) }

  public init?(_ request: Request) {
    guard request.isGet("origin") else { return nil }
  }

  public typealias Answer = OriginIdentity
}

extension OriginIdentity: JSONAnswer {
  public var json: JSON { ["origin": .string(text)] }

  public init?(_ json: JSON) {
    guard let text = json["origin"]?.string else { return nil }
    self.init(text)
  }
}
