import Client
import Contracts
import Explorer
import Launch
import MessageBus
import Presentation

/// `holocron up`: starts every service as a process of its own, and waits until they answer.
struct UpCommand: Command {
  let name = "up"
  let group = CommandGroup.processes
  let summary = "Start broker, origin, cache, fetchers and search as separate processes"
  let usage = ["[--origin embedded|URL] [--fetchers N] [--caches N] [--searches N]"]
  let details = [
    "A supervisor keeps them running until holocron down. What runs already stays as it is, but for the number of workers: with --caches, --fetchers "
      + "or --searches a running fleet grows or shrinks to that. Only an idle holocron-node makes room, since it offers the same services in one process.",
    "A running fleet keeps its origin and its bus: asked for others, the command changes nothing and ends with exit code 2.",
  ]
  let examples = [
    Example("holocron up", "with an origin of its own"),
    Example("holocron up --origin https://swapi.dev/api --fetchers 4", "with another origin"),
    Example("holocron up --caches 3", "start with three cache workers, or have three from now on"),
  ]
  static let origin = Option("origin", "ORIGIN", "embedded, or the URL of a SWAPI server's root (default: an own holocron-origin)")
  static let fetchers = Option("fetchers", "N", "how many fetchers (default 2)", in: 1...64)
  static let caches = Option("caches", "N", "how many cache workers (default 1)", in: 1...64)
  static let searches = Option("searches", "N", "how many search workers (default 1)", in: 0...64)
  let switches = [origin.definition, fetchers.definition, caches.definition, searches.definition]

  /// What must answer before `up` is done, where it starts all.
  static let awaited = [ServiceName.cache, .fetch, .search]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    // The supervisor reads the same file, but would report a mistake only in its log.
    _ = try ConfigurationFile.read { context.environment.raw($0) }
    // One at a time: whoever comes second finds what the first one started.
    try await context.launcher.alone { end throws(Problem) in
      if let process = context.launcher.supervisor.holder {
        try await RunningFleet(process: process, context: context, end: end).adjust(to: arguments)
      } else {
        try await start(arguments, context, until: end)
      }
    }
    return .success
  }

  private func start(_ arguments: Arguments, _ context: Context, until end: ContinuousClock.Instant) async throws(Problem) {
    let launcher = context.launcher
    if let process = launcher.node.holder {
      context.note("holocron: stopping holocron-node (process \(process)) to make room")
      guard await launcher.node.stop(within: context.deadline.left) != false else {
        throw Problem(
          504, "the deadline passed", detail: "holocron-node (process \(process)) still finishes its work: wait, or kill it",
          type: ProblemType.deadline)
      }
    } else if await launcher.answers(at: context.address) {
      context.note("holocron: a bus runs already at \(context.address.requests), started by hand; see holocron status")
      return
    }
    guard let path = launcher.executables.find("holocron-supervisor") else {
      throw .programMissing("holocron-supervisor")
    }
    let log = "\(context.environment.stateFolder)/supervisor.log"
    let process = try launcher.spawn(path, Self.supervisorArguments(arguments), log: log)
    let services = arguments[Self.searches] == 0 ? [.cache, .fetch] : Self.awaited
    try await StartOfWorkers(context: context, end: end).wait(for: services.map { ($0, 1) }) { () throws(Problem) in
      guard launcher.hasEnded(process), launcher.supervisor.holder == nil else { return }
      throw Problem(500, "holocron-supervisor stopped at once", detail: "its log tells why: \(log)")
    }
    context.note("holocron: up (logs: \(context.environment.stateFolder))")
  }

  static func supervisorArguments(_ arguments: Arguments) -> [String] {
    var words: [String] = []
    if let origin = arguments[origin] { words += ["--origin", origin] }
    if let fetchers = arguments[fetchers] { words += ["--fetchers", String(fetchers)] }
    if let caches = arguments[caches] { words += ["--caches", String(caches)] }
    if let searches = arguments[searches] { words += ["--searches", String(searches)] }
    if let bus = arguments[CommonOptions.bus] { words += ["--bus", bus] }
    return words
  }

  /// The numbers of workers that `arguments` name.
  static func wish(_ arguments: Arguments) -> FleetWish {
    FleetWish(["caches": arguments[caches], "fetchers": arguments[fetchers], "searches": arguments[searches]].compactMapValues(\.self))
  }
}
