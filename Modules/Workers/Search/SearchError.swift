// Re-exported, because the error and most of its codes belong to that module.
@_exported public import Databases

/// An error of the search service's stores. Callers of the service receive it as a ``Problem``.
public typealias SearchError = StorageError

extension StorageErrorCode {
  /// The caller's task was cancelled.
  public static let cancelled = Self("cancelled")
}
