/// Error in reading the answer of an origin.
public struct DialectError: Error, Sendable, CustomStringConvertible {
  /// What went wrong, for programs.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The body is not JSON: a web page, or a truncated answer.
    public static let syntax = Code(description: "syntax")
    /// The body is JSON but not the expected document.
    public static let form = Code(description: "form")
    /// A field has a value of the wrong type.
    public static let field = Code(description: "field")
  }

  public let code: Code
  /// One sentence for people: what happened, to what; names the field, if any.
  public let message: String
  /// Invalid member of the body.
  public let field: String?
  /// The error that caused this one.
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, field: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.cause = cause
  }

  public var description: String { message }
}
