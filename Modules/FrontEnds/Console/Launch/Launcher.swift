public import Client
import Contracts
public import MessageBus
public import OrderedJSON
public import Platform

/// Starts background programs: `holocron-node` if no bus is running, `holocron-supervisor` for `holocron up`.
public struct Launcher: Sendable {
  public let environment: Environment
  public let executables: Executables
  let address: BusAddress
  private let timeout: Duration
  private let note: @Sendable (String) -> Void

  /// The time a supervisor may take to restart its broker, including the backoff after repeated failures.
  private static let restartTimeout = Duration.seconds(5)

  /// Creates a launcher that waits up to `timeout` for the bus at `address` to respond. Calls `note` with what the user should know about a
  /// node that was started.
  public init(
    environment: Environment, executables: Executables, address: BusAddress, timeout: Duration, note: @escaping @Sendable (String) -> Void
  ) {
    (self.environment, self.executables, self.address) = (environment, executables, address)
    (self.timeout, self.note) = (timeout, note)
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

  /// Returns what a ``BusRepository`` calls when nothing is listening: it waits for a broker that a supervisor restarts, or else starts a node
  /// if `mayStart`. `bus` is the value of `--bus`, which the node cannot find in the environment; a folder that does not exist is then a
  /// mistake. `nil` if the bus is not one IPC socket of this machine.
  public func starter(bus: String?, mayStart: Bool) -> BusRepository.Starter? {
    guard address.requests.transport == .ipc, address.others.isEmpty else { return nil }
    return { address throws(Problem) in
      if await isRestarted() { return }
      if bus != nil { try address.checkFolder() }
      guard mayStart else {
        var problem = Problem(BusError(.unreachable, "nothing is listening on \(address.requests)"))
        problem.extensions["endpoint"] = .string("\(address.requests)")
        throw problem
      }
      try await startNode(bus == nil ? [] : address.options)
    }
  }

  /// Returns whether a supervisor is running and has restarted the bus: a node started in the meantime would take the broker's endpoint.
  private func isRestarted() async -> Bool {
    if let bus = fleet?.bus, bus != "\(address.requests)" { return false }
    guard supervisor.holder != nil, let client = try? BusClient(address) else { return false }
    let isConnected = await client.waitUntilConnected(within: min(timeout, Self.restartTimeout))
    await client.close()
    return isConnected
  }

  /// Starts a node unless a bus responds, and returns when the bus responds. If several processes call this at once, one of them starts the node
  /// and the others wait.
  public func startNode(_ arguments: [String]) async throws(Problem) {
    try await withStartLock { end throws(Problem) in
      if try await answers() { return }
      guard let path = executables.find("holocron-node") else {
        // Without a supervisor, no command can start a bus.
        let members: JSON.Object = executables.find("holocron-supervisor") == nil ? ["program": "holocron-node"] : [:]
        throw Problem(
          503, "nothing is running",
          detail: "holocron-node is neither next to this program nor on PATH; install it, or start a bus with holocron-broker",
          type: ProblemType.noBus, extensions: members)
      }
      let started = try spawn(path, arguments + ["--detached"], log: "\(logFolder.path)/node.log")
      defer { started.process.reapInBackground() }
      try await wait(for: started, until: end)
      // A bus started by hand in the meantime may have taken the endpoint. A node locks its PID file before it listens.
      guard node.holder == started.id else { return }
      note("holocron: started holocron-node; it exits when idle (log: \(started.log.path))")
      if let logWarning { note(logWarning) }
      for warning in started.log.warnings(after: started.logSize) { note("holocron: warning: \(warning)") }
    }
  }

  /// Waits until the bus responds. Throws if `program` ends first or the time is over.
  private func wait(for program: StartedProgram, until end: ContinuousClock.Instant) async throws(Problem) {
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
      do { lock = try FileLock.acquire(path) } catch {
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

  /// Throws the ``ProblemType/noBus`` of a front-end if no broker is running, ``ProblemType/untrusted`` if the endpoint is not one of this
  /// user, for example a file that is not a socket, and ``ProblemType/unauthorized`` if the broker refuses the key. A broker too busy to reply
  /// in time is one.
  public func checkBus() async throws(Problem) {
    // At least two seconds, whatever the limit of the command: a timeout counts as a broker.
    let limit = min(.seconds(10), max(timeout, .seconds(2)))
    do throws(Problem) { _ = try await BusRepository(address, within: limit).brokerStatistics() } catch {
      guard ![ProblemType.untrusted, ProblemType.unauthorized, ProblemType.noBus].contains(error.type) else { throw error }
    }
  }

  /// Returns whether a broker is running. Throws ``ProblemType/untrusted`` as ``checkBus()`` does.
  public func answers() async throws(Problem) -> Bool {
    do throws(Problem) { try await checkBus() } catch {
      guard error.type == ProblemType.noBus else { throw error }
      return false
    }
    return true
  }

  /// Starts the service at `path` so that it outlives this process. The service logs to `log`, which also receives its standard output and
  /// standard error.
  public func spawn(_ path: String, _ arguments: [String], log: String) throws(Problem) -> StartedProgram {
    try Folders.make(String(log[..<(log.lastIndex(of: "/") ?? log.endIndex)]))
    let program = RunningProgram(path: path)
    var spawn = Spawn(path, arguments + ["--log-file", log])
    spawn.isDetached = true
    spawn.input = .none
    spawn.additions[BacktraceSettings.variable] = BacktraceSettings.value(executablesIn: program.folder, environment: environment)
    let file: Descriptor
    do { file = try Descriptor.open(log, for: .appending) } catch {
      throw Problem(500, "cannot write the log", detail: "\(log): \(error.reason)")
    }
    (spawn.output, spawn.errors) = (.descriptor(file), .descriptor(file))
    let size = file.size ?? 0
    do {
      return StartedProgram(process: try spawn.start(), log: ServiceLog(path: log, program: program.name), logSize: size)
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

/// Settings of services, as the programs that read them describe and check them.
extension Launcher {
  /// The time a program has to check its settings, which takes milliseconds.
  public static let checkTimeout = Duration.seconds(5)
  /// Checks the settings of `program`, which reads `arguments`, the environment with `variables` in addition, and the configuration file as
  /// when it is started. Throws a problem of status 400 with the program's own message. Starts nothing; does nothing if the program is not
  /// installed.
  public func checkSettings(of program: String, _ arguments: [String] = [], variables: [String: String] = [:]) async throws(Problem) {
    guard let path = executables.find(program),
      let ran = await run(path, arguments + ["--check-settings"], variables, within: Self.checkTimeout),
      // Only exit code 2 means that a setting was rejected.
      ran.ending == .exited(2), let message = ran.firstError
    else { return }
    throw .badRequest(program, String(message.trimmingPrefix("\(program): ")))
  }

  /// Returns the settings that `program` reads, with `variables` in addition to the environment; `nil` if the program is not installed. Throws a
  /// problem of status 400 with the program's own message if it cannot read a configuration file, and one of status 504 if it takes longer than
  /// `limit`.
  public func settings(
    of program: String, variables: [String: String] = [:], within limit: Duration = Launcher.checkTimeout
  ) async throws(Problem) -> [ServiceSetting]? {
    guard let path = executables.find(program) else { return nil }
    guard let ran = await run(path, ["--list-settings"], variables, within: limit) else {
      throw Problem(500, "cannot start \(program)", detail: "\(path) cannot be started")
    }
    guard let ending = ran.ending else { throw Problem(504, "no answer", detail: "\(program) did not list its settings in time") }
    guard ending == .exited(0) else {
      throw .badRequest(program, String((ran.firstError ?? "it ended without listing its settings").trimmingPrefix("\(program): ")))
    }
    guard let list = (try? JSON(parsing: ran.output))?["settings"]?.array else {
      throw Problem(500, "unexpected output", detail: "\(program) printed something other than its settings; reinstall it")
    }
    return list.compactMap { ServiceSetting($0, of: program) }
  }

  /// Runs the program at `path` on a thread of its own, so that several run at the same time; `nil` if it cannot be started.
  private func run(
    _ path: String, _ arguments: [String], _ variables: [String: String], within limit: Duration
  ) async -> ProgramRun? {
    var spawn = Spawn(path, arguments + (environment["HOLOCRON_CONFIG"].map { ["--config", $0] } ?? []))
    spawn.additions = variables
    return await withCheckedContinuation { [spawn] continuation in
      do { try BackgroundThread.start { continuation.resume(returning: try? ProgramRun(spawn, within: limit)) } } catch {
        continuation.resume(returning: nil)
      }
    }
  }
}

/// What a program wrote until it ended.
public struct ProgramRun: Sendable {
  /// What it wrote to standard output.
  public private(set) var output: [UInt8] = []
  /// The first line that it wrote to standard error; `nil` if there is none.
  public private(set) var firstError: String?
  /// `nil` if the program was killed, because it took or wrote too much.
  public private(set) var ending: ProcessEnding?

  /// Starts a program with `input` as its standard input, and waits until it has closed its output and ended. Kills it after `limit`, or when it
  /// has written more than `size` bytes.
  public init(_ spawn: Spawn, _ input: [UInt8] = [], within limit: Duration, upTo size: Int = 16 << 20) throws(SystemError) {
    let (process, streams) = try Self.start(spawn, input)
    let end = ContinuousClock.now + limit
    var errors: [UInt8] = []
    var open = [0, 1]
    while !open.isEmpty, output.count <= size, ContinuousClock.now < end {
      let states = Polling.wait(for: open.map { streams[$0].number }, within: ContinuousClock.now.duration(to: end))
      for (index, state) in zip(open, states) where !state.isEmpty {
        let part = (try? streams[index].read(upTo: 1 << 16)) ?? []
        if index == 0 { output += part } else if errors.isEmpty { errors = part }
        if part.isEmpty { open.removeAll { $0 == index } }
      }
    }
    firstError = errors.split(separator: UInt8(ascii: "\n")).first.map { String(decoding: $0, as: UTF8.self) }
    if open.isEmpty {
      ending = process.wait()
    } else {
      Signal.kill.send(to: process.id)
      process.reapInBackground()
    }
  }

  /// Starts the program. Returns it with the read ends of its standard output and standard error; the other ends are closed in this process.
  private static func start(_ spawn: Spawn, _ input: [UInt8]) throws(SystemError) -> (SpawnedProcess, [Descriptor]) {
    let (values, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    var spawn = spawn
    spawn.input = input.isEmpty ? .none : .descriptor(values.readEnd)
    (spawn.output, spawn.errors) = (.descriptor(output.writeEnd), .descriptor(errors.writeEnd))
    let (process, writeEnd) = (try spawn.start(), values.writeEnd)
    if !input.isEmpty {
      // The program may end before it has read everything.
      Signal.brokenPipe.ignore()
      try BackgroundThread.start { try? writeEnd.write(input) }
    }
    return (process, [output.readEnd, errors.readEnd])
  }
}

/// A setting of a service, as the service describes it.
public struct ServiceSetting: Sendable, Hashable {
  /// The program that has described it.
  public let program: String
  /// The name in the configuration file, and the environment variable: `cache.bytes` and `HOLOCRON_CACHE_BYTES`.
  public let key, variable: String
  /// Completes "expected …": `a size from 1KiB to 1TiB, such as 65536, 64KiB or 16MiB`.
  public let expected: String
  /// The default, or a description of a default that is computed.
  public let defaultText: String
  /// The text in the strongest source; `nil` if the default applies.
  public let value: String?
  /// The source of the value: a variable, or `'cache.bytes' in FILE`; and the configuration file that is the source.
  public let source, file: String?
  /// Why the value is not valid.
  public let error: String?

  /// Reads what a service prints; `nil` for anything else.
  public init?(_ json: JSON, of program: String) {
    guard let key = json["key"]?.string, let variable = json["variable"]?.string, let expected = json["expected"]?.string,
      let defaultText = json["default"]?.string
    else { return nil }
    (self.program, self.key, self.variable, self.expected, self.defaultText) = (program, key, variable, expected, defaultText)
    (value, source, file, error) = (json["value"]?.string, json["source"]?.string, json["file"]?.string, json["error"]?.string)
  }
}
