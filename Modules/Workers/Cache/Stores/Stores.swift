public import Databases
public import Logging
import MessageBus
import Platform

/// The available types of stores.
public enum Stores {
  /// All types of stores, one per folder or file of `Stores/` (verified by a test). The first type that accepts an argument opens it.
  public static let standard: [any CacheStore.Type] = [
    RedisStore.self, SQLiteStore.self,
  ]

  /// Opens the store that the argument of `--store` names. `timeout`: the time allowed for an operation.
  public static func open(
    _ argument: String, limits: StoreLimits = .disk, timeout: Duration, logger: Logger
  ) throws(StorageError) -> any CacheStore {
    guard let store = standard.first(where: { $0.accepts(argument) }) else {
      let choices = standard.map { $0.usageHint }.joined(separator: " or ")
      // A URL may hold a password.
      let shown = argument.firstRange(of: "://").map { "\(argument[..<$0.upperBound])…" } ?? argument
      throw StorageError(.unknownStore, "unknown store '\(shown)': use \(choices)")
    }
    return try store.open(argument, limits: limits, timeout: timeout, logger: logger)
  }

  /// Returns the default cache file: `$XDG_CACHE_HOME/holocron/cache.sqlite`, or in `~/.cache` if the variable is not set (XDG Base
  /// Directory Specification). Returns `nil` without a home folder.
  public static func defaultFile(environment: [String: String]) -> String? {
    XDGFolders(Environment(environment)).cache.map { "\($0)/cache.sqlite" }
  }
}
