import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
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
    let bus = arguments[CommonOptions.bus]
    if let problem = context.addressProblem {
      let variables = context.environment.only(["HOLOCRON_BUS", "HOLOCRON_WORKERS_ENDPOINT", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"])
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
  let group = CommandGroup.processes
  let summary = "Change the number of workers while they run"
  let usage = ["SERVICE=N..."]
  let details = [
    "SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones have "
      + "finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started."
  ]
  let examples = [
    Example("holocron scale cache=3 fetcher=2", "three cache workers, two fetchers"),
    Example("holocron scale search=0", "no search worker"),
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
    let names = WorkerKind.all.map(\.name)
    return .usage(
      "unknown service \(word.quoted) (available: \(names.joined(separator: ", ")))", field: word,
      suggestions: suggestions(for: word, among: names))
  }
}
