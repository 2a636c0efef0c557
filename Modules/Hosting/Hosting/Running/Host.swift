import Glibc
public import Logging
public import MessageBus
public import ServiceLifecycle
import Synchronization

/// What a service's process has in common with every other: settings, the bus's address, a logger, counters.
public struct Host: Sendable {
  /// The executable's name: `holocron-cache`.
  public let name: String
  public let settings: SettingsReader
  /// The bus to serve or to offer.
  public let bus: BusAddress
  /// The folder for sockets, locks and state of running processes. It may not exist yet: see ``RuntimeFolder``.
  public let runtimeFolder: String
  /// The folder for logs and other state that outlives a process: `holocron` in `$XDG_STATE_HOME` (`~/.local/state`). It may not exist yet.
  public let stateFolder: String
  public let logger: Logger
  /// Where services count. A process with several services gives each a registry of its own.
  public let metrics = MetricsRegistry()
  /// How long a service may finish what it holds when told to stop.
  public let drainTimeout: Duration
  let hasLifeline: Bool
  private let workerSettings: BusWorker.Settings

  /// Reads the settings every service has and sets up logging for the process: to `logFile`, bounded in size, else to standard error.
  public init(name: String, settings: SettingsReader, logFile: String? = nil) throws(HostError) {
    self.name = name
    self.settings = settings
    let user = getuid()
    let environment = settings.environment
    runtimeFolder = BusAddress.runtimeFolder(environment: environment, user: user)
    stateFolder = Self.stateFolder(environment: environment)
    var places = environment
    places["HOLOCRON_BUS"] = try settings.value(HostSettings.bus)?.description
    places["HOLOCRON_EVENTS"] = try settings.value(HostSettings.events)?.description
    do { bus = try BusAddress(environment: places, user: user) } catch { throw HostError(.usage, error.message, cause: error) }
    drainTimeout = try settings.value(HostSettings.drainTimeout)
    hasLifeline = try settings.value(HostSettings.lifeline)
    var workerSettings = BusWorker.Settings()
    workerSettings.credit = try settings.value(HostSettings.credit)
    workerSettings.heartbeatInterval = try settings.value(HostSettings.heartbeat)
    self.workerSettings = workerSettings
    let level = try settings.value(HostSettings.logLevel)
    let format = try settings.value(HostSettings.logFormat)
    Self.bootstrapLogging(
      level: level, format: format, file: try logFile.map { path throws(HostError) in try LogFile(standingInFor: path) })
    logger = Logger(label: name)
  }

  /// XDG Base Directory Specification: a relative XDG_STATE_HOME is ignored.
  private static func stateFolder(environment: [String: String]) -> String {
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return "\(folder)/holocron" }
    return "\(environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "")/.local/state/holocron"
  }

  /// Libraries that make loggers of their own write like everything else. swift-log allows this once a process.
  private static func bootstrapLogging(level: Logger.Level, format: LogFormat, file: LogFile?) {
    let isFirst = isBootstrapped.withLock { done in
      defer { done = true }
      return !done
    }
    if isFirst { LoggingSystem.bootstrap { LineLogHandler(label: $0, level: level, format: format, file: file) } }
  }

  private static let isBootstrapped = Mutex(false)

  /// Flags that make another service log, drain and beat like this one.
  public var commonArguments: [String] {
    get throws(HostError) {
      [
        "--log-level", "\(try settings.value(HostSettings.logLevel))", "--log-format", try settings.value(HostSettings.logFormat).rawValue,
        "--drain-timeout", DurationText.text(drainTimeout),
      ]
    }
  }

  /// `service` as a worker on the bus, counted and answering `GET /stats`. It connects, and reconnects, whenever a broker is there.
  ///
  /// - Parameters:
  ///   - address: another bus than the process's own: a node's workers meet its broker inside the process.
  ///   - metrics: where to count, by default ``metrics``. Give `service` the same registry.
  ///   - facts: further members of `GET /stats`, asked for each time.
  public func worker(
    _ service: any BusService, at address: BusAddress? = nil, metrics: MetricsRegistry? = nil,
    facts: @autoclosure @escaping @Sendable () -> [String: String] = [:]
  ) throws(HostError) -> any Service {
    try WorkerRunner(
      CountedService(service, metrics: metrics ?? self.metrics, facts: facts()), at: address ?? bus, settings: workerSettings,
      logger: logger)
  }

  /// A client of the bus, for a service that asks others or announces events. Whoever asks for one closes it.
  ///
  /// `mostOutstanding`: see ``BusClient/Settings/outstandingLimit``.
  public func client(at address: BusAddress? = nil, mostOutstanding: Int? = nil) throws(HostError) -> BusClient {
    var settings = BusClient.Settings()
    if let mostOutstanding { settings.outstandingLimit = mostOutstanding }
    do { return try BusClient(address ?? bus, settings: settings) } catch { throw HostError(error) }
  }

  /// A broker at the process's bus, and at `addresses` inside the process. It is bound when this returns.
  ///
  /// Throws ``HostError/Code/unavailable`` when a broker runs there already, or when the runtime directory is not this user's alone.
  public func broker(alsoAt addresses: [BusAddress] = []) throws(HostError) -> BrokerRunner {
    let usesRuntimeFolder = [bus.requests, bus.events].contains { $0.transport == .ipc && $0.address.hasPrefix("\(runtimeFolder)/") }
    if usesRuntimeFolder { try RuntimeFolder.prepare(runtimeFolder) }
    return try BrokerRunner(binding: [bus] + addresses, settings: try BrokerSettings.read(settings), logger: logger)
  }

  /// Work beside the services: `body` runs until it returns, which stops the process in an orderly way, or until its task is cancelled, which is how
  /// it is told to stop.
  public func background(_ body: @escaping @Sendable () async throws -> Void) -> any Service { BackgroundRunner(body: body) }
}

private struct BackgroundRunner: Service {
  let body: @Sendable () async throws -> Void

  func run() async throws {
    let body = body
    do { try await cancelWhenGracefulShutdown { try await body() } } catch is CancellationError {
      // Being told to stop is the ordinary end.
    }
  }
}
