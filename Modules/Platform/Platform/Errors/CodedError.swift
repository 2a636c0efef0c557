/// The form of most modules' errors: a code for programs, a message for people, and the underlying error.
///
/// Each module names its own, `typealias BusError = CodedError<BusErrorCode>`, and re-exports this module, because callers that catch
/// the error use its members.
public struct CodedError<ErrorCode: Sendable & Hashable>: Error, CustomStringConvertible {
  public typealias Code = ErrorCode

  public let code: Code
  /// One sentence for people: what happened, to what, and what to do if that helps.
  public let message: String
  /// The error that caused this one.
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
