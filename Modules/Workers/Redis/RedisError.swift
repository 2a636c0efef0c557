@_exported public import struct Platform.CodedError

/// The reason a command has no result, or the error that the server answered.
public typealias RedisError = CodedError<RedisErrorCode>

/// The codes of ``RedisError``. The code of a server's error is its first word in lower case: `oom`, `readonly`, `noperm`, `err`.
public struct RedisErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  /// The URL is not valid, or does not fit the server: a cluster behind the URL of a single server, or the other way round.
  public static let invalid = Self("invalid")
  /// There is no connection to the server; it is tried again in the background.
  public static let unavailable = Self("unavailable")
  /// The command had no result before its deadline.
  public static let timedOut = Self("timed-out")
  /// Too many commands are waiting.
  public static let overloaded = Self("overloaded")
  /// The task was cancelled, or the client is closed.
  public static let cancelled = Self("cancelled")
  /// hiredis is missing, or no memory, threads or file descriptors are left.
  public static let system = Self("system")
}

extension RedisError {
  /// An error that the server answered: `WRONGTYPE Operation against a key …`
  init(reply: String) { self.init(RedisErrorCode(reply.prefix { $0 != " " }.lowercased()), reply) }
}
