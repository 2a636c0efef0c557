/// Why the server cannot serve.
public struct OriginServerError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// Another process listens there.
    public static let inUse = Code(description: "in-use")
    /// This machine has no such address, or the user may not listen there.
    public static let invalid = Code(description: "invalid")
    /// The operating system refused for another reason.
    public static let system = Code(description: "system")
  }

  public let code: Code
  /// One sentence for people: what happened and what to do.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
