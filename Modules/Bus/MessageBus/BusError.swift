@_exported public import struct Platform.CodedError

/// An error of the bus itself, as seen by the calling process: its `code`, a `message` for people, and the `cause` if another error led to it.
/// A reply with a status of 400 or more is not a `BusError`; it arrives as a ``Reply``.
public typealias BusError = CodedError<BusErrorCode>

/// What went wrong, for programs: the code of a ``BusError``.
public struct BusErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// An endpoint or option has an invalid value.
  public static let invalid = Self(description: "invalid")
  /// Nothing is listening on the endpoint. The request was not sent, or it is idempotent.
  public static let unreachable = Self(description: "unreachable")
  /// The connection to the broker was lost after a request was sent that is not idempotent. A worker may have executed the request.
  public static let connectionLost = Self(description: "connection-lost")
  /// Another broker is listening on the endpoint.
  public static let inUse = Self(description: "in-use")
  /// The endpoint, or the process listening on it, belongs to another user.
  public static let untrusted = Self(description: "untrusted")
  /// The broker does not accept the key of this process, or only one of them has keys.
  public static let unauthorized = Self(description: "unauthorized")
  /// The deadline passed before the reply was complete.
  public static let deadlineExceeded = Self(description: "deadline-exceeded")
  /// The calling task was cancelled.
  public static let cancelled = Self(description: "cancelled")
  /// The client, worker or broker was closed.
  public static let closed = Self(description: "closed")
  /// A peer violated the protocol.
  public static let malformed = Self(description: "malformed")
  /// The client has reached a limit: outstanding requests, or unread parts of a reply.
  public static let overloaded = Self(description: "overloaded")
  /// The request is larger than the broker accepts.
  public static let tooLarge = Self(description: "too-large")
  /// A call to libzmq or the operating system failed.
  public static let system = Self(description: "system")
}
