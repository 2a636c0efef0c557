/// A request to a service: `head`, `fields` and `content` of GRAMMAR.md, with HTTP semantics.
public struct Request: Sendable, Hashable {
  /// Method in upper case: `GET`, `PUT`, `DELETE`, `PURGE`, ….
  public var method: String
  /// Path and query.
  public var target: Target
  public var fields: Fields
  /// Body; empty for most methods.
  public var content: [UInt8]

  /// Whether the parts of a streamed reply may come in another order, or be cut differently, if the request is sent again after a lost
  /// connection. The client then delivers all parts of the second reply. Otherwise it leaves out as many as were delivered before. Not sent.
  public var hasUnorderedParts = false

  /// Creates a request. The client that sends the request sets ``deadline``.
  public init(_ method: String = "GET", _ target: Target, fields: Fields = [:], content: [UInt8] = []) {
    self.method = method
    self.target = target
    self.fields = fields
    self.content = content
  }

  /// Method and target: `GET /people/1`.
  public var head: String { "\(method) \(target)" }

  /// Time until the caller's deadline, from the field `deadline` (whole milliseconds); `nil` if the caller set none.
  public var deadline: Duration? {
    get { fields["deadline"].flatMap { Int64($0) }.map { .milliseconds(max(0, $0)) } }
    set { fields["deadline"] = newValue.map { String($0.wholeMilliseconds) } }
  }

  /// Whether the request may be retried without harm: GET, HEAD, OPTIONS, PUT and DELETE (RFC 9110 section 9.2.2), PURGE as caches use it,
  /// and IMPORT, EXPORT and VERIFY for the whole store of a service.
  public var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PURGE", "IMPORT", "EXPORT", "VERIFY"].contains(method) }
}

extension Duration {
  /// Whole milliseconds, rounded towards zero.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
