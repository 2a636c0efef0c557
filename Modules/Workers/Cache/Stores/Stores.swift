public import Logging

/// The stores there are.
public enum Stores {
  /// Every folder of `Stores/`, once; a test compares the two. The first one that accepts an argument opens it.
  public static let standard: [any CacheStore.Type] = [
    MemoryStore.self,
    SQLiteStore.self,
  ]

  /// Opens what the argument of `--store` names.
  public static func open(
    _ argument: String, among stores: [any CacheStore.Type] = standard, limits: StoreLimits = .disk, logger: Logger
  ) throws(CacheError) -> any CacheStore {
    guard let store = stores.first(where: { $0.accepts(argument) }) else {
      let choices = stores.map { "'\($0.usage)'" }.joined(separator: " or ")
      throw CacheError(.unknownStore, "'\(argument)' is no store: write \(choices)")
    }
    return try store.open(argument, limits: limits, logger: logger)
  }

  /// The cache file of this user: `$XDG_CACHE_HOME/holocron/cache.sqlite`, in `~/.cache` where the variable is unset
  /// (XDG Base Directory Specification). `nil` when the environment names no home either.
  public static func standardFile(environment: [String: String]) -> String? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return "\(folder)/holocron/cache.sqlite" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.cache/holocron/cache.sqlite" : nil }
  }
}
