import Client
import Console
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron restart SERVICE...`: restarts processes of a running fleet, one after the other.
struct RestartCommand: Command {
  let name = "restart"
  let group = CommandGroup.processes
  let summary = "Restart processes one after the other, without losing requests"
  let usage = ["SERVICE...", "--all"]
  let details = [
    "SERVICE is a process, such as cache-1, or all processes of a kind: broker, origin, fetcher, cache or search. Each process finishes its "
      + "requests and is started again; the next one stops when the new one is ready. If one does not become ready, the others keep running and "
      + "the exit code is 5. A process that the supervisor has given up is started again.",
    "Requests wait while the only worker of a service is restarted. While the broker is restarted, front-ends repeat the requests that it had "
      + "not answered. There is no time limit unless --timeout is given. Needs a fleet that holocron up has started.",
  ]
  let examples = [
    Example("holocron restart cache", "all cache workers"), Example("holocron restart --all", "every process, for example after an update"),
  ]
  static let all = Flag("all", "Restart every process")
  let options = [all.definition]
  let operands = 0...64

  func offer(after operands: [String]) -> OperandOffer { .words(ProcessNames.words) }

  /// Several processes may take their time to finish their requests; the supervisor limits it.
  func isBounded(_ arguments: Arguments) -> Bool { arguments[CommonOptions.timeout] != nil }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let words = arguments.operands
    switch (words.first, arguments[Self.all]) {
    case (nil, false): throw .usage("missing argument; usage: holocron restart SERVICE, or holocron restart --all", field: name)
    case (let word?, true): throw .usage("--all and \(word.quoted) cannot be combined", field: "--all")
    default: break
    }
    let isLimited = isBounded(arguments)
    try await context.launcher.withStartLock { end throws(Problem) in
      let process = try await context.supervisor(for: "holocron restart")
      let running = SupervisorState.read(in: context.launcher.runtimeFolder)?["processes"]?.array?.compactMap { $0["name"]?.string } ?? []
      let names = words.isEmpty ? nil : try ProcessNames.selected(by: words, among: running)
      let fleet = RunningFleet(process: process, context: context, end: isLimited ? end : .now + .seconds(86_400))
      try await fleet.restart(names)
      context.note("holocron: restarted \((names ?? running).joined(separator: ", "))")
    }
    return .success
  }
}
