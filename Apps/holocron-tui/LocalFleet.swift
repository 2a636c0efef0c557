import Console
import Contracts
import Explorer
import MessageBus
import OrderedJSON
import Platform

/// The processes of this user that serve the bus: those of the supervisor, or the node.
struct LocalFleet: FleetAccess {
  private let launcher: Launcher

  /// How long a restart may take: a process finishes its requests first.
  private static let restartTimeout = Duration.seconds(120)

  init(_ environment: Environment, _ executables: Executables, _ address: BusAddress) {
    launcher = Launcher(
      environment: environment, executables: executables, address: address, timeout: Self.restartTimeout, note: { _ in })
  }

  func state() async -> JSON? { launcher.processes.map { ["processes": .array($0)] } }

  func log(of process: String, lines: Int) async -> [String] {
    // The name comes from a state file and must not leave the folder of the logs.
    guard !process.contains("/"), process != ".." else { return [] }
    return ServiceLog.lastLines(lines, of: "\(launcher.fleetLogFolder)/\(process).log")
  }

  func restart(_ process: String) async throws(Problem) {
    let end = ContinuousClock.now + Self.restartTimeout
    guard let supervisor = try await launcher.runningSupervisor(until: end) else {
      throw .noFleet
    }
    try await launcher.withStartLock { end throws(Problem) in try await launcher.restart([process], by: supervisor, until: end) }
  }
}
