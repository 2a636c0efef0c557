import Cache
import Contracts
import Databases
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

  /// Returns the services of a worker that is a client of the bus, too: what `run` does in the background, after which the client is closed, and
  /// the worker.
  static func services(
    _ host: Host, _ service: some RequestHandler, at bus: BusAddress, _ client: BusClient, _ metrics: MetricsRegistry,
    members: @escaping @Sendable () -> JSON.Object, run: @escaping @Sendable () async throws -> Void
  ) throws(HostError) -> [any Service] {
    [
      host.background {
        try await run()
        await client.close()
      },
      try host.worker(service, at: bus, metrics: metrics, members: members),
    ]
  }

  /// Opens the store that a setting names, which must be usable, or else the default file. If that cannot be used, opens a store in memory and returns
  /// a warning for the statistics. The launcher finds the event by its message (`ServiceLog`).
  ///
  /// - Parameter open: opens the store at a path, of which one that is named is absolute: the process may change its working directory later; `nil`
  ///   means memory.
  static func opened<Store>(
    _ store: StorageWarning.Store, named: String?, default file: String?, _ logger: Logger,
    open: (String?) throws(StorageError) -> Store
  ) throws(HostError) -> (Store, warning: StorageWarning?) {
    do throws(StorageError) {
      if let named {
        let isFile = (named.contains("/") || named.contains(".")) && !named.contains("://")
        return (try open(isFile ? SettingsReader.absolutePath(named) : named), nil)
      }
      var reason = "there is no home folder"
      if let file { do throws(StorageError) { return (try open(file), nil) } catch { reason = error.message } }
      logger.warning("no file can be used; keeping it in memory", metadata: ["store": "the \(store.rawValue)", "reason": "\(reason)"])
      return (try open(nil), StorageWarning(.inMemory, store, reason))
    } catch {
      throw HostError(error.code == .unknownStore ? .usage : .unavailable, error.message, cause: error)
    }
  }
}

extension JSON.Object {
  /// Returns the members with a warning, if there is one and they have none.
  func with(_ warning: StorageWarning?) -> JSON.Object {
    var members = self
    if members["warning"] == nil { members["warning"] = warning?.json }
    return members
  }
}
