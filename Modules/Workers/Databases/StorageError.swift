/// An error of a database file. Stores convert it to the error type of their own module.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The file belongs to another program, or to another store of this program. It is not touched.
    public static let foreign = Code(description: "foreign")
    /// The file cannot be opened, read or written.
    public static let unavailable = Code(description: "unavailable")
    /// The disk is full, failing or read-only. The file may become usable later.
    public static let disk = Code(description: "disk")
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
