public import Hosting
public import Logging
import Platform
import ServiceLifecycle
import Text

/// Keeps a fleet running: starts its processes in dependency order, restarts those that end, and stops all in reverse order. While it runs, the
/// size of the fleet can be changed and processes can be restarted.
public struct Supervisor: MonitoredService {
  /// Where a supervisor finds and keeps its files, and the times that processes have.
  public struct Settings: Sendable {
    /// The folder of the executables.
    let executables: String
    /// For `supervisor.pid`, `supervisor.json` and the socket `supervisor.notify`; `supervisor.request.json` is read from there.
    let runtime: String
    /// For the log file of each process, for `origin.port`, the port of the fleet's own origin, and for reports of crashes.
    let state: String
    /// The time allowed for a process to stop.
    let killAfter: Duration
    /// The time a restarted process has to become ready. A cache worker may have to check its store first.
    var readyLimit = Duration.seconds(60)
    /// The time without a sign of life after which a process is ended and restarted; three times as long, and at least three minutes, while it
    /// starts. `nil` = never.
    public var silenceLimit: Duration?
    /// The value of ``BacktraceSettings/variable`` for the processes; `nil` leaves it as it is.
    public var backtraces: String?
    /// Called with one line for people after each change.
    public var reportStatus: @Sendable (String) -> Void = { _ in }
    /// Called with every line that a process writes, prefixed with the name of the process.
    public var echo: (@Sendable (String) -> Void)?

    public init(executables: String, runtime: String, state: String, killAfter: Duration) {
      (self.executables, self.runtime, self.state, self.killAfter) = (executables, runtime, state, killAfter)
    }

    var stateFile: String { "\(runtime)/supervisor.json" }
  }

  private let processes: FleetProcesses
  /// Errors of processes for which the fleet cannot start, because their settings are invalid.
  private let failures: AsyncStream<HostError>
  private let failuresContinuation: AsyncStream<HostError>.Continuation
  private let lock: PidFileLock
  private let stateLock: PidFileLock?
  /// The file with the request of `holocron up`, `scale` or `restart`; SIGUSR1 tells the supervisor to read it.
  private let requestFile: String
  private let requestSignals: AsyncStream<Void>
  private let earlier: EarlierFleet
  private let settings: Settings
  /// The socket on which the processes tell that they are ready and alive.
  private let readiness: NotificationReceiver
  private let readinessMessages: AsyncStream<NotificationReceiver.Message>
  private let hasStarted: AsyncStream<Void>
  private let hasStartedContinuation: AsyncStream<Void>.Continuation
  private let logger: Logger

  /// Takes the lock that ensures one supervisor per user, and that of the state folder. Throws ``HostErrorCode/unavailable`` if another
  /// supervisor is running or writes to the same logs (the message names it), or if an executable of the fleet is missing.
  ///
  /// - Parameter requests: yields when `supervisor.request.json` has a request, such as `{"caches":3}` or `{"restart":"all"}`.
  public init(
    _ fleet: Fleet, _ settings: Settings, logger: Logger, requests: AsyncStream<Void> = AsyncStream { $0.finish() }
  ) throws(HostError) {
    let specifications = fleet.specifications(in: settings.executables)
    for specification in specifications where !FileSystem.isExecutable(specification.executable) {
      throw HostError(.unavailable, "\(specification.executable) is missing or not executable; build all of Holocron with Scripts/build")
    }
    try HostFolders.prepareRuntimeFolder(settings.runtime)
    try HostFolders.create(settings.state)
    lock = try PidFile("\(settings.runtime)/supervisor.pid").acquire(for: "a supervisor")
    // Without a home folder, both are the same folder.
    stateLock = settings.state == settings.runtime ? nil : try Self.lockState(settings.state, logger)
    earlier = EarlierFleet(stateFile: settings.stateFile)
    if case .own(let port) = fleet.origin { OriginPort(in: settings.state).remember(port, logger) }
    let notify = "\(settings.runtime)/supervisor.notify"
    guard let address = NotificationAddress(notify) else {
      throw HostError(.unavailable, "the path \(notify) is too long for a socket; set XDG_RUNTIME_DIR to a folder with a shorter path")
    }
    do {
      readiness = try NotificationReceiver(at: address)
      readinessMessages = try readiness.messages()
    } catch { throw HostError(.unavailable, "cannot listen on \(notify): \(error.reason)", cause: error) }
    let (failures, continuation) = AsyncStream.makeStream(of: HostError.self)
    (self.failures, failuresContinuation) = (failures, continuation)
    // What a service manager has told the supervisor is not passed on.
    var environment = ["NOTIFY_SOCKET": notify]
    environment["WATCHDOG_USEC"] = settings.silenceLimit.map { String(Int($0 / .microseconds(1))) }
    environment[BacktraceSettings.variable] = settings.backtraces
    processes = FleetProcesses(fleet, settings, environment: environment, logger: logger) { continuation.yield($0) }
    requestFile = "\(settings.runtime)/supervisor.request.json"
    requestSignals = requests
    (hasStarted, hasStartedContinuation) = AsyncStream.makeStream(of: Void.self)
    self.settings = settings
    self.logger = logger
  }

  /// Takes the lock of a state folder, which a supervisor with another runtime folder or on another host may have: the lines of both would be
  /// mixed, and some would be lost when the logs are rotated. Goes on without a lock where the file system has none.
  private static func lockState(_ folder: String, _ logger: Logger) throws(HostError) -> PidFileLock? {
    let outcome: PidFile.Outcome
    do { outcome = try PidFile("\(folder)/supervisor.pid").acquire() } catch {
      logger.warning("cannot lock the folder of the logs", metadata: ["path": "\(folder)", "reason": "\(error.reason)"])
      return nil
    }
    switch outcome {
    case .acquired(let lock): return lock
    case .held(let holder):
      let folders = holder?.host == nil ? " in another runtime folder" : ""
      throw HostError(
        .unavailable,
        "a fleet\(folders)\(holder?.place ?? "") keeps its logs in \(folder); stop it, or set XDG_STATE_HOME to another folder")
    }
  }

  /// Runs until asked to stop. Throws ``HostErrorCode/usage`` with the last output of a process that rejects its settings in
  /// the first start, and ``HostErrorCode/unavailable`` if the state file cannot be written before it, or if the files by which commands find the
  /// fleet were removed and cannot be created again.
  public func run() async throws {
    let (processes, file, signals, failures, messages) = (processes, requestFile, requestSignals, failures, readinessMessages)
    let listening = Task {
      for await message in messages { await processes.handle(message) }
    }
    defer {
      readiness.close()
      listening.cancel()
      hasStartedContinuation.finish()
      FileSystem.remove(file)
    }
    let mayStart = await cancelWhenGracefulShutdown { [earlier, settings, logger] () -> Bool in
      await earlier.end(within: settings.killAfter, logger)
      return !Task.isCancelled
    }
    // The state file stays: it tells the next supervisor of the earlier processes that still run.
    guard mayStart else { return }
    try await processes.createFile()
    let watching = Task {
      let (clock, interval) = (SuspendingClock(), SilenceWatch.interval(limit: settings.silenceLimit ?? .seconds(10)))
      while (try? await Task.sleep(for: interval, clock: clock)) != nil {
        await processes.endSilent(at: clock.now)
        do throws(HostError) { try lock.restore() } catch { failuresContinuation.yield(error) }
        // The logs bring their folder back.
        if stateLock?.isLost == true { _ = try? stateLock?.renew() }
        readiness.restore()
        await processes.restoreFile()
      }
    }
    defer { watching.cancel() }
    _ = await cancelWhenGracefulShutdown { await processes.start() }
    hasStartedContinuation.finish()
    let requests = Task { for await _ in signals { await processes.perform(file) } }
    let failure = await cancelWhenGracefulShutdown { await failures.first { _ in true } }
    await processes.beginStop()
    requests.cancel()
    await requests.value
    await processes.stop()
    if let failure { throw failure }
  }

  /// Returns when all processes are ready for the first time, or when one has been given up: the others can be used. Returns `false` if none
  /// has been started.
  public func waitUntilReady() async -> Bool {
    for await _ in hasStarted {}
    guard await processes.hasStarted else { return false }
    await processes.waitUntilReady()
    return !Task.isCancelled
  }

  /// Returns when the part that watches the processes has answered.
  public func answer() async { await processes.respond() }
}
