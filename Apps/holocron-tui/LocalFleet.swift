import Contracts
import Explorer
import Launch
import MessageBus
import OrderedJSON
import Platform

/// The processes of this user that serve the bus: those of the supervisor, or the node.
struct LocalFleet: FleetAccess {
  private let launcher: Launcher
  private let address: BusAddress

  /// How long a restart may take: a process finishes its requests first.
  private static let restartTimeout = Duration.seconds(120)
  private static let pollInterval = Duration.milliseconds(50)

  init(_ environment: Environment, _ executables: Executables, _ address: BusAddress) {
    launcher = Launcher(
      environment: environment, executables: executables, address: address, timeout: Self.restartTimeout, note: { _ in })
    self.address = address
  }

  func state() async -> JSON? { launcher.processes(serving: address).map { ["processes": .array($0)] } }

  func log(of process: String, lines: Int) async -> [String] {
    // The name comes from a state file and must not leave the folder of the logs.
    guard !process.contains("/"), process != ".." else { return [] }
    let folder = SupervisorState.logFolder(in: launcher.runtimeFolder) ?? XDGFolders(launcher.environment).state
    return SupervisorState.lastLines(lines, of: "\(folder)/\(process).log")
  }

  func restart(_ process: String) async throws(Problem) {
    guard let supervisor = launcher.supervisor.holder else {
      throw Problem(503, "no fleet is running", detail: "only processes that holocron up has started can be restarted")
    }
    try await launcher.withStartLock { end throws(Problem) in
      let request = SupervisorRequest(restarting: [process])
      try request.send(to: supervisor, in: launcher.runtimeFolder)
      while true {
        switch SupervisorState.read(in: launcher.runtimeFolder).flatMap({ request.progress(in: $0) }) {
        case .done?: return
        case .failed(let detail)?: throw Problem(503, "the restart failed", detail: detail)
        case .working?, nil: break
        }
        guard ContinuousClock.now < end, launcher.supervisor.holder == supervisor else {
          throw Problem(504, "the deadline passed", detail: "the supervisor has not finished", type: ProblemType.deadline)
        }
        do { try await Task.sleep(for: Self.pollInterval) } catch { throw .cancelled }
      }
    }
  }
}
