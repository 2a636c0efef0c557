import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron up`: starts every service as a separate process and waits until all respond.
struct UpCommand: Command {
  let name = "up"
  let summary = "Start broker, origin, cache, fetchers and search as separate processes"
  let usage = ["[--origin ORIGIN] [--fetchers N] [--caches N] [--searches N]"]
  let details = [
    "A supervisor keeps the processes running until holocron down. In a running fleet, --caches, --fetchers and --searches change the "
      + "number of workers and everything else stays as it is. A holocron-node is stopped first, since it offers the same services in one "
      + "process.",
    "A running fleet keeps its origin and its bus. If the command names others, it changes nothing and exits with code 2. If the "
      + "bus was started by hand, nothing is started, and naming an origin or a number of workers is an error.",
  ]
  let examples: [HelpRow] = [
    ("holocron up", "with a local holocron-origin"),
    ("holocron up --origin https://swapi.dev/api --fetchers 4", "with another origin"),
    ("holocron up --origin http://a.example/api --origin http://b.example/api", "with a second server if the first fails"),
    ("holocron up --caches 3", "start with, or change to, three cache workers"),
  ]
  static let origin = Option(
    "origin", "ORIGIN",
    "Fetch from this origin: own (a holocron-origin in the fleet, the default), embedded, or the root URL of a SWAPI server; "
      + "repeat the option for several servers of one catalogue, in order of preference")
  /// The options for numbers of workers, with the keys of the supervisor's state as their names.
  static let sizes = WorkerKind.all.map { kind in
    Option(kind.sizeKey, "N", "Set the number of \(kind.noun)s (default \(kind.standard))", in: kind.range)
  }
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
    let supervisor = try Signal.deferring(SignalHandler.signals) { () throws(Problem) -> StartedProgram in
      let supervisor = try launcher.spawn(path, words, log: "\(logs)/supervisor.log")
      // Otherwise the fleet goes on starting after this command was interrupted.
      LastAction.unfinishedStart.arm(Self.interruption(context), ending: supervisor.id)
      return supervisor
    }
    defer { LastAction.unfinishedStart.disarm() }
    let services = Self.sizes(arguments)["searches"] == 0 ? [.cache, .fetch] : BusStatistics.services
    try await WorkerStartup(context: context, end: end).wait(for: services.map { ($0, 1) }) { () throws(Problem) in
      if let problem = supervisor.problemIfEnded() {
        // Its process ID may be another process's from now on.
        LastAction.unfinishedStart.disarm()
        if launcher.supervisor.holder == nil { throw problem }
      }
      return launcher.runningFleet != nil
    }
    LastAction.unfinishedStart.disarm()
    if let warning = launcher.logWarning { context.note(warning) }
    context.note("holocron: up (logs: \(logs))")
    await report(in: context)
  }

  /// Notes what runs, where and with which origin, and what is wrong with its workers. Asks the origin once, so that a wrong URL is noticed now.
  private func report(in context: Context) async {
    guard let fleet = context.launcher.fleet else { return }
    let sizes = WorkerKind.all.compactMap { kind in fleet.size(kind.sizeKey).map { (kind.sizeKey, $0) } }
    let workers = WorkerKind.words(Dictionary(uniqueKeysWithValues: sizes))
    context.note("holocron: \(workers) at \(context.address.requests), origin \(fleet.origin?.printable ?? "?")")
    do throws(Problem) {
      let statistics = await context.probe.statistics(try await context.probe.broker())
      let warnings = BusStatistics.services.flatMap(statistics.workers).compactMap {
        $0["warning"].flatMap { StorageWarning($0)?.description }
      }
      let origin = fleet.origin.flatMap { OriginIdentity($0)?.plainHTTPWarning }
      for warning in warnings + [origin].compactMap(\.self) { context.warn(warning.printable) }
      _ = try await context.probe.ask(KindsRequest(), of: .fetch)
    } catch { context.warn(error.sentence(in: English())) }
    context.hint("holocron: try holocron films, holocron show luke or holocron explore; holocron down stops everything")
  }

  /// Returns the note for a start that a signal ends, in place of the progress.
  private static func interruption(_ context: Context) -> String {
    guard !context.arguments[CommonOptions.quiet] else { return "" }
    let note = context.terminal.errors.painter.paint("holocron: interrupted; stopping the started processes", .muted)
    return "\(context.progress == nil ? "" : "\r\u{1B}[2K")\(note.text)\n"
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
      + (arguments[SharedOptions.bus] == nil ? [] : address.options)
  }

  /// Returns the numbers of workers given in `arguments`.
  static func sizes(_ arguments: Arguments) -> [String: Int] {
    sizes.reduce(into: [:]) { $0[$1.definition.name] = arguments[$1] }
  }
}

/// `holocron down`: stops the processes started by `up` or automatically.
struct DownCommand: Command {
  let name = "down"
  let summary = "Stop the processes that holocron has started"
  let details = [
    "Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started them.",
    "With --bus, HOLOCRON_BUS or the setting bus, only the processes of this bus are stopped.",
  ]
  let examples: [HelpRow] = [("holocron down", "stop all processes")]
  /// Stopping needs no configuration: an invalid file counts as none.
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    var context = context
    let bus = arguments[SharedOptions.bus]
    if let problem = context.addressProblem {
      let variables = context.environment.only(["HOLOCRON_BUS", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"])
      guard let address = try? BusAddress(bus: bus, environment: Environment(variables)) else { throw problem }
      context.address = address
    }
    let launcher = context.launcher
    var stopped: [String] = []
    // There is only one fleet: without a chosen bus, the command means this fleet, whatever its bus.
    let otherBus = BusAddress.source(bus: bus, environment: context.environment) == nil ? nil : launcher.otherBus
    for (name, file) in [("holocron-supervisor", launcher.supervisor), ("holocron-node", launcher.node)] {
      guard let process = file.holder, !(otherBus != nil && file == launcher.supervisor) else { continue }
      guard await file.stop(within: context.deadline.remaining) != false else { throw .stillFinishing(name, process) }
      stopped.append("\(name) (process \(process))")
    }
    let orphans = otherBus == nil ? launcher.orphans : []
    if !orphans.isEmpty {
      guard try await launcher.waitForOrphans(until: .now + context.deadline.remaining) else {
        throw .late(
          "the supervisor was killed, and its processes are still finishing their requests: \(launcher.orphans.joined(separator: ", "))")
      }
      stopped.append("\(orphans.joined(separator: ", ")), whose supervisor was killed")
    }
    if !stopped.isEmpty {
      context.note("holocron: stopped \(stopped.joined(separator: " and "))")
    } else if try await launcher.answers() {
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

/// `holocron restart SERVICE...`: restarts processes of a running fleet, one after the other.
struct RestartCommand: Command {
  let name = "restart"
  let summary = "Restart processes one after the other, without losing requests"
  let usage = ["SERVICE...", "--all"]
  let details = [
    "SERVICE is a process, such as cache-1, or all processes of a kind: broker, origin, fetcher, cache or search. Each process finishes its "
      + "requests and is started again; the next one stops when the new one is ready. If one does not become ready, the others keep running and "
      + "the exit code is 5. A process that the supervisor has given up is started again.",
    "Requests wait while the only worker of a service is restarted. While the broker is restarted, front-ends repeat the requests that it had "
      + "not answered. There is no time limit unless --timeout is given. Needs a fleet that holocron up has started.",
  ]
  let examples: [HelpRow] = [
    ("holocron restart cache", "all cache workers"), ("holocron restart --all", "every process, for example after an update"),
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
      let running = context.launcher.fleet?.names ?? []
      let names = words.isEmpty ? nil : try ProcessNames.selected(by: words, among: running)
      let progress = ProgressDisplay(context, .verbatim("restarting"))
      defer { progress.clear() }
      try await context.launcher.restart(names, by: process, until: isLimited ? end : .now + .seconds(86_400)) { process, number, count in
        progress.show(.verbatim("restarting \(process) (\(number) of \(count))"))
      }
      context.note("holocron: restarted \((names ?? running).joined(separator: ", "))")
    }
    return .success
  }
}

/// `holocron scale cache=3`: changes the number of workers of a running fleet.
struct ScaleCommand: Command {
  let name = "scale"
  let summary = "Change the number of workers while they run"
  let usage = ["SERVICE=N..."]
  let details = [
    "SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones have "
      + "finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started."
  ]
  let examples: [HelpRow] = [
    ("holocron scale cache=3 fetcher=2", "three cache workers, two fetchers"),
    ("holocron scale search=0", "no search worker"),
  ]
  let operands = 1...WorkerKind.all.count

  func offer(after operands: [String]) -> OperandOffer { .words(WorkerKind.all.map { "\($0.name)=" }) }

  func unexpectedArgument(_ word: String) -> Problem {
    .usage("unexpected argument \(word.quoted): each service can be named once", field: word)
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let sizes = try Self.counts(arguments.operands)
    try await context.launcher.withStartLock { end throws(Problem) in
      let process = try await context.supervisor(for: "holocron scale")
      let state = try await context.launcher.state(of: process, until: end)
      try await RunningFleet(process: process, context: context, end: end).resize(to: sizes, from: state, done: WorkerKind.words(sizes))
    }
    return .success
  }

  /// Returns the numbers of workers in words such as `cache=3`, by ``WorkerKind/sizeKey``.
  static func counts(_ words: [String]) throws(Problem) -> [String: Int] {
    var counts: [String: Int] = [:]
    for word in words {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard halves.count == 2 else {
        throw .usage("invalid argument \(word.quoted): expected SERVICE=N, such as cache=3", field: word)
      }
      guard let kind = WorkerKind.all.first(where: { $0.isNamed(halves[0]) }) else { throw unknownService(halves[0]) }
      guard let count = Int(halves[1]), kind.range.contains(count) else {
        throw .usage(
          "invalid number \(halves[1].quoted) of \(kind.sizeKey): expected a whole number, from \(kind.range.lowerBound) to "
            + "\(kind.range.upperBound)", field: word)
      }
      guard counts.updateValue(count, forKey: kind.sizeKey) == nil else { throw .usage("\(kind.name) is named twice", field: word) }
    }
    return counts
  }

  private static func unknownService(_ word: String) -> Problem {
    if ["broker", "origin"].contains(word) { return .usage("a fleet has one \(word); its number cannot be changed", field: word) }
    return .unknown("service", word, among: WorkerKind.all.map(\.name))
  }
}
