import Client
import Console
import Contracts
import Launch
import Localization
import MessageBus
import Platform
import Presentation

/// `holocron down`: stops the processes started by `up` or automatically.
struct DownCommand: Command {
  let name = "down"
  let group = CommandGroup.processes
  let summary = "Stop the processes that holocron has started"
  let details = [
    "Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started them."
  ]
  let examples = [Example("holocron down", "stop all processes")]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let launcher = context.launcher
    var stopped: [String] = []
    for (name, file) in [("holocron-supervisor", launcher.supervisor), ("holocron-node", launcher.node)] {
      guard let process = file.holder else { continue }
      guard await file.stop(within: context.deadline.remaining) != false else {
        throw Problem(
          504, "the deadline passed", detail: "\(name) (process \(process)) is still finishing its requests; wait, or kill it",
          type: ProblemType.deadline)
      }
      stopped.append("\(name) (process \(process))")
    }
    let orphans = launcher.orphans
    if !orphans.isEmpty {
      guard try await launcher.waitForOrphans(until: .now + context.deadline.remaining) else {
        throw Problem(
          504, "the deadline passed",
          detail:
            "the supervisor was killed, and its processes are still finishing their requests: \(launcher.orphans.joined(separator: ", "))",
          type: ProblemType.deadline)
      }
      stopped.append("\(orphans.joined(separator: ", ")), whose supervisor was killed")
    }
    if !stopped.isEmpty {
      context.note(.stopped(stopped.joined(separator: " and ")))
    } else if try await launcher.answers(at: context.address) {
      context.note(
        "holocron: nothing was stopped: the bus at \(context.address.requests) was started by hand; stop it where you started it")
    } else {
      context.note(.nothingIsRunning)
    }
    return .success
  }
}
