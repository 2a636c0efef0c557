/// What goes wrong inside the cache, before it becomes the problem a caller sees.
public struct CacheError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// `--store` names no store.
    public static let unknownStore = Code(description: "unknown-store")
    /// The store's file belongs to another program; it is left alone.
    public static let foreign = Code(description: "foreign")
    /// The file cannot be opened, read or written.
    public static let unavailable = Code(description: "unavailable")
    /// The store did not answer in time; others may have a lock on it.
    public static let slow = Code(description: "slow")
    /// The file holds what no version of this program writes.
    public static let damaged = Code(description: "damaged")
    /// The file was written by a newer version of this program.
    public static let newer = Code(description: "newer")
  }

  public let code: Code
  /// What happened, to which file, and what to do. One sentence for people.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
