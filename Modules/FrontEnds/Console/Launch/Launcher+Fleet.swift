import Client
import Contracts
public import MessageBus
public import OrderedJSON
import Platform

/// The fleet of a supervisor, which describes its processes in a state file and reads requests.
extension Launcher {
  /// Returns the process ID of the running supervisor; `nil` if none is running. Waits, at most until `end`, for one that is stopping or was
  /// killed: until it has ended, it holds its lock, but keeps nothing running. Calls `onStop` with the process ID before it waits for one that
  /// is stopping, which may take as long as its requests.
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
  public func isStopping(_ process: Int32) -> Bool {
    guard let state = SupervisorState.read(in: runtimeFolder) else { return false }
    return state["pid"]?.int == Int(process) && state["stopping"] == true
  }

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

  /// Whether the processes in the state file are those of the running supervisor, not of an earlier one that was killed.
  public var hasCurrentState: Bool {
    guard let holder = supervisor.holder else { return false }
    return SupervisorState.read(in: runtimeFolder)?["pid"]?.int == Int(holder)
  }

  /// Whether the supervisor `process` was killed: one that stops removes its state file.
  public func wasKilled(_ process: Int32) -> Bool {
    supervisor.holder != process && SupervisorState.read(in: runtimeFolder)?["pid"]?.int == Int(process)
  }

  /// The processes of a supervisor that was killed that still run: they finish their requests, then they end by themselves. Empty while a
  /// supervisor runs, which ends those of an earlier one.
  public var orphans: [String] {
    guard supervisor.holder == nil, let state = SupervisorState.read(in: runtimeFolder) else { return [] }
    return (state["processes"]?.array ?? []).compactMap { process in
      guard let name = process["name"]?.string, let id = process["pid"]?.int.flatMap(Int32.init(exactly:)),
        // The kernel may have given the ID to another process.
        let words = RunningProgram.commandLine(of: id), words.contains("--lifeline"),
        words.prefix(2).contains(where: { $0.split(separator: "/").last == "holocron-\(name.prefix { $0 != "-" })" })
      else { return nil }
      return name
    }
  }

  /// Returns the bus of the fleet, running or with processes left, if it is another one than `address`.
  public func busOfOtherFleet(than address: BusAddress) -> String? {
    guard supervisor.holder != nil || !orphans.isEmpty,
      let bus = SupervisorState.read(in: runtimeFolder)?["bus"]?.string, bus != address.requests.description
    else { return nil }
    return bus
  }

  /// Whether the bus at `address` is about to end, because its broker is an orphan.
  public func isEnding(_ address: BusAddress) -> Bool {
    orphans.contains("broker") && SupervisorState.read(in: runtimeFolder)?["bus"]?.string == address.requests.description
  }

  /// Returns whether all processes of a supervisor that was killed have ended by `end`.
  public func waitForOrphans(until end: ContinuousClock.Instant) async throws(Problem) -> Bool {
    while !orphans.isEmpty {
      guard ContinuousClock.now < end else { return false }
      try await Self.waitForNextPoll()
    }
    return true
  }

  /// Returns the processes of this user that serve the bus at `address`: those of the supervisor, or the node alone. `nil` if they were started
  /// by hand or on another host.
  ///
  /// Each is an object of the supervisor's state file, such as `{"name":"cache-1","state":"running","pid":4711,"restarts":0}`, with `age`, the
  /// number of seconds since the last change of state or of the process, and `cpu`, the processor time in seconds. A node has neither restarts
  /// nor an age, and a process that is gone has no age.
  public func processes(serving address: BusAddress) -> [JSON]? {
    if supervisor.holder != nil, let state = SupervisorState.readRunning(in: runtimeFolder),
      state["bus"]?.string == address.requests.description
    {
      let now = Int(SystemTime.milliseconds / 1_000)
      return (state["processes"]?.array ?? []).map { process in
        var members = process.object ?? [:]
        if process["state"]?.string != SupervisorState.gone { members["age"] = process["since"]?.int.map { .number(max(0, now - $0)) } }
        members["cpu"] = process["pid"]?.int.flatMap { ProcessorTime.seconds(ofProcess: Int32(clamping: $0)) }.map { .number($0) }
        return .object(members)
      }
    }
    guard let node = node.holder else { return nil }
    var members: JSON.Object = ["name": "node", "state": "running", "pid": .number(Int(node))]
    members["cpu"] = ProcessorTime.seconds(ofProcess: node).map { .number($0) }
    return [.object(members)]
  }

  /// Restarts the processes `names` of the fleet of `supervisor`, one after the other, and returns when all new ones are ready; `nil` restarts
  /// all. Stops nothing if new processes would reject their settings. Hold the start lock (``withStartLock(_:)``).
  ///
  /// - Parameter progress: called at each poll with the current step, if the supervisor names it.
  public func restart(
    _ names: [String]?, by supervisor: Int32, until end: ContinuousClock.Instant,
    progress: (_ process: String, _ number: Int, _ count: Int) -> Void = { _, _, _ in }
  ) async throws(Problem) {
    try await checkFleetSettings()
    let request = SupervisorRequest(restarting: names)
    try request.send(to: supervisor, in: runtimeFolder)
    let state = try await state(of: supervisor, until: end) { state in
      guard let answer = request.answer(in: state) else { return false }
      if let process = answer["process"]?.string, let number = answer["step"]?.int, let count = answer["steps"]?.int {
        progress(process, number, count)
      }
      return answer["state"] == "done" || answer["state"] == "failed"
    }
    guard let answer = request.answer(in: state), answer["state"] == "failed" else { return }
    throw Problem(503, "the restart failed", detail: "\(answer["detail"]?.string ?? ""); see the logs in \(fleetLogFolder)")
  }

  /// Throws if new processes would reject their settings, because the configuration file has changed. A node has the settings of all
  /// services.
  public func checkFleetSettings() async throws(Problem) {
    for program in ["holocron-supervisor", "holocron-node"] { try await checkSettings(of: program) }
  }

  /// Polls the state file until it is that of the process `supervisor` and `condition` is true, and returns the state. Throws if the supervisor
  /// has ended or is stopped, and at `end`.
  public func state(
    of supervisor: Int32, until end: ContinuousClock.Instant, where condition: (JSON) -> Bool = { _ in true }
  ) async throws(Problem) -> JSON {
    while true {
      let state = SupervisorState.read(in: runtimeFolder)
      // After reading, so that the state is not that of a supervisor that has ended.
      try checkSupervisor(supervisor)
      if let state, state["pid"]?.int == Int(supervisor), condition(state) { return state }
      guard ContinuousClock.now < end else {
        throw .late("\(Self.name(of: supervisor)) has not finished; see the logs in \(fleetLogFolder)")
      }
      try await Self.waitForNextPoll()
    }
  }

  /// The folder for the logs of the fleet: that of the running supervisor, or else the one that a new supervisor would use. If nothing has logged
  /// there, the state folder, which may have logs although it cannot be written.
  public var fleetLogFolder: String {
    if let folder = SupervisorState.logFolder(in: runtimeFolder) { return folder }
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
