/// Names of the checks of `holocron doctor`.
public enum CheckPhrase: Sendable, Hashable {
  case configuration, cacheFolder, dataFolder, logFolder, sockets, socketPath, supervisor, crashes, terminal
  case bus, origin, origins, originServer, cache, searchIndex
  /// A library, a program or a service, which has the same name in every language.
  case named(String)
}

/// Results of a check.
public enum CheckStatePhrase: String, Sendable, Hashable, CaseIterable {
  case pass, warn, fail
}
