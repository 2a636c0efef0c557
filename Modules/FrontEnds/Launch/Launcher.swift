import Client
import Contracts
public import Glibc
public import MessageBus

/// Starts programs that stay: `holocron-node` when nothing answers, `holocron-supervisor` for `holocron up`.
public struct Launcher: Sendable {
  public let environment: Environment
  public let executables: Executables
  private let timeout: Duration
  private let note: @Sendable (String) -> Void

  /// Waits up to `timeout` until a bus answers; `note` is told what was started.
  public init(environment: Environment, executables: Executables, timeout: Duration, note: @escaping @Sendable (String) -> Void) {
    self.environment = environment
    self.executables = executables
    self.timeout = timeout
    self.note = note
  }

  /// Where sockets, locks and state of running processes are.
  public var runtimeFolder: String {
    BusAddress.runtimeFolder(environment: environment.only(["XDG_RUNTIME_DIR"]), user: getuid())
  }

  /// Held by a `holocron-node` that runs.
  public var node: ProcessFile { ProcessFile(path: "\(runtimeFolder)/node.pid") }
  /// Held by a `holocron-supervisor` that runs.
  public var supervisor: ProcessFile { ProcessFile(path: "\(runtimeFolder)/supervisor.pid") }

  /// Whether a supervisor runs here and brought the bus at `address` back: it restarts a broker that died within moments.
  /// Starting a node meanwhile would take the broker's place.
  func isBroughtBack(_ address: BusAddress) async -> Bool {
    guard supervisor.holder != nil, let client = try? BusClient(address) else { return false }
    let isConnected = await client.waitUntilConnected(within: min(timeout, Self.longestRestart))
    await client.close()
    return isConnected
  }

  /// What a supervisor's broker may need to come back, its pause after repeated failures included.
  private static let longestRestart = Duration.seconds(5)

  /// Starts `program` unless a bus answers at `address` meanwhile, and returns when it answers. Of several processes that call this at once
  /// one starts the program, and the others wait for it.
  public func start(_ program: String, _ arguments: [String], at address: BusAddress) async throws(Problem) {
    try await alone { end throws(Problem) in try await start(program, arguments, at: address, until: end) }
  }

  /// Runs `body` while no other process starts anything here; hands it the time by which it should be done. Throws when another one is still at it then.
  public func alone<Result>(_ body: (ContinuousClock.Instant) async throws(Problem) -> Result) async throws(Problem) -> Result {
    let end = ContinuousClock.now + timeout
    try Folders.make(runtimeFolder)
    let lock = try await lock(until: end)
    defer { withExtendedLifetime(lock) {} }
    return try await body(end)
  }

  private func start(
    _ program: String, _ arguments: [String], at address: BusAddress, until end: ContinuousClock.Instant
  ) async throws(Problem) {
    if await answers(at: address) { return }
    guard let path = executables.find(program) else {
      throw Problem(
        503, "nothing is running",
        detail: "\(program) is neither beside this program nor on PATH: install it, or start a bus with holocron-broker",
        type: ProblemType.noBus)
    }
    let log = "\(environment.stateFolder)/\(program.replacing("holocron-", with: "")).log"
    let process = try spawn(path, arguments + ["--detached"], log: log)
    defer { Spawn.disown(process) }
    try await wait(for: address, process, program, log: log, until: end)
    note("holocron: started \(program), which stops by itself when idle (log: \(log))")
  }

  private func lock(until end: ContinuousClock.Instant) async throws(Problem) -> FileLock {
    while true {
      switch FileLock.take("\(runtimeFolder)/start.lock") {
      case .taken(let lock): return lock
      case .impossible(let reason): throw Problem(500, "the lock for starting cannot be taken", detail: reason)
      case .held: break
      }
      guard ContinuousClock.now < end else {
        throw Problem(
          504, "the deadline passed", detail: "another process is starting the bus and is not done", type: ProblemType.deadline)
      }
      do { try await Task.sleep(for: .milliseconds(10)) } catch { throw Problem(499, "cancelled", type: ProblemType.cancelled) }
    }
  }

  /// Whether a broker is there. Where nobody listens that is known at once; one that is too busy to answer in time is there all the same.
  public func answers(at address: BusAddress) async -> Bool {
    do throws(Problem) {
      _ = try await BusRepository(address, within: Self.longestSilence).brokerStatistics()
      return true
    } catch { return error.type != ProblemType.noBus }
  }

  private static let longestSilence = Duration.seconds(10)

  /// Starts the program at `path`, a service, so that it outlives this one. It keeps its log in `log`; what it writes before that goes there, too.
  public func spawn(_ path: String, _ arguments: [String], log: String) throws(Problem) -> pid_t {
    try Folders.make(String(log[..<(log.lastIndex(of: "/") ?? log.endIndex)]))
    let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Problem(500, "no log", detail: "\(log) cannot be written: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    let spawn = Spawn(executable: path, arguments: arguments + ["--log-file", log], log: descriptor, isDetached: true)
    guard let process = spawn.start() else {
      throw Problem(500, "a program cannot be started", detail: "\(path): \(String(cString: strerror(errno)))")
    }
    return process
  }

  /// Waits until a bus answers at `address`, or `process` ends, whichever is first.
  private func wait(
    for address: BusAddress, _ process: pid_t, _ program: String, log: String, until end: ContinuousClock.Instant
  ) async throws(Problem) {
    let client: BusClient
    do { client = try BusClient(address) } catch { throw Problem(error) }
    while !(await client.waitUntilConnected(within: .milliseconds(50))) {
      if hasEnded(process) {
        throw Problem(503, "\(program) stopped at once", detail: "its log tells why: \(log)", type: ProblemType.noBus)
      }
      guard ContinuousClock.now < end else {
        throw Problem(
          504, "the deadline passed", detail: "\(program) was started but does not answer; its log: \(log)", type: ProblemType.deadline)
      }
    }
    await client.close()
  }

  /// Whether `process`, a child of this one, has ended.
  public func hasEnded(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == process
  }
}
