public import Client
import Contracts
public import MessageBus
import OrderedJSON
public import Platform

/// Starts background programs: `holocron-node` if no bus is running, `holocron-supervisor` for `holocron up`.
public struct Launcher: Sendable {
  public let environment: Environment
  public let executables: Executables
  private let address: BusAddress
  private let timeout: Duration
  private let note: @Sendable (String) -> Void

  /// The time a supervisor may take to restart its broker, including the backoff after repeated failures.
  private static let restartTimeout = Duration.seconds(5)

  /// Creates a launcher that waits up to `timeout` for the bus at `address` to respond. Calls `note` with what the user should know about a
  /// node that was started.
  public init(
    environment: Environment, executables: Executables, address: BusAddress, timeout: Duration, note: @escaping @Sendable (String) -> Void
  ) {
    self.environment = environment
    self.address = address
    self.executables = executables
    self.timeout = timeout
    self.note = note
  }

  /// The folder for the sockets, locks and state files of running processes.
  public var runtimeFolder: String { XDGFolders(environment).runtime() }
  /// The PID file of a `holocron-node` that runs the bus. Each bus has its own node.
  public var node: PidFile { PidFile("\(runtimeFolder)/node\(address.fileSuffix(in: runtimeFolder)).pid") }
  /// The PID file of a running `holocron-supervisor`.
  public var supervisor: PidFile { PidFile("\(runtimeFolder)/supervisor.pid") }
  /// The folder for the logs of the programs that this launcher starts.
  public var logFolder: LogFolder { LogFolder(XDGFolders(environment)) }

  /// A warning that logs are not in the usual folder, because it cannot be written; `nil` if they are.
  public var logWarning: String? {
    let logs = logFolder
    return logs.failure.map {
      "holocron: warning: cannot write to \($0.path ?? ""): \($0.reason); the logs are in \(logs.path); to keep them, set XDG_STATE_HOME "
        + "to another folder"
    }
  }

  /// Returns what a ``BusRepository`` calls when nothing is listening on `address`: it waits for a broker that a supervisor restarts, or
  /// else starts a node if `mayStart`. `bus` is the value of `--bus`, which the node cannot find in the environment; a folder that does not
  /// exist is then a mistake. `nil` if the bus is not an IPC socket of this machine.
  public func starter(at address: BusAddress, bus: String?, mayStart: Bool) -> BusRepository.Starter? {
    guard address.requests.transport == .ipc else { return nil }
    return { address throws(Problem) in
      if await isRestarted(address) { return }
      if bus != nil { try address.checkFolder() }
      guard mayStart else {
        var problem = Problem(BusError(.unreachable, "nothing is listening on \(address.requests)"))
        problem.extensions["endpoint"] = .string("\(address.requests)")
        throw problem
      }
      try await start("holocron-node", bus == nil ? [] : address.options, at: address)
    }
  }

  /// Returns whether a supervisor is running and has restarted the bus at `address`: a node started in the meantime would take the broker's
  /// endpoint.
  private func isRestarted(_ address: BusAddress) async -> Bool {
    if let bus = SupervisorState.read(in: runtimeFolder)?["bus"]?.string, bus != address.requests.description { return false }
    guard supervisor.holder != nil, let client = try? BusClient(address) else { return false }
    let isConnected = await client.waitUntilConnected(within: min(timeout, Self.restartTimeout))
    await client.close()
    return isConnected
  }

  /// Starts `program` unless a bus responds at `address`, and returns when the bus responds. If several processes call this at once, one of
  /// them starts the program and the others wait.
  public func start(_ program: String, _ arguments: [String], at address: BusAddress) async throws(Problem) {
    try await withStartLock { end throws(Problem) in
      if try await answers(at: address) { return }
      guard let path = executables.find(program) else {
        // Without a supervisor, no command can start a bus.
        let members: JSON.Object = executables.find("holocron-supervisor") == nil ? ["program": .string(program)] : [:]
        throw Problem(
          503, "nothing is running",
          detail: "\(program) is neither next to this program nor on PATH; install it, or start a bus with holocron-broker",
          type: ProblemType.noBus, extensions: members)
      }
      let log = "\(logFolder.path)/\(program.replacing("holocron-", with: "")).log"
      let started = try spawn(path, arguments + ["--detached"], log: log)
      defer { started.process.reapInBackground() }
      try await wait(for: address, started, until: end)
      // A bus started by hand in the meantime may have taken the endpoint. A node locks its PID file before it listens.
      guard node.holder == started.id else { return }
      note("holocron: started \(program); it exits when idle (log: \(log))")
      if let logWarning { note(logWarning) }
      for warning in started.log.warnings(after: started.logSize) { note("holocron: warning: \(warning)") }
    }
  }

  /// Waits until a bus responds at `address`. Throws if `program` ends first or the time is over.
  private func wait(for address: BusAddress, _ program: StartedProgram, until end: ContinuousClock.Instant) async throws(Problem) {
    let client: BusClient
    do { client = try BusClient(address) } catch { throw Problem(error) }
    while !(await client.waitUntilConnected(within: .milliseconds(50))) {
      if let problem = program.problemIfEnded() { throw problem }
      guard ContinuousClock.now < end else {
        throw .late("\(program.log.program) was started but does not respond; see the log: \(program.log.path)")
      }
    }
    await client.close()
  }

  /// Runs `body` while holding the start lock, and passes the instant by which `body` should be done. Throws if another process still holds
  /// the lock at that instant.
  public func withStartLock<Result>(_ body: (ContinuousClock.Instant) async throws(Problem) -> Result) async throws(Problem) -> Result {
    let end = ContinuousClock.now + timeout
    do { try RuntimeFolder.prepare(runtimeFolder) } catch {
      throw Problem(500, "the runtime folder cannot be used", detail: error.message(about: runtimeFolder))
    }
    let path = "\(runtimeFolder)/start.lock"
    while true {
      let lock: FileLock?
      do { lock = try FileLock.tryAcquire(path) } catch {
        throw Problem(500, "cannot acquire the start lock", detail: "\(path): \(error.reason)")
      }
      if let lock {
        defer { withExtendedLifetime(lock) {} }
        return try await body(end)
      }
      guard ContinuousClock.now < end else { throw .late("another process is still starting the bus; try again") }
      try await Self.waitForNextPoll()
    }
  }

  /// Returns whether a broker is running at `address`. Returns `false` at once if nothing is listening, and `true` for a broker too busy to
  /// reply in time. Throws ``ProblemType/untrusted`` if the endpoint is not one of this user, for example a file that is not a socket.
  public func answers(at address: BusAddress) async throws(Problem) -> Bool {
    do throws(Problem) {
      try await check(address)
      return true
    } catch {
      guard error.type == ProblemType.noBus else { throw error }
      return false
    }
  }

  /// As ``answers(at:)``, but throws the ``ProblemType/noBus`` of a front-end if no broker is running.
  public func check(_ address: BusAddress) async throws(Problem) {
    // At least two seconds, whatever the limit of the command: a timeout counts as a broker.
    let limit = min(.seconds(10), max(timeout, .seconds(2)))
    do throws(Problem) { _ = try await BusRepository(address, within: limit).brokerStatistics() } catch {
      guard ![ProblemType.untrusted, ProblemType.noBus].contains(error.type) else { throw error }
    }
  }

  /// Starts the service at `path` so that it outlives this process. The service logs to `log`, which also receives its standard output and
  /// standard error.
  public func spawn(_ path: String, _ arguments: [String], log: String) throws(Problem) -> StartedProgram {
    try Folders.make(String(log[..<(log.lastIndex(of: "/") ?? log.endIndex)]))
    var spawn = Spawn(path, arguments + ["--log-file", log])
    spawn.isDetached = true
    spawn.input = .none
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
    spawn.additions[BacktraceSettings.variable] = BacktraceSettings.value(executablesIn: folder, environment: environment)
    let file: Descriptor
    do { file = try Descriptor.open(log, for: .appending) } catch {
      throw Problem(500, "cannot write the log", detail: "\(log): \(error.reason)")
    }
    spawn.output = .descriptor(file)
    spawn.errors = spawn.output
    let size = file.size ?? 0
    let program = path.split(separator: "/").last.map(String.init) ?? path
    do {
      return StartedProgram(process: try spawn.start(), log: ServiceLog(path: log, program: program), logSize: size)
    } catch { throw Problem(500, "cannot start a program", detail: "\(path): \(error.reason)") }
  }

  /// Waits 30 ms, the interval between two looks at the state of other processes.
  public static func waitForNextPoll() async throws(Problem) {
    do { try await Task.sleep(for: .milliseconds(30)) } catch { throw .cancelled }
  }
}

/// A service that ``Launcher/spawn(_:_:log:)`` has started.
public struct StartedProgram: Sendable {
  let process: SpawnedProcess
  /// The log of the service, which also contains the error with which it ends.
  let log: ServiceLog
  /// The size of the log in bytes when the service was started.
  let logSize: Int

  /// The process ID.
  public var id: Int32 { process.id }

  /// Returns the problem if the service has ended, with its last error as the cause; `nil` while it is running. After a problem was returned,
  /// the process ID is invalid.
  public func problemIfEnded() -> Problem? {
    guard let ending = process.endingIfAny() else { return nil }
    let name = log.program
    guard ending != .exited(0) else {
      return Problem(503, "\(name) ended", detail: "it was stopped, for example by holocron down (log: \(log.path))")
    }
    let title = "\(name) exited at once"
    guard let cause = log.lastError(after: logSize) else {
      return Problem(503, title, detail: "see the log: \(log.path); holocron doctor checks disks and settings")
    }
    // Services end with 2 if a setting is invalid, and their message names it.
    guard ending == .exited(2) else { return Problem(503, title, detail: "\(cause) (log: \(log.path))") }
    return Problem(400, title, detail: "\(name) does not start: \(cause)", type: ProblemType.badRequest)
  }
}

extension Problem {
  /// Something that was not finished before the deadline.
  public static func late(_ detail: String) -> Problem {
    Problem(504, "the deadline passed", detail: detail, type: ProblemType.deadline)
  }
}
