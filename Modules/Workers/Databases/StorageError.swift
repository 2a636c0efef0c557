@_exported public import struct Platform.CodedError

/// An error of a store or its database file.
public typealias StorageError = CodedError<StorageErrorCode>

/// The codes of ``StorageError``.
public struct StorageErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// Creates a code of a particular store.
  public init(_ description: String) { self.description = description }

  /// The file belongs to another program, or to another store of this program. It is not touched.
  public static let foreign = Self("foreign")
  /// The file cannot be opened, read or written.
  public static let unavailable = Self("unavailable")
  /// The disk is full, failing or read-only. The file may become usable later.
  public static let disk = Self("disk")
  /// The file holds data that no version of this program writes.
  public static let damaged = Self("damaged")
  /// The file was removed, or another file is in its place.
  public static let replaced = Self("replaced")
  /// The write-ahead log has grown beyond its limit.
  public static let oversized = Self("oversized")
  /// The file was written by a newer version of this program.
  public static let newer = Self("newer")
}
