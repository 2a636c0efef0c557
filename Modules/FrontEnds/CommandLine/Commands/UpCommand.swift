import Client
import Console
import Contracts
import Explorer
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron up`: starts every service as a separate process and waits until all respond.
struct UpCommand: Command {
  let name = "up"
  let group = CommandGroup.processes
  let summary = "Start broker, origin, cache, fetchers and search as separate processes"
  let usage = ["[--origin ORIGIN] [--fetchers N] [--caches N] [--searches N]"]
  let details = [
    "A supervisor keeps the processes running until holocron down. In a running fleet, --caches, --fetchers and --searches change the "
      + "number of workers and everything else stays as it is. A holocron-node is stopped first, since it offers the same services in one "
      + "process.",
    "A running fleet keeps its origin and its bus. If the command names others, it changes nothing and exits with code 2. If the "
      + "bus was started by hand, nothing is started, and naming an origin or a number of workers is an error.",
  ]
  let examples = [
    Example("holocron up", "with a local holocron-origin"),
    Example("holocron up --origin https://swapi.dev/api --fetchers 4", "with another origin"),
    Example("holocron up --origin http://a.example/api --origin http://b.example/api", "with a second server if the first fails"),
    Example("holocron up --caches 3", "start with, or change to, three cache workers"),
  ]
  static let origin = Option(
    "origin", "ORIGIN",
    "Fetch from this origin: own (a holocron-origin in the fleet, the default), embedded, or the root URL of a SWAPI server; "
      + "repeat the option for several servers of one catalogue, in order of preference")
  /// The options for numbers of workers, with the keys of the supervisor's state as their names.
  static let sizes = [
    Option("fetchers", "N", "Set the number of fetchers (default 2)", in: 1...64),
    Option("caches", "N", "Set the number of cache workers (default 1)", in: 1...64),
    Option("searches", "N", "Set the number of search workers (default 1)", in: 0...64),
  ]
  let options = [origin.definition] + sizes.map(\.definition)

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    // The supervisor reads the same file, but reports mistakes only in its log.
    _ = try ConfigurationFiles.read(environment: context.environment)
    // One at a time, so that a second call finds the fleet that the first one started.
    try await context.launcher.withStartLock { end throws(Problem) in
      if let process = try await Self.runningSupervisor(context, until: end) {
        let fleet = RunningFleet(process: process, context: context, end: end)
        if let state = try await state(of: fleet, for: arguments), !context.launcher.isStopping(process) {
          // If the fleet is stopped from here on, it stays stopped, and this command ends with an error.
          try await fleet.resize(to: Self.sizes(arguments), from: state, done: "running")
          return await report(in: context)
        }
        // The fleet began to stop while this command looked at it.
        guard try await Self.runningSupervisor(context, until: end) == nil else { return }
      }
      try await start(arguments, context, until: end)
    }
    return .success
  }

  /// Returns the supervisor of a running fleet; `nil` if there is none. Notes which one is stopping before it waits for its end.
  private static func runningSupervisor(_ context: Context, until end: ContinuousClock.Instant) async throws(Problem) -> Int32? {
    try await context.launcher.runningSupervisor(until: end) { process in
      context.note("holocron: waiting for holocron-supervisor (process \(process)) to stop")
    }
  }

  /// Returns the state of the running fleet; `nil` if it ended before it could be read. Throws if the fleet cannot be changed as `arguments` say.
  private func state(of fleet: RunningFleet, for arguments: Arguments) async throws(Problem) -> FleetState? {
    let context = fleet.context
    do throws(Problem) {
      // A mistake is reported as such, not as a conflict with the fleet's origin.
      if Self.origins(arguments) != nil {
        try await context.launcher.checkSettings(of: "holocron-supervisor", Self.supervisorArguments(arguments, at: context.address))
      }
      let state = try await context.launcher.state(of: fleet.process, until: fleet.end)
      try RunningFleet.check(origin: Self.origins(arguments), bus: "\(context.address.requests)", state)
      return state
    } catch {
      // It may have got a signal just before or while this command looked at its fleet.
      guard try await Self.runningSupervisor(context, until: fleet.end) == nil else { throw error }
      if context.launcher.wasKilled(fleet.process) {
        context.note("holocron: holocron-supervisor (process \(fleet.process)) was killed; starting the fleet again")
      }
      return nil
    }
  }

  private func start(_ arguments: Arguments, _ context: Context, until end: ContinuousClock.Instant) async throws(Problem) {
    let launcher = context.launcher
    let words = Self.supervisorArguments(arguments, at: context.address)
    // Before anything is stopped or started. A node has the settings of all services.
    try await launcher.checkSettings(of: "holocron-supervisor", words)
    try await launcher.checkSettings(of: "holocron-node")
    if let process = launcher.node.holder {
      context.note("holocron: stopping holocron-node (process \(process)) to make room")
      guard await launcher.node.stop(within: context.deadline.remaining) != false else {
        throw .stillFinishing("holocron-node", process)
      }
    } else if !launcher.isEnding, try await launcher.answers() {
      let bus = "the bus at \(context.address.requests) was started by hand"
      if let option = Self.ignoredOptions(arguments).first {
        throw Problem(
          409, "the bus was started by hand",
          detail: "\(bus), so \(option) has no effect; stop the bus where you started it and run holocron up again",
          type: ProblemType.badRequest, extensions: ["field": .string(option)])
      }
      return context.note(
        "holocron: nothing was started: \(bus); see its workers with holocron status, or stop it where you started it and run holocron up again"
      )
    }
    guard let path = launcher.executables.find("holocron-supervisor") else { throw .programNotFound("holocron-supervisor") }
    let logs = launcher.logFolder.path
    let stores = Self.logs(of: arguments, in: logs)
    let supervisor = try Signal.deferring(SignalHandler.signals) { () throws(Problem) -> StartedProgram in
      let supervisor = try launcher.spawn(path, words, log: "\(logs)/supervisor.log")
      // Otherwise the fleet goes on starting after this command was interrupted.
      UnfinishedStart.arm(supervisor.id, message: Self.interruption(context))
      return supervisor
    }
    defer { UnfinishedStart.disarm() }
    let services = Self.sizes(arguments)["searches"] == 0 ? [.cache, .fetch] : BusStatistics.services
    try await WorkerStartup(context: context, end: end).wait(for: services.map { ($0, 1) }) { () throws(Problem) in
      if let problem = supervisor.problemIfEnded() {
        // Its process ID may be another process's from now on.
        UnfinishedStart.disarm()
        if launcher.supervisor.holder == nil { throw problem }
      }
      return launcher.runningFleet != nil
    }
    UnfinishedStart.disarm()
    for (log, size) in stores { for warning in log.warnings(after: size) { context.warn(warning) } }
    if let warning = launcher.logWarning { context.note(warning) }
    context.note("holocron: up (logs: \(logs))")
    await report(in: context)
  }

  /// Notes what runs, where and with which origin, and asks the origin once, so that a wrong URL is noticed now.
  private func report(in context: Context) async {
    guard let fleet = context.launcher.fleet else { return }
    let sizes = WorkerKind.all.compactMap { kind in fleet.size(kind.sizeKey).map { (kind.sizeKey, $0) } }
    let workers = WorkerKind.words(Dictionary(uniqueKeysWithValues: sizes))
    context.note("holocron: \(workers) at \(context.address.requests), origin \(fleet.origin?.printable ?? "?")")
    do throws(Problem) { _ = try await context.probe.ask(KindsRequest(), of: .fetch) } catch { context.warn(error.sentence(in: English())) }
    context.hint("holocron: try holocron films, holocron show luke or holocron explore; holocron down stops everything")
  }

  /// Returns the note for a start that a signal ends, in place of the progress.
  private static func interruption(_ context: Context) -> String {
    guard !context.arguments[CommonOptions.quiet] else { return "" }
    let note = context.terminal.errors.painter.paint("holocron: interrupted; stopping the started processes", .muted)
    return "\(context.progress == nil ? "" : "\r\u{1B}[2K")\(note.text)\n"
  }

  /// Returns the logs of the workers with a store in `folder`, and their sizes.
  private static func logs(of arguments: Arguments, in folder: String) -> [(log: ServiceLog, size: Int)] {
    let sizes = sizes(arguments)
    let workers = [("cache", sizes["caches"] ?? 1), ("search", sizes["searches"] ?? 1)].flatMap { kind, count in
      (0..<count).map { "\(kind)-\($0 + 1)" }
    }
    return (["fetcher-1"] + workers).map { name in
      let path = "\(folder)/\(name).log"
      return (ServiceLog(path: path), (try? Descriptor.open(path, for: .reading))?.size ?? 0)
    }
  }

  /// The origins that the command names, joined as the supervisor's settings have them; `nil` without `--origin`.
  static func origins(_ arguments: Arguments) -> String? {
    let origins = arguments[all: origin]
    return origins.isEmpty ? nil : origins.joined(separator: ",")
  }

  /// The options that a bus started by hand cannot follow.
  static func ignoredOptions(_ arguments: Arguments) -> [String] {
    (origins(arguments) == nil ? [] : ["--origin"]) + sizes.filter { arguments[$0] != nil }.map { "--\($0.definition.name)" }
  }

  /// Returns the options with the bus of this command, if it was named: the supervisor would take the events endpoint of another one from the
  /// environment.
  static func supervisorArguments(_ arguments: Arguments, at address: BusAddress) -> [String] {
    (origins(arguments).map { ["--origin", $0] } ?? [])
      + sizes.flatMap { option in arguments[option].map { ["--\(option.definition.name)", String($0)] } ?? [] }
      + (arguments[CommonOptions.bus] == nil ? [] : address.options)
  }

  /// Returns the numbers of workers given in `arguments`.
  static func sizes(_ arguments: Arguments) -> [String: Int] {
    sizes.reduce(into: [:]) { $0[$1.definition.name] = arguments[$1] }
  }
}
