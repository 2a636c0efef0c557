import Client
import Contracts
import Launch
import MessageBus
import Presentation

/// `holocron down`: stops what `up` or an automatic start began.
struct DownCommand: Command {
  let name = "down"
  let group = CommandGroup.processes
  let summary = "Stop what holocron up, or the first command, has started"
  let details = ["Each process finishes what it holds first. Processes that you started by hand stay: stop them where you started them."]
  let examples = [Example("holocron down", "stop everything")]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let launcher = context.launcher
    var stopped: [String] = []
    for (name, file) in [("holocron-supervisor", launcher.supervisor), ("holocron-node", launcher.node)] {
      guard let process = file.holder else { continue }
      guard await file.stop(within: context.deadline.left) != false else {
        throw Problem(
          504, "the deadline passed", detail: "\(name) (process \(process)) still finishes its work: wait, or kill it",
          type: ProblemType.deadline)
      }
      stopped.append("\(name) (process \(process))")
    }
    if !stopped.isEmpty {
      context.note("holocron: stopped \(stopped.joined(separator: " and "))")
    } else if await launcher.answers(at: context.address) {
      context.note("holocron: what listens at \(context.address.requests) was started by hand: stop it where you started it")
    } else {
      context.note("holocron: nothing was running")
    }
    return .success
  }
}
