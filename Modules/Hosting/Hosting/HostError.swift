/// Why a service cannot start or go on, in words for the person who started it.
public struct HostError: Error, Sendable, CustomStringConvertible {
  /// Each code is also the exit code of the process.
  public struct Code: Sendable, Hashable {
    public let exitCode: Int32
    /// What failed is none of the below.
    public static let failed = Code(exitCode: 1)
    /// A flag, an environment variable or the configuration file says what cannot be.
    public static let usage = Code(exitCode: 2)
    /// What the service needs is not there or is taken.
    public static let unavailable = Code(exitCode: 5)
  }

  public let code: Code
  /// What is wrong, why, and what to do next. One line.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
