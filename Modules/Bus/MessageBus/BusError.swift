/// What goes wrong on the bus itself, as seen by the process that calls. An answer with a status of 400 or more is
/// not an error of the bus: it arrives as a ``Reply``.
public struct BusError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// An endpoint or option is not of the form the bus takes.
    public static let invalid = Code(description: "invalid")
    /// Nobody listens at the endpoint.
    public static let unreachable = Code(description: "unreachable")
    /// The endpoint is taken by another broker.
    public static let inUse = Code(description: "in-use")
    /// The endpoint, or the process that listens there, belongs to another user.
    public static let untrusted = Code(description: "untrusted")
    /// The deadline passed before the answer was complete.
    public static let deadlineExceeded = Code(description: "deadline-exceeded")
    /// The calling task was cancelled.
    public static let cancelled = Code(description: "cancelled")
    /// The client, worker or broker was closed.
    public static let closed = Code(description: "closed")
    /// A peer sent what the protocol does not allow.
    public static let malformed = Code(description: "malformed")
    /// More is outstanding than the client was set up to hold.
    public static let overloaded = Code(description: "overloaded")
    /// libzmq or the operating system refused.
    public static let system = Code(description: "system")
  }

  public let code: Code
  /// What happened, to what, and where it helps, what to do. One sentence for people.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
