import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// A kind of workers of a fleet, whose number can be changed.
struct WorkerKind: Sendable {
  /// As in `cache-1`.
  let name: String
  /// The key of the supervisor's state and requests, and the option of `holocron up`.
  let sizeKey: String
  /// A worker of this kind in words.
  let noun: String
  let service: ServiceName
  let range: ClosedRange<Int>
  /// Their number unless another is chosen.
  var standard = 1

  static let search = WorkerKind(name: "search", sizeKey: "searches", noun: "search worker", service: .search, range: 0...64)
  static let all = [
    WorkerKind(name: "cache", sizeKey: "caches", noun: "cache worker", service: .cache, range: 1...64),
    WorkerKind(name: "fetcher", sizeKey: "fetchers", noun: "fetcher", service: .fetch, range: 1...64, standard: 2), search,
  ]

  /// Whether `word` names this kind: `cache`, `caches` or `holocron.cache`.
  func isNamed(_ word: String) -> Bool { [name, sizeKey, service.text].contains(word) }

  /// Whether `fleet` was told to run no worker of this kind.
  func isUnwanted(in fleet: FleetState?) -> Bool { fleet?.size(sizeKey) == 0 }

  /// The command that starts a worker of this kind in a fleet without one.
  var startCommand: String { "holocron scale \(name)=1" }

  /// Returns numbers of workers, by ``sizeKey``, in words: `3 cache workers, 1 fetcher`.
  static func words(_ sizes: [String: Int]) -> String {
    all.compactMap { kind in sizes[kind.sizeKey].map { NumberFormat.english.counted($0, kind.noun, "\(kind.noun)s") } }.joined(
      separator: ", ")
  }
}

/// The names by which a user selects processes of a fleet: `cache-1`, `cache` for all cache workers, or the service `holocron.cache`. Pure.
enum ProcessNames {
  /// The words that select processes of a fleet, whatever its size.
  static let words = ["broker", "origin"] + WorkerKind.all.map(\.name)

  /// Returns those of `names` that `word` selects, in their order; empty if it selects none.
  static func selected(by word: String, among names: [String]) -> [String] {
    if names.contains(word) { return [word] }
    let kind = WorkerKind.all.first { $0.isNamed(word) }?.name ?? word
    return names.filter { $0.hasPrefix("\(kind)-") && $0.dropFirst(kind.count + 1).allSatisfy(\.isNumber) }
  }

  /// Returns the processes that any of `words` selects, each once, in the order of `names`. Throws a 400 for a word that selects none.
  static func selected(by words: [String], among names: [String]) throws(Problem) -> [String] {
    if let word = words.first(where: { selected(by: $0, among: names).isEmpty }) { throw unknown(word, among: names) }
    let all = Set(words.flatMap { selected(by: $0, among: names) })
    return names.filter(all.contains)
  }

  /// Returns the problem of a word that selects no process.
  static func unknown(_ word: String, among names: [String]) -> Problem {
    let available = names.isEmpty ? "there are none" : "available: \(names.joined(separator: ", "))"
    // The name is right, but not every fleet has an origin or search workers.
    if words.contains(word) || WorkerKind.all.contains(where: { $0.isNamed(word) }) {
      return .usage("there is no process \(word.quoted) (\(available))", field: word)
    }
    return .usage(
      "unknown process \(word.quoted) (\(available))", field: word,
      suggestions: suggestions(for: word, among: names + WorkerKind.all.map(\.name)))
  }
}

/// A fleet that is already running. Sizes are numbers of workers by ``WorkerKind/sizeKey``.
struct RunningFleet: Sendable {
  /// The process ID of the supervisor.
  let process: Int32
  let context: Context
  let end: ContinuousClock.Instant

  /// Changes the numbers of workers to `sizes`, if the fleet in `state` has others, and waits until the new workers are attached and the surplus
  /// ones have ended. `done` is the note of a fleet that has these sizes already.
  func resize(to sizes: [String: Int], from state: FleetState, done: String) async throws(Problem) {
    if sizes.allSatisfy({ state.size($0.key) == $0.value }) {
      context.note("holocron: already \(done) (holocron-supervisor, process \(process))")
    } else {
      try await context.launcher.checkFleetSettings()
      let members = sizes.sorted { $0.key < $1.key }.map { ($0.key, JSON.number($0.value)) }
      try context.launcher.request(JSON.Object(members), of: process)
      try await context.launcher.state(of: process, until: end) { Self.isDone(sizes, $0) }
      context.note("holocron: now \(WorkerKind.words(sizes)) (holocron-supervisor, process \(process))")
    }
    let counts = WorkerKind.all.map { ($0.service, count: sizes[$0.sizeKey] ?? $0.range.lowerBound) }
    try await WorkerStartup(context: context, end: end).wait(for: counts) { () throws(Problem) in
      try context.launcher.checkSupervisor(process)
      return true
    }
  }

  /// Whether the fleet in `state` has the requested number of processes and all of them are running.
  static func isDone(_ sizes: [String: Int], _ state: FleetState) -> Bool {
    sizes.allSatisfy { state.size($0.key) == $0.value }
      && WorkerKind.all.allSatisfy { kind in
        let own = state.processes.filter { $0["name"]?.string?.hasPrefix("\(kind.name)-") == true }
        return own.count == state.size(kind.sizeKey) && own.allSatisfy { $0["state"] == "running" }
      }
  }

  /// Throws if the fleet in `state` has another origin or bus, which cannot be changed while it is running.
  static func check(origin: String?, bus: String, _ state: FleetState) throws(Problem) {
    func conflict(_ used: String, options: String) -> Problem {
      Problem(
        409, "the fleet is already running",
        detail: "the running fleet uses \(used); to change it, run holocron down, then holocron up with \(options)",
        type: ProblemType.badRequest)
    }
    func withoutSlash(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
    if let origin, !(origin == "own" && state.names.contains("origin")), let own = state.origin, withoutSlash(origin) != withoutSlash(own) {
      throw conflict("the origin \(own)", options: "--origin \(origin)")
    }
    if let own = state.bus, own != bus { throw conflict("the bus \(own)", options: "--bus \(bus)") }
  }
}

extension Context {
  /// Returns the process ID of the supervisor. Throws a problem that says what runs instead and what to do; `command` needs a supervisor.
  func supervisor(for command: String) async throws(Problem) -> Int32 {
    if let process = launcher.supervisor.holder { return process }
    let reason =
      if let node = launcher.node.holder {
        "holocron-node (process \(node)) runs all services in one process; \(command) needs a fleet, which holocron up starts instead"
      } else if try await launcher.answers() {
        "the bus at \(address.requests) was started by hand; \(command) needs a fleet that holocron up has started"
      } else {
        "\(command) needs a fleet; start one with holocron up"
      }
    throw Problem(503, "no fleet is running", detail: reason)
  }
}

/// Waits for started workers to attach to the bus.
struct WorkerStartup: Sendable {
  let context: Context
  let end: ContinuousClock.Instant

  /// The time the broker has for each reply. A request outlives a broker that goes away, and would otherwise wait for the deadline.
  private static let replyLimit = Duration.seconds(3)
  /// The number of lines of a log that explain a failure.
  private static let shownLines = 5

  /// Waits until each service has at least `count` workers. Throws a problem that names the missing services when the time is over.
  /// - Parameter isCurrent: called before and after each poll: whether the fleet that is waited for runs. If not, the workers on the bus are
  ///   those of an earlier fleet, and they are about to end. Its errors end the wait.
  func wait(for services: [(ServiceName, count: Int)], _ isCurrent: () throws(Problem) -> Bool) async throws(Problem) {
    let progress = ProgressDisplay(context, .verbatim("starting"))
    defer { progress.clear() }
    let observer = context.observer(within: Self.replyLimit)
    while true {
      var broker = BusStatistics(broker: .null)
      var silence: Problem?
      if try isCurrent() {
        do throws(Problem) { broker = try await observer.broker() } catch { silence = error }
      }
      let missing = services.filter { broker.count(of: $0.0) < $0.count }.map(\.0)
      // The supervisor may have been killed meanwhile.
      if try isCurrent(), missing.isEmpty { return }
      progress.show(.verbatim("waiting for \(missing.map(\.text).joined(separator: ", "))"))
      progress.show(done: services.count - missing.count, of: services.count)
      // More time would not help a process that the supervisor has given up.
      if let failure = failure(of: missing), failure.isFinal {
        throw incomplete(failure, "\(failure.sentence); correct the cause, then run holocron restart \(failure.process)")
      }
      try await Launcher.waitForNextPoll()
      guard (ContinuousClock.now < end), context.deadline.remaining > .zero else {
        // A broker that does not reply is the cause of everything else.
        if let silence, silence.type == ProblemType.deadline { throw silence }
        throw problem(missing, broker)
      }
    }
  }

  /// Names the missing services and, if one of their processes keeps ending, its last error: more time would not help then.
  private func problem(_ missing: [ServiceName], _ broker: BusStatistics) -> Problem {
    let late = "\(missing.map(\.text).joined(separator: " and ")) did not start in time"
    if let failure = failure(of: missing) { return incomplete(failure, "\(late): \(failure.sentence)") }
    // Ready once, so it hangs or is stopped: its log need not say why.
    let silent = UnresponsiveWorker.all(in: context.launcher.ownFleet, broker) { broker.offers($0) ? nil : [] }
    if let worker = silent.first(where: { missing.contains($0.service) }) {
      return Problem(503, "the fleet is incomplete", detail: "\(worker.finding); \(worker.remedy)")
    }
    return .late("\(late); see the logs in \(context.launcher.fleetLogFolder)")
  }

  /// Returns why a process of the missing services does not run. Without the broker, all are missing.
  private func failure(of missing: [ServiceName]) -> FleetFailure? {
    let kinds = WorkerKind.all.filter { missing.contains($0.service) }.map(\.name) + ["broker"]
    return context.launcher.runningFleet?.failure(among: Set(kinds))
  }

  /// Returns the problem of a process that does not run, after a note with the last lines of its log.
  private func incomplete(_ failure: FleetFailure, _ cause: String) -> Problem {
    let lines = ServiceLog.lastLines(Self.shownLines, of: failure.log)
    if !lines.isEmpty { context.note("holocron: the last lines of \(failure.log):") }
    for line in lines { context.note("  \(line)") }
    return Problem(503, "the fleet is incomplete", detail: "\(cause); see the log: \(failure.log)")
  }
}
