import Contracts
import Logging

/// A store in memory in place of a default file that cannot be used. A file that a setting names is not replaced: the service does not start.
enum MemoryFallback {
  /// Logs that `store` is kept in memory, and returns a warning for the statistics. The launcher finds the event by its message
  /// (`ServiceLog`).
  static func warning(for store: StorageWarning.Store, because reason: String, logger: Logger) -> String {
    logger.warning("no file can be used; keeping it in memory", metadata: ["store": "\(store.rawValue)", "reason": "\(reason)"])
    return StorageWarning.inMemory(store, reason: reason).sentence
  }
}

extension [String: String] {
  /// Returns the facts of a service with a warning of its definition, if there is one and the service has none.
  func adding(warning: String?) -> [String: String] {
    guard let warning else { return self }
    return merging(["warning": warning]) { own, _ in own }
  }
}
