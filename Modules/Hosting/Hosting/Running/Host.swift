public import Logging
public import MessageBus
public import OrderedJSON
public import Platform
import Synchronization
import Text

/// The environment shared by the services of a process: settings, the bus address, a logger and metrics.
public struct Host: Sendable {
  /// The name of the executable, such as `holocron-cache`.
  public let name: String
  public let settings: SettingsReader
  /// The address of the bus to connect to, with one or several brokers, or, in a broker, to bind.
  public let bus: BusAddress
  /// The folder for sockets, locks and state of running processes. It may not exist; see ``HostFolders``.
  public let runtimeFolder: String
  /// The folder for logs and other persistent state, ``LogFolder/path``. It may not exist.
  public let stateFolder: String
  /// Why ``stateFolder`` is not ``XDGFolders/state``, if it is another folder; see ``LogFolder/failure``.
  public let stateFolderFailure: SystemError?
  public let logger: Logger
  /// The file to which this process logs; `nil` if it logs to standard error.
  let logFile: String?
  /// The metrics of the service. A process with several services has a registry for each.
  public let metrics = MetricsRegistry()
  /// The time allowed to finish in-flight requests when stopping.
  public let drainTimeout: Duration
  let hasLifeline: Bool
  let notifier: ServiceNotifier
  private let workerSettings: BusWorker.Settings

  /// Reads the common settings and sets up logging for the process, to `logFile` (bounded in size) or to standard error.
  public init(name: String, settings: SettingsReader, logFile: String? = nil) throws(HostError) {
    self.name = name
    self.settings = settings
    let folders = XDGFolders(Environment(settings.environment))
    runtimeFolder = folders.runtime()
    let logs = LogFolder(folders)
    stateFolder = logs.path
    stateFolderFailure = logs.failure
    bus = try Self.busAddress(settings)
    drainTimeout = try settings.value(HostSettings.drainTimeout)
    hasLifeline = try settings.value(HostSettings.lifeline)
    var workerSettings = BusWorker.Settings()
    workerSettings.credit = try settings.value(HostSettings.credit)
    workerSettings.heartbeatInterval = try settings.value(HostSettings.heartbeat)
    self.workerSettings = workerSettings
    let level = try settings.value(HostSettings.logLevel)
    let format = try settings.value(HostSettings.logFormat)
    Self.bootstrapLogging(
      level: level, format: format, file: try logFile.map { path throws(HostError) in try LogFile(replacingStandardErrorWith: path) })
    logger = Logger(label: name)
    self.logFile = logFile
    notifier = ServiceNotifier(
      ServiceManagerVariables(Environment(settings.environment), process: OwnProcess.id), logger: logger)
  }

  /// Returns the address of the bus that the settings name. Throws ``HostErrorCode/usage`` if they name none.
  static func busAddress(_ settings: SettingsReader) throws(HostError) -> BusAddress {
    var endpoints = settings.environment
    endpoints["HOLOCRON_BUS"] = try settings.value(HostSettings.bus).map(\.description).joined(separator: " ")
    // The events endpoint of a weaker source than that of the bus would belong to another bus.
    let events = settings.isOverridden(HostSettings.events, by: HostSettings.bus) ? nil : try settings.value(HostSettings.events)
    endpoints["HOLOCRON_EVENTS"] = events?.map(\.description).joined(separator: " ")
    endpoints["HOLOCRON_KEY"] = try settings.value(HostSettings.key)
    do { return try BusAddress(environment: endpoints) } catch { throw HostError(.usage, error.message, cause: error) }
  }

  /// Throws ``HostErrorCode/usage`` if the file with the key of this process cannot be used.
  static func checkKey(_ settings: SettingsReader) throws(HostError) {
    guard let path = try settings.value(HostSettings.key) else { return }
    do { _ = try KeyFile(path) } catch { throw HostError(.usage, error.message, cause: error) }
  }

  /// The absolute path of the file with the key of this process; `nil` without one.
  public var keyFile: String? { get throws(HostError) { try settings.value(HostSettings.key).map(SettingsReader.absolutePath) } }

  /// Tells the service manager, if there is one, what the process is doing: one line for people.
  public func report(status: String) { notifier.report(status: status) }

  /// Installs the log handler for all loggers, including those that libraries create. swift-log allows this once per process.
  private static func bootstrapLogging(level: Logger.Level, format: LogFormat, file: LogFile?) {
    let isFirst = isBootstrapped.withLock { done in
      defer { done = true }
      return !done
    }
    if isFirst { LoggingSystem.bootstrap { LineLogHandler(label: $0, level: level, format: format, file: file) } }
  }

  private static let isBootstrapped = Mutex(false)

  /// Command-line options that give another service the same log and drain settings, and the configuration file if one was named.
  public var commonArguments: [String] {
    get throws(HostError) {
      var arguments = [
        "--log-level", "\(try settings.value(HostSettings.logLevel))", "--log-format", try settings.value(HostSettings.logFormat).rawValue,
        "--drain-timeout", DurationText.format(drainTimeout),
      ]
      if let file = settings.namedFile { arguments += ["--config", file] }
      return arguments
    }
  }

  /// Returns a worker for `service` that records request metrics and answers `GET /stats`. The worker connects as soon as a broker is
  /// available, and reconnects.
  ///
  /// - Parameters:
  ///   - address: the bus to join, by default ``bus``. The workers of a node join its broker over inproc.
  ///   - metrics: the registry for request metrics, by default ``metrics``. Give `service` the same registry.
  ///   - members: additional members of `GET /stats`, called for each request.
  public func worker(
    _ service: any RequestHandler, at address: BusAddress? = nil, metrics: MetricsRegistry? = nil,
    members: @escaping @Sendable () -> JSON.Object = { JSON.Object() }
  ) throws(HostError) -> any MonitoredService {
    try WorkerRunner(
      InstrumentedService(service, metrics: metrics ?? self.metrics, members: members), at: address ?? bus, settings: workerSettings,
      logger: logger)
  }

  /// Returns a bus client for a service that sends requests or publishes events. The caller closes it.
  ///
  /// - Parameter outstandingLimit: see ``BusClient/Settings/outstandingLimit``.
  public func client(at address: BusAddress? = nil, outstandingLimit: Int? = nil) throws(HostError) -> BusClient {
    var settings = BusClient.Settings()
    if let outstandingLimit { settings.outstandingLimit = outstandingLimit }
    do { return try BusClient(address ?? bus, settings: settings) } catch { throw HostError(error) }
  }

  /// Returns a broker bound to ``bus``, to `addresses` and to the endpoint of `--listen`. Peers that other machines could be need keys, unless
  /// `--insecure` is set.
  ///
  /// Throws ``HostErrorCode/unavailable`` if another broker is bound there, or if other users can access the runtime folder or the keys, and
  /// ``HostErrorCode/usage`` if ``bus`` has several brokers.
  public func broker(alsoAt addresses: [BusAddress] = []) throws(HostError) -> BrokerRunner {
    guard bus.others.isEmpty else {
      throw HostError(.usage, "a broker listens on one endpoint, not on each of '\(bus)'; start one broker for each, with --bus")
    }
    let usesRuntimeFolder = [bus.requests, bus.events].contains {
      $0.transport == .ipc && $0.address.hasPrefix("\(runtimeFolder)/")
    }
    if usesRuntimeFolder { try HostFolders.prepareRuntimeFolder(runtimeFolder) }
    var (bound, settings) = ([bus] + addresses, try BrokerSettings.read(settings))
    let listen = try self.settings.value(BrokerSettings.listen)
    var keys: KeyWatch?
    do {
      if let listen { bound.append(try BusAddress(requests: listen)) }
      if !settings.isInsecure, listen != nil || !bus.isLocal {
        let folder = try KeyFolder(environment: Environment(self.settings.environment))
        settings.serverKey = try folder.serverKey()
        let watch = try KeyWatch(folder, logger: logger)
        settings.authorizedKeys = watch.keys
        keys = watch
      }
    } catch { throw HostError(error) }
    return try BrokerRunner(binding: bound, settings: settings, keys: keys, logger: logger)
  }
}
