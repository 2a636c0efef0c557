import Client
import Contracts
public import MessageBus
public import OrderedJSON
import Platform

extension Launcher {
  /// Restarts the processes `names` of the fleet of `supervisor`, one after the other, and returns when all new ones are ready; `nil` restarts
  /// all. Stops nothing if new processes would reject their settings. Hold the start lock (``withStartLock(_:)``).
  ///
  /// - Parameter progress: called at each poll with the current step, if the supervisor names it.
  public func restart(
    _ names: [String]?, by supervisor: Int32, until end: ContinuousClock.Instant, progress: (RestartStep?) -> Void = { _ in }
  ) async throws(Problem) {
    guard SupervisorRequest.isAnswered(by: try await state(of: supervisor, until: end) { _ in true }) else {
      throw Self.otherVersion(of: supervisor)
    }
    try await checkFleetSettings()
    let request = SupervisorRequest(restarting: names)
    try request.send(to: supervisor, in: runtimeFolder)
    let answer = try await state(of: supervisor, until: end) { state in
      switch request.progress(in: state) {
      case .done, .failed: return true
      case .working(let step):
        progress(step)
        return false
      case nil: return false
      }
    }
    if case .failed(let detail)? = request.progress(in: answer) {
      throw Problem(503, "the restart failed", detail: "\(detail); see the logs in \(fleetLogFolder)")
    }
  }

  /// Throws if new processes would reject their settings, because the configuration file has changed. A node has the settings of all
  /// services.
  public func checkFleetSettings() async throws(Problem) {
    for program in ["holocron-supervisor", "holocron-node"] { try await checkSettings(of: program) }
  }

  /// Polls the state file until it is that of the process `supervisor` and `condition` is true, and returns the state. Throws if the supervisor
  /// has ended or is stopped, and at `end`.
  public func state(
    of supervisor: Int32, until end: ContinuousClock.Instant, where condition: (JSON) -> Bool
  ) async throws(Problem) -> JSON {
    while true {
      let state = SupervisorState.read(in: runtimeFolder)
      // After reading, so that the state is not that of a supervisor that has ended.
      try checkSupervisor(supervisor)
      if let state, state["pid"]?.int == Int(supervisor), condition(state) { return state }
      guard ContinuousClock.now < end else {
        throw Problem(
          504, "the deadline passed", detail: "\(Self.name(of: supervisor)) has not finished; see the logs in \(fleetLogFolder)",
          type: ProblemType.deadline
        )
      }
      try await Self.waitForNextPoll()
    }
  }

  /// Waits 30 ms, the interval between two looks at the state of other processes.
  public static func waitForNextPoll() async throws(Problem) {
    do { try await Task.sleep(for: .milliseconds(30)) } catch { throw .cancelled }
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

  /// The problem of a request that a running supervisor of another version does not know.
  public static func otherVersion(of supervisor: Int32) -> Problem {
    Problem(
      409, "the fleet is already running",
      detail: "\(name(of: supervisor)) was started by another version and cannot restart or scale its processes; "
        + "run holocron down, then holocron up",
      type: ProblemType.badRequest
    )
  }
}
