/// A question to a service: `head`, `fields` and `content` of BUS_WIRE, with HTTP's vocabulary.
public struct Request: Sendable, Hashable {
  /// `GET`, `PUT`, `DELETE`, `PURGE`, …: a token in upper case.
  public var method: String
  public var target: Target
  public var fields: Fields
  public var content: [UInt8]

  public init(_ method: String = "GET", _ target: Target, fields: Fields = [:], content: [UInt8] = []) {
    self.method = method
    self.target = target
    self.fields = fields
    self.content = content
  }

  /// `GET /people/1`
  public var head: String { "\(method) \(target)" }

  /// What is left to the caller, from the field `deadline` (whole milliseconds). `nil` when the caller named none.
  public var deadline: Duration? {
    get { fields["deadline"].flatMap { Int64($0) }.map { .milliseconds(max(0, $0)) } }
    set { fields["deadline"] = newValue.map { String($0.wholeMilliseconds) } }
  }

  /// GET, HEAD, OPTIONS, PUT, DELETE and PURGE may be repeated without harm (RFC 9110 section 9.2.2; PURGE as caches use it).
  public var isIdempotent: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PURGE"].contains(method) }
}

extension Duration {
  /// Rounded towards zero.
  public var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
