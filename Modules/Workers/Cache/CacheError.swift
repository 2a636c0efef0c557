// Re-exported, because the error and most of its codes belong to that module.
@_exported public import Databases

/// An error of a cache store. The service converts it to a problem document.
public typealias CacheError = StorageError

extension StorageErrorCode {
  /// The argument of `--store` is not a store.
  public static let unknownStore = Self("unknown-store")
  /// The store did not respond in time; another process may have locked it.
  public static let slow = Self("slow")
}
