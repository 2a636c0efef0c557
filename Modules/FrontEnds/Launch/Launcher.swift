import Client
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
  private let note: @Sendable (Note) -> Void

  /// What a launcher tells the user.
  public enum Note: Sendable, Hashable, CustomStringConvertible {
    /// The name of a program that was started, and its log.
    case started(String, log: String)
    /// What the program keeps in memory because it cannot use a file, and why.
    case keptInMemory(String)
    /// The folder in which the program keeps its logs, and the folder that it cannot write, with the reason.
    case logsElsewhere(String, unwritable: String, reason: String)

    /// The note in English.
    public var description: String {
      switch self {
      case .started(let program, let log): "holocron: started \(program); it exits when idle (log: \(log))"
      case .keptInMemory(let fallback): "holocron: warning: \(fallback)"
      case .logsElsewhere(let folder, let unwritable, let reason):
        "holocron: warning: cannot write to \(unwritable): \(reason); the logs are in \(folder)"
      }
    }
  }

  /// Creates a launcher that waits up to `timeout` for the bus at `address` to respond. Calls `note` with a message for each started
  /// node that runs the bus.
  public init(
    environment: Environment, executables: Executables, address: BusAddress, timeout: Duration, note: @escaping @Sendable (Note) -> Void
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

  /// Returns whether a supervisor is running and has restarted the bus at `address`. A supervisor restarts a failed broker within seconds;
  /// a node started in the meantime would take the broker's endpoint.
  func isRestarted(_ address: BusAddress) async -> Bool {
    // A supervisor restarts the broker of its own bus only.
    if let bus = SupervisorState.read(in: runtimeFolder)?["bus"]?.string, bus != address.requests.description { return false }
    guard supervisor.holder != nil, let client = try? BusClient(address) else { return false }
    let isConnected = await client.waitUntilConnected(within: min(timeout, Self.restartTimeout))
    await client.close()
    return isConnected
  }

  /// The time a supervisor may take to restart its broker, including the backoff after repeated failures.
  private static let restartTimeout = Duration.seconds(5)

  /// Starts `program` unless a bus responds at `address`, and returns when the bus responds. If several processes call this at once, one of
  /// them starts the program and the others wait.
  public func start(_ program: String, _ arguments: [String], at address: BusAddress) async throws(Problem) {
    try await withStartLock { end throws(Problem) in try await start(program, arguments, at: address, until: end) }
  }

  /// Runs `body` while holding the start lock, and passes the instant by which `body` should be done. Throws if another process still holds
  /// the lock at that instant.
  public func withStartLock<Result>(_ body: (ContinuousClock.Instant) async throws(Problem) -> Result) async throws(Problem) -> Result {
    let end = ContinuousClock.now + timeout
    try Folders.makeRuntimeFolder(runtimeFolder)
    let lock = try await lock(until: end)
    defer { withExtendedLifetime(lock) {} }
    return try await body(end)
  }

  private func start(
    _ program: String, _ arguments: [String], at address: BusAddress, until end: ContinuousClock.Instant
  ) async throws(Problem) {
    if try await answers(at: address) { return }
    guard let path = executables.find(program) else {
      // Without a supervisor, no command can start a bus.
      let members: JSON.Object = executables.find("holocron-supervisor") == nil ? ["program": .string(program)] : [:]
      throw Problem(
        503, "nothing is running",
        detail: "\(program) is neither next to this program nor on PATH; install it, or start a bus with holocron-broker",
        type: ProblemType.noBus, extensions: members)
    }
    let logs = logFolder
    let log = "\(logs.path)/\(program.replacing("holocron-", with: "")).log"
    let started = try spawn(path, arguments + ["--detached"], log: log)
    defer { started.process.reapInBackground() }
    try await wait(for: address, started, until: end)
    // A bus started by hand in the meantime may have taken the endpoint. A node locks its PID file before it listens.
    guard node.holder == started.process.id else { return }
    note(.started(program, log: log))
    if let failure = logs.failure { note(.logsElsewhere(logs.path, unwritable: failure.path ?? "", reason: failure.reason)) }
    for fallback in started.warnings { note(.keptInMemory(fallback)) }
  }

  private func lock(until end: ContinuousClock.Instant) async throws(Problem) -> FileLock {
    while true {
      let path = "\(runtimeFolder)/start.lock"
      do { if let lock = try FileLock.tryAcquire(path) { return lock } } catch {
        throw Problem(500, "cannot acquire the start lock", detail: "\(path): \(error.reason)")
      }
      guard ContinuousClock.now < end else {
        throw Problem(
          504, "the deadline passed", detail: "another process is still starting the bus; try again", type: ProblemType.deadline)
      }
      do { try await Task.sleep(for: .milliseconds(10)) } catch { throw .cancelled }
    }
  }

  /// Returns whether a broker is running at `address`. Returns `false` at once if nothing is listening, and `true` for a broker too busy to
  /// reply in time. Throws ``ProblemType/untrusted`` if the endpoint is not one of this user, for example
  /// a file that is not a socket.
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
    do throws(Problem) { _ = try await BusRepository(address, within: replyTimeout).brokerStatistics() } catch {
      guard ![ProblemType.untrusted, ProblemType.noBus].contains(error.type) else { throw error }
    }
  }

  /// The time a broker has to reply. At least two seconds, whatever the limit of the command: a timeout counts as a broker.
  var replyTimeout: Duration { min(.seconds(10), max(timeout, .seconds(2))) }

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
    do { return StartedProgram(path: path, process: try spawn.start(), log: log, logSize: size) } catch {
      throw Problem(500, "cannot start a program", detail: "\(path): \(error.reason)")
    }
  }

  /// Waits until a bus responds at `address`. Throws if `program` ends first or the time is over.
  private func wait(
    for address: BusAddress, _ program: StartedProgram, until end: ContinuousClock.Instant
  ) async throws(Problem) {
    let client: BusClient
    do { client = try BusClient(address) } catch { throw Problem(error) }
    while !(await client.waitUntilConnected(within: .milliseconds(50))) {
      if let problem = program.problemIfEnded() { throw problem }
      guard ContinuousClock.now < end else {
        throw Problem(
          504, "the deadline passed", detail: "\(program.name) was started but does not respond; see the log: \(program.log)",
          type: ProblemType.deadline)
      }
    }
    await client.close()
  }
}
