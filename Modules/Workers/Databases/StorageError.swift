@_exported public import CodedErrors

/// An error of a database file. Stores convert it to the error type of their own module.
public typealias StorageError = CodedError<StorageErrorCode>

/// The codes of ``StorageError``.
public struct StorageErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// The file belongs to another program, or to another store of this program. It is not touched.
  public static let foreign = Self(description: "foreign")
  /// The file cannot be opened, read or written.
  public static let unavailable = Self(description: "unavailable")
  /// The disk is full, failing or read-only. The file may become usable later.
  public static let disk = Self(description: "disk")
  /// The file holds data that no version of this program writes.
  public static let damaged = Self(description: "damaged")
  /// The file was written by a newer version of this program.
  public static let newer = Self(description: "newer")
}
