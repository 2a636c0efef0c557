import OrderedJSON

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
    (self.method, self.target, self.fields, self.content) = (method, target, fields, content)
  }

  /// Method and target: `GET /people/1`.
  public var head: String { "\(method) \(target)" }

  /// Time until the caller's deadline, from the field `deadline` (whole milliseconds); `nil` if the caller set none.
  public var deadline: Duration? {
    get { fields["deadline"].flatMap { Int64($0) }.map { .milliseconds(max(0, $0)) } }
    set { fields["deadline"] = newValue.map { String($0.wholeMilliseconds) } }
  }

  /// Whether the request may be retried without harm (RFC 9110 section 9.2.2), as also PURGE and the requests for a whole store may.
  public var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PURGE", "IMPORT", "EXPORT", "VERIFY"].contains(method) }
}

extension Duration {
  /// Whole milliseconds, rounded towards zero.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// A reply from a service, or one part of a streamed reply.
public struct Reply: Sendable, Hashable {
  /// An HTTP status code, 100 to 599.
  public var status: Int
  public var fields: Fields
  public var content: [UInt8]

  /// Creates a reply, by default a success without content.
  public init(_ status: Int = 200, fields: Fields = [:], content: [UInt8] = []) {
    (self.status, self.fields, self.content) = (status, fields, content)
  }

  /// Creates a reply that carries a problem document.
  public init(_ problem: Problem) {
    self.init(problem.status, fields: problem.fields, content: problem.json.bytes())
  }

  /// Whether the status is from 200 to 399.
  public var isSuccess: Bool { (200..<400).contains(status) }

  /// The problem that this reply reports; `nil` if the status is below 400. Made from the status if the content is not a problem document.
  public var problem: Problem? { status < 400 ? nil : Problem(reading: self) }
}
