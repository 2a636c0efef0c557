import Client
import Console
import Contracts
import Launch
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation

/// A fleet that is already running when `holocron up` is called.
struct RunningFleet: Sendable {
  /// The process ID of the supervisor.
  let process: Int32
  let context: Context
  let end: ContinuousClock.Instant

  /// The supervisor in notes.
  private var shownName: String { "holocron-supervisor, process \(process)" }

  /// Returns the state of the fleet. Throws if `arguments` name another origin or bus, which cannot be changed while it is running.
  func state(checkedFor arguments: Arguments) async throws(Problem) -> JSON {
    let state = try await state { _ in true }
    try Self.check(origin: UpCommand.origins(arguments), bus: context.address.requests.description, state)
    return state
  }

  /// Changes the numbers of workers in `state` to those in `request` and waits until the workers are attached.
  func adjust(to request: FleetSizeRequest, from state: JSON) async throws(Problem) {
    switch request.isSatisfied(by: state) {
    case nil where !request.counts.isEmpty: throw Launcher.otherVersion(of: process)
    case nil, true?: context.note("holocron: already running (\(shownName))")
    case false?:
      try await resize(request)
    }
    try await waitForWorkers(request)
  }

  /// Changes the numbers of workers to those in `request` and waits until the new ones are attached and the surplus ones have ended.
  func scale(to request: FleetSizeRequest) async throws(Problem) {
    switch request.isSatisfied(by: try await state { _ in true }) {
    case nil: throw Launcher.otherVersion(of: process)
    case true?: context.note("holocron: already \(Self.sizes(request.counts)) (\(shownName))")
    case false?: try await resize(request)
    }
    try await waitForWorkers(request)
  }

  private func resize(_ request: FleetSizeRequest) async throws(Problem) {
    try await context.launcher.checkFleetSettings()
    try SupervisorRequest(request).send(to: process, in: context.launcher.runtimeFolder)
    _ = try await self.state { Self.isDone(request, $0) }
    context.note("holocron: now \(Self.sizes(request.counts)) (\(shownName))")
  }

  private func waitForWorkers(_ request: FleetSizeRequest) async throws(Problem) {
    let services = [(ServiceName.cache, "caches"), (.fetch, "fetchers"), (.search, "searches")]
    try await WorkerStartup(context: context, end: end).wait(
      for: services.map { ($0, count: request.counts[$1] ?? ($0 == .search ? 0 : 1)) }
    ) { () throws(Problem) in
      try context.launcher.checkSupervisor(process)
      return true
    }
  }

  /// Restarts the processes `names`, one after the other, and returns when all new ones are ready; `nil` restarts all.
  func restart(_ names: [String]?) async throws(Problem) {
    let display = ProgressDisplay(context, .verbatim("restarting"))
    defer { display.clear() }
    try await context.launcher.restart(names, by: process, until: end) { step in
      if let step { display.show(.verbatim("restarting \(step.process) (\(step.number) of \(step.count))")) }
    }
  }

  /// Returns numbers of workers in words: `3 cache workers, 1 fetcher`.
  static func sizes(_ counts: [String: Int]) -> String {
    [("caches", "cache worker"), ("fetchers", "fetcher"), ("searches", "search worker")].compactMap { member, noun in
      counts[member].map { Figures.counted($0, noun, "\(noun)s") }
    }.joined(separator: ", ")
  }

  /// Whether the fleet in `state` has the requested number of processes and all of them are running.
  static func isDone(_ request: FleetSizeRequest, _ state: JSON) -> Bool {
    guard request.isSatisfied(by: state) == true else { return false }
    let processes = state["processes"]?.array ?? []
    let kinds = [("caches", "cache-"), ("fetchers", "fetcher-"), ("searches", "search-")]
    return kinds.allSatisfy { member, prefix in
      let own = processes.filter { $0["name"]?.string?.hasPrefix(prefix) == true }
      return own.count == state["fleet"]?[member]?.int && own.allSatisfy { $0["state"] == "running" }
    }
  }

  /// Throws if the fleet in `state` has another origin or bus, which cannot be changed while it is running.
  static func check(origin: String?, bus: String, _ state: JSON) throws(Problem) {
    func withoutSlash(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
    let hasOwnOrigin = state["processes"]?.array?.contains { $0["name"] == "origin" } ?? false
    if let origin, !(origin == "own" && hasOwnOrigin), let own = state["origin"]?.string, withoutSlash(origin) != withoutSlash(own) {
      throw conflict("the origin \(own)", options: "--origin \(origin)")
    }
    if let own = state["bus"]?.string, own != bus {
      throw conflict("the bus \(own)", options: "--bus \(bus)")
    }
  }

  private static func conflict(_ used: String, options: String) -> Problem {
    Problem(
      409, "the fleet is already running",
      detail: "the running fleet uses \(used); to change it, run holocron down, then holocron up with \(options)",
      type: ProblemType.badRequest)
  }

  /// Polls the state file until it is that of the supervisor and `condition` is true, and returns the state.
  private func state(where condition: (JSON) -> Bool) async throws(Problem) -> JSON {
    try await context.launcher.state(of: process, until: end, where: condition)
  }
}
