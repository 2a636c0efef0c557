/// The reason the server cannot listen.
public struct OriginServerError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// Another process is listening on the address and port.
    public static let addressInUse = Code(description: "in-use")
    /// The machine does not have the address, or the user has no permission to listen on it.
    public static let invalidAddress = Code(description: "invalid")
    /// The operating system refused for another reason.
    public static let systemError = Code(description: "system")
  }

  public let code: Code
  /// One sentence for people: what happened, then what to do.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
