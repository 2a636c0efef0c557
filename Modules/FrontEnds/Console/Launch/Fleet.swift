import Contracts
public import MessageBus
public import OrderedJSON
import Platform

/// The state file in which a supervisor describes its fleet, as it was when it was read.
public struct FleetState: Sendable {
  /// Such as `{"pid":7,"bus":"ipc:///r/bus","fleet":{"caches":1},"processes":[{"name":"cache-1","state":"running","pid":4711,"restarts":0}]}`.
  public let json: JSON

  /// In bytes. The largest fleet has 194 processes, and each may have the last line of its output here.
  private static let maxSize = 1 << 20
  /// The state of a process that has ended although the state file has another state.
  public static let gone = "gone"

  public init(_ json: JSON) { self.json = json }

  /// Reads the state file; `nil` if it does not exist or is not JSON.
  public init?(in runtimeFolder: String) {
    guard let bytes = try? RegularFile.read("\(runtimeFolder)/supervisor.json", upTo: Self.maxSize),
      let json = try? JSON(parsing: bytes)
    else { return nil }
    self.json = json
  }

  /// The supervisor that has written the file. It may have ended.
  public var supervisor: Int32? { json["pid"]?.int.flatMap(Int32.init(exactly:)) }
  public var bus: String? { json["bus"]?.string }
  public var origin: String? { json["origin"]?.string }
  public var isStopping: Bool { json["stopping"] == true }
  public var processes: [JSON] { json["processes"]?.array ?? [] }
  public var names: [String] { processes.compactMap { $0["name"]?.string } }

  /// The requested number of workers of a kind: `caches`, `fetchers` or `searches`.
  public func size(_ key: String) -> Int? { json["fleet"]?[key]?.int }

  /// Returns the state in which each process that has ended since the file was written is ``gone``. The file is out of date if the supervisor
  /// cannot write it, as on a full disk, or is stopped.
  public func current(hasEnded: (Int32) -> Bool = { ProcessInstance($0)?.hasEnded ?? true }) -> FleetState {
    guard var state = json.object else { return self }
    state["processes"] = .array(
      processes.map { process in
        guard var members = process.object, process["state"] == "running" || process["state"] == "starting",
          let id = process["pid"]?.int.flatMap(Int32.init(exactly:)), hasEnded(id)
        else { return process }
        members["state"] = .string(Self.gone)
        return .object(members)
      })
    return FleetState(.object(state))
  }

  /// Returns why a process was given up or, if none was, why one that has been restarted and is not ready ended. Processes start in the order
  /// of their dependencies, so the first one counts.
  /// - Parameter kinds: the kinds of processes to consider, such as `cache` for `cache-1`; by default all.
  public func failure(among kinds: Set<String>? = nil) -> FleetFailure? {
    let failures = processes.compactMap { FleetFailure($0) }.filter { failure in
      kinds?.contains(String(failure.process.prefix { $0 != "-" })) ?? true
    }
    return failures.first(where: \.isFinal) ?? failures.first
  }
}

/// Why a process of a fleet does not run.
public struct FleetFailure: Sendable, Hashable {
  /// `cache-1`
  public let process: String
  /// `cannot open /…`, or how the process ended.
  public let reason: String
  /// Whether the supervisor does not restart the process any more.
  public let isFinal: Bool
  /// The path of the log.
  public let log: String

  /// `cache-1 keeps ending: cannot open /…`
  public var sentence: String {
    isFinal ? "the supervisor stopped restarting \(process): \(reason)" : "\(process) keeps ending: \(reason)"
  }

  /// Reads it from a process of the state file; `nil` if the process runs, or if nothing tells why it ended.
  init?(_ process: JSON) {
    guard let name = process["name"]?.string, let log = process["log"]?.string, let program = process["program"]?.string else { return nil }
    // The whole fleet ends for a fatal failure, and the supervisor says why.
    isFinal = process["state"] == "failed" && process["fatal"] != true
    let restarts = process["restarts"]?.int ?? 0
    guard isFinal || (restarts > 0 && process["ready"] != true) else { return nil }
    let ending = process["lastEnding"]?.string
    // An ending without an error may have been requested by a person.
    let last = isFinal ? process["failure"]?.string.map { "\($0), the last time with \(ending ?? "no exit code")" } : ending
    let isUnexpected = isFinal || (restarts > 1 && ending != "exit code 0")
    let error = process["lastLine"]?.string.flatMap { ServiceLog.error(in: $0, of: program) }
    guard let reason = error ?? (isUnexpected ? last : nil) else { return nil }
    (self.process, self.reason, self.log) = (name, reason, log)
  }
}

/// The fleet of a supervisor.
extension Launcher {
  /// The state file, whoever has written it.
  public var fleet: FleetState? { FleetState(in: runtimeFolder) }

  /// The fleet of the running supervisor; `nil` without one, and if the state file is that of an earlier one that was killed.
  public var runningFleet: FleetState? {
    guard let holder = supervisor.holder, let fleet, fleet.supervisor == holder else { return nil }
    return fleet
  }

  /// The running fleet, if it serves this bus.
  public var ownFleet: FleetState? { runningFleet.flatMap { $0.bus == "\(address.requests)" ? $0 : nil } }

  /// Returns the process ID of the running supervisor; `nil` if none is running. Waits, at most until `end`, for one that is stopping or was
  /// killed: until it has ended, it holds its lock, but keeps nothing running. Calls `onStop` before it waits for one that is stopping, which
  /// may take as long as its requests.
  public func runningSupervisor(
    until end: ContinuousClock.Instant, onStop: (Int32) -> Void = { _ in }
  ) async throws(Problem) -> Int32? {
    var announced: Int32?
    while let process = supervisor.holder {
      let isStopping = isStopping(process)
      guard isStopping || ProcessScope.own.isEnding(process) else { return process }
      if isStopping, announced != process {
        onStop(process)
        announced = process
      }
      let instance = ProcessInstance(process)
      repeat {
        guard ContinuousClock.now < end else {
          throw isStopping ? .stillFinishing("holocron-supervisor", process) : .late("\(Self.name(of: process)) was killed; try again")
        }
        try await Self.waitForNextPoll()
        // One that has released this lock may still hold that of the state folder.
      } while isStopping && instance?.hasEnded == false
    }
    return nil
  }

  /// Whether the supervisor `process` has begun to stop its fleet.
  public func isStopping(_ process: Int32) -> Bool { fleet.map { $0.supervisor == process && $0.isStopping } ?? false }

  /// Throws if the supervisor `process` does not supervise any more, because it has ended or is stopped by SIGSTOP.
  public func checkSupervisor(_ process: Int32) throws(Problem) {
    guard supervisor.holder == process, !ProcessScope.own.isEnding(process) else {
      throw Problem(503, "the supervisor stopped", type: ProblemType.noBus)
    }
    guard !ProcessScope.own.isStopped(process) else {
      throw Problem(
        503, "the supervisor is stopped",
        detail: "\(Self.name(of: process)) was stopped by a signal and restarts no process; continue it: kill -CONT \(process)")
    }
  }

  /// The processes of a supervisor that was killed that still run: they finish their requests, then they end by themselves. Empty while a
  /// supervisor runs, which ends those of an earlier one.
  public var orphans: [String] {
    guard supervisor.holder == nil else { return [] }
    return (fleet?.processes ?? []).compactMap { process in
      guard let name = process["name"]?.string, let id = process["pid"]?.int.flatMap(Int32.init(exactly:)),
        // The kernel may have given the ID to another process.
        let words = RunningProgram.commandLine(of: id), words.contains("--lifeline"),
        words.prefix(2).contains(where: { $0.split(separator: "/").last == "holocron-\(name.prefix { $0 != "-" })" })
      else { return nil }
      return name
    }
  }

  /// The bus of the fleet, running or with processes left, if it is another one than this.
  public var otherBus: String? {
    guard let bus = fleet?.bus, bus != "\(address.requests)", supervisor.holder != nil || !orphans.isEmpty else { return nil }
    return bus
  }

  /// Whether this bus is about to end, because its broker is an orphan.
  public var isEnding: Bool { fleet?.bus == "\(address.requests)" && orphans.contains("broker") }

  /// Returns whether all processes of a supervisor that was killed have ended by `end`.
  public func waitForOrphans(until end: ContinuousClock.Instant) async throws(Problem) -> Bool {
    while !orphans.isEmpty {
      guard ContinuousClock.now < end else { return false }
      try await Self.waitForNextPoll()
    }
    return true
  }

  /// The processes of this user that serve the bus: those of the supervisor, or the node alone; `nil` if they were started by hand or on another
  /// host. Each is an object of the state file with `age`, the seconds since the last change of state, and `cpu`, the processor time in seconds.
  /// A node has neither restarts nor an age, and a process that is gone has no age.
  public var processes: [JSON]? {
    let now = Int(SystemTime.milliseconds / 1_000)
    let node = node.holder.map { JSON.object(["name": "node", "state": "running", "pid": .number($0)]) }
    guard let processes = ownFleet?.current().processes ?? node.map({ [$0] }) else { return nil }
    return processes.map { process in
      var members = process.object ?? [:]
      if process["state"]?.string != FleetState.gone { members["age"] = process["since"]?.int.map { .number(max(0, now - $0)) } }
      members["cpu"] = process["pid"]?.int.flatMap { ProcessorTime.seconds(ofProcess: Int32(clamping: $0)) }.map { .number($0) }
      return .object(members)
    }
  }

  /// Sends a request to a supervisor: a file in the runtime folder, which only the user can write, followed by SIGUSR1. Returns the ID by which
  /// the state file tells what becomes of it. Only one request at a time: hold the start lock (``withStartLock(_:)``) until it is done.
  @discardableResult public func request(_ members: JSON.Object, of supervisor: Int32) throws(Problem) -> String {
    let (id, path) = ("\(OwnProcess.id)-\(SystemTime.milliseconds)", "\(runtimeFolder)/supervisor.request.json")
    func problem(_ detail: String) -> Problem { Problem(500, "cannot send a request to the supervisor", detail: detail) }
    var members = members
    members["id"] = .string(id)
    do { try RegularFile.replace(path, with: JSON.object(members).bytes()) } catch { throw problem("\(path): \(error.reason)") }
    guard Signal.user1.send(to: supervisor) else { throw problem("process \(supervisor) cannot be signalled") }
    return id
  }

  /// Restarts the processes `names` of the fleet of `supervisor`, one after the other, and returns when all new ones are ready; `nil` restarts
  /// all. Stops nothing if new processes would reject their settings. Hold the start lock (``withStartLock(_:)``).
  /// - Parameter progress: called at each poll with the current step, if the supervisor names it.
  public func restart(
    _ names: [String]?, by supervisor: Int32, until end: ContinuousClock.Instant,
    progress: (_ process: String, _ number: Int, _ count: Int) -> Void = { _, _, _ in }
  ) async throws(Problem) {
    try await checkFleetSettings()
    let id = try request(["restart": names.map { .array($0.map { .string($0) }) } ?? "all"], of: supervisor)
    var answer: JSON?
    try await state(of: supervisor, until: end) { state in
      // {"id":"…","state":"working","process":"cache-1","step":2,"steps":6}
      answer = state.json["request"].flatMap { $0["id"]?.string == id ? $0 : nil }
      if let process = answer?["process"]?.string, let number = answer?["step"]?.int, let count = answer?["steps"]?.int {
        progress(process, number, count)
      }
      return ["done", "failed"].contains(answer?["state"]?.string)
    }
    guard answer?["state"] == "failed" else { return }
    throw Problem(503, "the restart failed", detail: "\(answer?["detail"]?.string ?? ""); see the logs in \(fleetLogFolder)")
  }

  /// Throws if new processes would reject their settings, because the configuration file has changed. A node has the settings of all services.
  public func checkFleetSettings() async throws(Problem) {
    for program in ["holocron-supervisor", "holocron-node"] { try await checkSettings(of: program) }
  }

  /// Polls the state file until it is that of the process `supervisor` and `condition` is true, and returns the state. Throws if the supervisor
  /// has ended or is stopped, and at `end`.
  @discardableResult public func state(
    of supervisor: Int32, until end: ContinuousClock.Instant, where condition: (FleetState) -> Bool = { _ in true }
  ) async throws(Problem) -> FleetState {
    while true {
      let state = fleet
      // After reading, so that the state is not that of a supervisor that has ended.
      try checkSupervisor(supervisor)
      if let state, state.supervisor == supervisor, condition(state) { return state }
      guard ContinuousClock.now < end else {
        throw .late("\(Self.name(of: supervisor)) has not finished; see the logs in \(fleetLogFolder)")
      }
      try await Self.waitForNextPoll()
    }
  }

  /// The folder for the logs of the fleet: that of the state file, since the environment of the supervisor decides on it, or else the one that a
  /// new supervisor would use. If nothing has logged there, the state folder, which may have logs although it cannot be written.
  public var fleetLogFolder: String {
    if let folder = fleet?.json["logs"]?.string { return folder }
    let folder = logFolder.path
    return FileSystem.exists(folder) ? folder : XDGFolders(environment).state
  }

  /// The supervisor in messages.
  private static func name(of supervisor: Int32) -> String { "holocron-supervisor (process \(supervisor))" }
}

extension Problem {
  /// A program that did not end before the deadline.
  public static func stillFinishing(_ program: String, _ process: Int32) -> Problem {
    .late("\(program) (process \(process)) is still finishing its requests; wait, or kill it")
  }
}
