/// An error inside the cache. The service converts it to a problem document.
public struct CacheError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The argument of `--store` is not a store.
    public static let unknownStore = Code(description: "unknown-store")
    /// The store's file belongs to another program. It is not touched.
    public static let foreign = Code(description: "foreign")
    /// The file cannot be opened, read or written.
    public static let unavailable = Code(description: "unavailable")
    /// The store did not respond in time; another process may have locked it.
    public static let slow = Code(description: "slow")
    /// The file holds data that no version of this program writes.
    public static let damaged = Code(description: "damaged")
    /// The file was written by a newer version of this program.
    public static let newer = Code(description: "newer")
  }

  public let code: Code
  /// One sentence for people: what happened, to which file, and what to do.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}
