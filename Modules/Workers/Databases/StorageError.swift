/// What goes wrong between a store and its file. Stores turn it into the error of their own module.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The file belongs to another program, or holds something else of this one; it is left alone.
    public static let foreign = Code(description: "foreign")
    /// The file cannot be opened, read or written.
    public static let unavailable = Code(description: "unavailable")
    /// The disk is full, failing or read-only: the file may be usable later.
    public static let disk = Code(description: "disk")
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
