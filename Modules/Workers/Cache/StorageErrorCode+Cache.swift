public import Databases

extension StorageErrorCode {
  /// The argument of `--store` is not a store.
  public static let unknownStore = Self("unknown-store")
  /// The store did not respond in time; another process may have locked it.
  public static let slow = Self("slow")
}
