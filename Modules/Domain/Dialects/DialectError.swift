/// What goes wrong when the answer of an origin is read.
public struct DialectError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The body is not JSON: a web page, or an answer that was cut off.
    public static let syntax = Code(description: "syntax")
    /// The body is JSON of another form than the dialect has for this question.
    public static let form = Code(description: "form")
    /// A field holds a value of a type that it never has.
    public static let field = Code(description: "field")
  }

  public let code: Code
  /// What happened, to what. One sentence for people; names the field where there is one.
  public let message: String
  /// The member of the body that is wrong.
  public let field: String?
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, field: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.cause = cause
  }

  public var description: String { message }
}
