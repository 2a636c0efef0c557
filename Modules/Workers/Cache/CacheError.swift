@_exported public import CodedErrors

/// An error inside the cache. The service converts it to a problem document.
public typealias CacheError = CodedError<CacheErrorCode>

/// The codes of ``CacheError``.
public struct CacheErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// The argument of `--store` is not a store.
  public static let unknownStore = Self(description: "unknown-store")
  /// The store's file belongs to another program. It is not touched.
  public static let foreign = Self(description: "foreign")
  /// The file cannot be opened, read or written.
  public static let unavailable = Self(description: "unavailable")
  /// The store did not respond in time; another process may have locked it.
  public static let slow = Self(description: "slow")
  /// The file holds data that no version of this program writes.
  public static let damaged = Self(description: "damaged")
  /// The file was written by a newer version of this program.
  public static let newer = Self(description: "newer")
}
