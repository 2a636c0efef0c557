public import MessageBus

/// Names an origin: `embedded`, or the URL of a server's root with scheme and host in lower case, without the scheme's own port and without
/// a slash at the end, such as `http://127.0.0.1:1138/api`. Two origins are the same when their identities are.
public struct OriginIdentity: Sendable, Hashable, CustomStringConvertible {
  /// The header field that carries an identity. A reply says with it where the answer comes from; a request with it is only for that
  /// origin, and a fetcher of another one answers 421 (``MessageBus/Problem/misdirected(to:from:)``).
  public static let field = "holocron-origin"

  /// The facts inside the program.
  public static let embedded = OriginIdentity(checked: "embedded")

  /// Longer ones are no identities, in bytes.
  public static let longest = 2_048

  public let text: String

  /// `nil` unless `text` is 1 to ``longest`` characters of visible ASCII. It is taken as it stands: whoever opens an origin normalises its URL.
  public init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.text = text
  }

  /// What `fields` carry. `nil` when they name no origin.
  public init?(_ fields: Fields) {
    guard let text = fields[Self.field] else { return nil }
    self.init(text)
  }

  private init(checked text: String) { self.text = text }

  public var description: String { text }
}
