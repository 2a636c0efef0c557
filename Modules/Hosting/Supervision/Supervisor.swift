public import Hosting
public import Logging
import Platform
public import ServiceLifecycle

/// Keeps a fleet running: starts its processes in dependency order, restarts those that end, and stops all in reverse order. The size of the
/// fleet can be changed while it runs.
public struct Supervisor: Service {
  private let processes: FleetProcesses
  /// Errors of processes that failed and are not restarted.
  private let failures: AsyncStream<HostError>
  /// Never read: the lock is released when this value goes away.
  private let lock: PidFileLock
  private let sizeRequest: FleetSizeRequest
  private let sizeRequestSignals: AsyncStream<Void>

  /// Takes the lock that ensures one supervisor per user. Throws ``HostErrorCode/unavailable`` if another supervisor is running (the message names
  /// it), or if an executable of the fleet is missing.
  ///
  /// - Parameters:
  ///   - folder: the folder of the executables.
  ///   - runtimeFolder: the folder for `supervisor.pid` and `supervisor.json`; `supervisor.request.json` is read from there.
  ///   - logFolder: the folder for the log file of each process, and for `origin.port`, the port of the fleet's own origin.
  ///   - killAfter: the time allowed for a process to stop.
  ///   - sizeRequests: yields when `supervisor.request.json` requests another size of the fleet, such as `{"caches":3}`.
  ///   - echo: called with every line a process writes, prefixed with the name of the process.
  public init(
    _ fleet: Fleet, executablesIn folder: String, runtimeFolder: String, logFolder: String, killAfter: Duration, logger: Logger,
    sizeRequests: AsyncStream<Void> = AsyncStream { $0.finish() }, echo: (@Sendable (String) -> Void)? = nil
  ) throws(HostError) {
    let specifications = fleet.specifications(in: folder)
    for specification in specifications where !FileSystem.isExecutable(specification.executable) {
      throw HostError(.unavailable, "\(specification.executable) is missing or not executable; build all of Holocron with Scripts/build")
    }
    try HostFolders.prepareRuntimeFolder(runtimeFolder)
    try HostFolders.create(logFolder)
    lock = try PidFile("\(runtimeFolder)/supervisor.pid").acquire(for: "a supervisor")
    if case .own(let port) = fleet.origin { OriginPort(in: logFolder).remember(port, logger) }
    let state = StateFile("\(runtimeFolder)/supervisor.json", fleet: fleet, logs: logFolder, logger: logger)
    let (failures, continuation) = AsyncStream.makeStream(of: HostError.self)
    self.failures = failures
    processes = FleetProcesses(fleet, executablesIn: folder, killAfter: killAfter, state: state, logger: logger) { specification in
      let log = ChildLog(specification.name, in: logFolder, echo: echo)
      return Child(specification, log: log, logger: logger) { status in
        await state.update(status)
        if status.state == .failed { continuation.yield(HostError(.usage, "\(status.name) failed: \(log.lastLine)")) }
      }
    }
    sizeRequest = FleetSizeRequest(path: "\(runtimeFolder)/supervisor.request.json")
    sizeRequestSignals = sizeRequests
  }

  /// Runs until asked to stop. Throws ``HostErrorCode/usage`` with the last output of a process that rejects its settings.
  public func run() async throws {
    await processes.start()
    let (processes, request, signals, failures) = (processes, sizeRequest, sizeRequestSignals, failures)
    let resizing = Task { for await _ in signals { await processes.resize(request) } }
    let failure = await cancelWhenGracefulShutdown { await failures.first { _ in true } }
    resizing.cancel()
    await resizing.value
    await processes.stop()
    request.remove()
    if let failure { throw failure }
  }
}
