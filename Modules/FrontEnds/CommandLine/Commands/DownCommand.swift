import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron down`: stops the processes started by `up` or automatically.
struct DownCommand: Command {
  let name = "down"
  let group = CommandGroup.processes
  let summary = "Stop the processes that holocron has started"
  let details = [
    "Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started them.",
    "With --bus, HOLOCRON_BUS or the setting bus, only the processes of this bus are stopped.",
  ]
  let examples = [Example("holocron down", "stop all processes")]
  /// Stopping needs no configuration: an invalid file counts as none.
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    var context = context
    if let problem = context.addressProblem {
      let variables = context.environment.only(["HOLOCRON_BUS", "HOLOCRON_WORKERS_ENDPOINT", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"])
      guard let address = try? BusAddress(bus: arguments[CommonOptions.bus], environment: Environment(variables)) else { throw problem }
      context.address = address
    }
    let launcher = context.launcher
    var stopped: [String] = []
    // There is only one fleet: without a chosen bus, the command means this fleet, whatever its bus.
    let isBusChosen = BusAddress.isChosen(bus: arguments[CommonOptions.bus], environment: context.environment)
    let otherBus = isBusChosen ? launcher.busOfOtherFleet(than: context.address) : nil
    for (name, file) in [("holocron-supervisor", launcher.supervisor), ("holocron-node", launcher.node)] {
      guard let process = file.holder, !(otherBus != nil && file == launcher.supervisor) else { continue }
      guard await file.stop(within: context.deadline.remaining) != false else {
        throw .stillFinishing(name, process)
      }
      stopped.append("\(name) (process \(process))")
    }
    let orphans = otherBus == nil ? launcher.orphans : []
    if !orphans.isEmpty {
      guard try await launcher.waitForOrphans(until: .now + context.deadline.remaining) else {
        throw Problem(
          504, "the deadline passed",
          detail: "the supervisor was killed, and its processes are still finishing their requests: "
            + launcher.orphans.joined(separator: ", "), type: ProblemType.deadline)
      }
      stopped.append("\(orphans.joined(separator: ", ")), whose supervisor was killed")
    }
    if !stopped.isEmpty {
      context.note("holocron: stopped \(stopped.joined(separator: " and "))")
    } else if try await launcher.answers(at: context.address) {
      let bus = context.address.requests
      context.note("holocron: nothing was stopped: the bus at \(bus) was started by hand; stop it where you started it")
    } else if let otherBus {
      context.note("holocron: nothing was stopped: the running fleet uses the bus \(otherBus.printable)")
    } else {
      context.note("holocron: nothing is running")
    }
    return .success
  }
}
