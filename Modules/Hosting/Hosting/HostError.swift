/// An error that prevents a service from starting or running, with a message for the user.
public struct HostError: Error, Sendable, CustomStringConvertible {
  /// The category of the error, which determines the exit code of the process.
  public struct Code: Sendable, Hashable {
    public let exitCode: Int32
    /// Any other failure.
    public static let failed = Code(exitCode: 1)
    /// An invalid option, environment variable or configuration file.
    public static let usage = Code(exitCode: 2)
    /// A required resource is missing or in use.
    public static let unavailable = Code(exitCode: 5)
  }

  public let code: Code
  /// One line: what happened, why, and what to do.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
