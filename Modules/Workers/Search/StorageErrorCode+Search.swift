import Databases

extension StorageErrorCode {
  /// The caller's task was cancelled.
  static let cancelled = Self("cancelled")
}
