/// An error of the bus itself, as seen by the calling process. A reply with a status of 400 or more is not a `BusError`;
/// it arrives as a ``Reply``.
public struct BusError: Error, Sendable, CustomStringConvertible {
  /// What went wrong, for programs.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// An endpoint or option has an invalid value.
    public static let invalid = Code(description: "invalid")
    /// Nothing is listening on the endpoint.
    public static let unreachable = Code(description: "unreachable")
    /// Another broker is listening on the endpoint.
    public static let inUse = Code(description: "in-use")
    /// The endpoint, or the process listening on it, belongs to another user.
    public static let untrusted = Code(description: "untrusted")
    /// The deadline passed before the reply was complete.
    public static let deadlineExceeded = Code(description: "deadline-exceeded")
    /// The calling task was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// The client, worker or broker was closed.
    public static let closed = Code(description: "closed")
    /// A peer violated the protocol.
    public static let malformed = Code(description: "malformed")
    /// The client has reached a limit: outstanding requests, or unread parts of a reply.
    public static let overloaded = Code(description: "overloaded")
    /// A call to libzmq or the operating system failed.
    public static let system = Code(description: "system")
  }

  public let code: Code
  /// Message for people, in one sentence: what happened, and what to do if that helps.
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
