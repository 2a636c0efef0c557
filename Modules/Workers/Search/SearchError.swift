@_exported public import CodedErrors

/// An error of the search service's stores. Callers of the service receive it as a ``Problem``.
public typealias SearchError = CodedError<SearchErrorCode>

/// The codes of ``SearchError``.
public struct SearchErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// The file belongs to another program and is left unchanged.
  public static let foreign = Self(description: "foreign")
  /// The file cannot be opened, read or written.
  public static let unavailable = Self(description: "unavailable")
  /// The caller's task was cancelled.
  public static let cancelled = Self(description: "cancelled")
  /// The disk is full, failing or read-only. The file may be usable later.
  public static let disk = Self(description: "disk")
  /// The file has contents that no version of this program writes.
  public static let damaged = Self(description: "damaged")
  /// The file was written by a newer version of this program.
  public static let newer = Self(description: "newer")
}
