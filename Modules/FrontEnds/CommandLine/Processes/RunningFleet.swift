import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation

/// A fleet that is already running. Sizes are numbers of workers by the keys of the supervisor's state: `caches`, `fetchers`, `searches`.
struct RunningFleet: Sendable {
  /// The process ID of the supervisor.
  let process: Int32
  let context: Context
  let end: ContinuousClock.Instant

  /// Changes the numbers of workers to `sizes`, if the fleet in `state` has others, and waits until the new workers are attached and the surplus
  /// ones have ended. `done` is the note of a fleet that has these sizes already.
  func resize(to sizes: [String: Int], from state: JSON, done: String) async throws(Problem) {
    if Self.has(sizes, state) {
      context.note("holocron: already \(done) (holocron-supervisor, process \(process))")
    } else {
      try await context.launcher.checkFleetSettings()
      try SupervisorRequest(sizes: sizes).send(to: process, in: context.launcher.runtimeFolder)
      _ = try await context.launcher.state(of: process, until: end) { Self.isDone(sizes, $0) }
      context.note("holocron: now \(Self.words(sizes)) (holocron-supervisor, process \(process))")
    }
    let counts = ProcessNames.kinds.map { ($0.service, count: sizes[$0.sizeKey] ?? $0.range.lowerBound) }
    try await WorkerStartup(context: context, end: end).wait(for: counts) { () throws(Problem) in
      try context.launcher.checkSupervisor(process)
      return true
    }
  }

  /// Restarts the processes `names`, one after the other, and returns when all new ones are ready; `nil` restarts all.
  func restart(_ names: [String]?) async throws(Problem) {
    let display = ProgressDisplay(context, .verbatim("restarting"))
    defer { display.clear() }
    try await context.launcher.restart(names, by: process, until: end) { process, number, count in
      display.show(.verbatim("restarting \(process) (\(number) of \(count))"))
    }
  }

  /// Returns sizes in words: `3 cache workers, 1 fetcher`.
  static func words(_ sizes: [String: Int]) -> String {
    ProcessNames.kinds.compactMap { kind in
      sizes[kind.sizeKey].map { Figures.counted($0, kind.noun, "\(kind.noun)s") }
    }.joined(separator: ", ")
  }

  private static func has(_ sizes: [String: Int], _ state: JSON) -> Bool { sizes.allSatisfy { state["fleet"]?[$0.key]?.int == $0.value } }

  /// Whether the fleet in `state` has the requested number of processes and all of them are running.
  static func isDone(_ sizes: [String: Int], _ state: JSON) -> Bool {
    has(sizes, state)
      && ProcessNames.kinds.allSatisfy { kind in
        let own = (state["processes"]?.array ?? []).filter { $0["name"]?.string?.hasPrefix("\(kind.name)-") == true }
        return own.count == state["fleet"]?[kind.sizeKey]?.int && own.allSatisfy { $0["state"] == "running" }
      }
  }

  /// Throws if the fleet in `state` has another origin or bus, which cannot be changed while it is running.
  static func check(origin: String?, bus: String, _ state: JSON) throws(Problem) {
    func conflict(_ used: String, options: String) -> Problem {
      Problem(
        409, "the fleet is already running",
        detail: "the running fleet uses \(used); to change it, run holocron down, then holocron up with \(options)",
        type: ProblemType.badRequest)
    }
    func withoutSlash(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
    let hasOwnOrigin = state["processes"]?.array?.contains { $0["name"] == "origin" } ?? false
    if let origin, !(origin == "own" && hasOwnOrigin), let own = state["origin"]?.string, withoutSlash(origin) != withoutSlash(own) {
      throw conflict("the origin \(own)", options: "--origin \(origin)")
    }
    if let own = state["bus"]?.string, own != bus { throw conflict("the bus \(own)", options: "--bus \(bus)") }
  }
}

extension Context {
  /// The state file of the running supervisor; `nil` without one, and if it supervises another bus.
  var fleetState: JSON? {
    guard let holder = launcher.supervisor.holder, let state = SupervisorState.read(in: launcher.runtimeFolder),
      state["pid"]?.int == Int(holder), state["bus"]?.string == address.requests.description
    else { return nil }
    return state
  }

  /// Returns the process ID of the supervisor. Throws a problem that says what runs instead and what to do; `command` needs a supervisor.
  func supervisor(for command: String) async throws(Problem) -> Int32 {
    if let process = launcher.supervisor.holder { return process }
    let reason =
      if let node = launcher.node.holder {
        "holocron-node (process \(node)) runs all services in one process; \(command) needs a fleet, which holocron up starts instead"
      } else if try await launcher.answers(at: address) {
        "the bus at \(address.requests) was started by hand; \(command) needs a fleet that holocron up has started"
      } else {
        "\(command) needs a fleet; start one with holocron up"
      }
    throw Problem(503, "no fleet is running", detail: reason)
  }
}
