import Contracts
import Hosting
import Logging
import MessageBus
import OrderedJSON
import Platform
import ServiceLifecycle

/// A service that a process can run: its settings, and its construction from them. Each service has a program; a node runs all services.
struct ServiceDefinition: Sendable {
  /// Creates the services to run on a bus, in starting order; they stop in reverse order.
  typealias Join = (BusAddress) throws(HostError) -> [any Service]

  let settings: SettingsGroup
  /// Opens the stores of the service, and returns a function that creates the services to run. Blocks for disk I/O; the function does not. A
  /// process with several services has a registry of metrics for each.
  let prepare: @Sendable (_ host: Host, _ metrics: MetricsRegistry) throws(HostError) -> Join

  /// The definitions, with dependencies first.
  static let all = [fetch, cache, search]

  /// Returns the program that runs this service alone.
  func program(_ name: String, _ summary: String, discussion: String) -> ServiceProgram {
    ServiceProgram(name, summary, discussion: discussion, settings: [.bus, .worker, settings]) { host in
      try prepare(host, host.metrics)(host.bus)
    }
  }

  /// Returns the absolute path of a store that a setting names: the process may change its working directory later. Returns words that are not
  /// paths, such as `memory`, unchanged.
  static func storePath(_ text: String) -> String {
    text.contains("/") || text.contains(".") ? SettingsReader.absolutePath(text) : text
  }

  /// Logs that `store` is kept in memory, because its default file cannot be used, and returns a warning for the statistics. A file that a
  /// setting names is not replaced: the service does not start. The launcher finds the event by its message (`ServiceLog`).
  static func memoryWarning(for store: StorageWarning.Store, because reason: String, _ logger: Logger) -> String {
    logger.warning("no file can be used; keeping it in memory", metadata: ["store": "\(store.rawValue)", "reason": "\(reason)"])
    return StorageWarning.inMemory(store, reason: reason).sentence
  }
}

extension [String: String] {
  /// Returns the facts of a service as members of its statistics, with a warning of its definition, if there is one and the service has none.
  func members(warning: String?) -> JSON.Object {
    let facts = merging(warning.map { ["warning": $0] } ?? [:]) { own, _ in own }
    return JSON.Object(facts.sorted(by: <).map { ($0.key, .string($0.value)) })
  }
}
