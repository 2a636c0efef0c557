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
  private var shownName: String {
    context.language.say(DoctorPhrase.process(program: "holocron-supervisor", Int(process)))
  }

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
    case nil, true?: context.note(.alreadyRunning(shownName))
    case false?:
      try await resize(request)
    }
    try await waitForWorkers(request)
  }

  /// Changes the numbers of workers to those in `request` and waits until the new ones are attached and the surplus ones have ended.
  func scale(to request: FleetSizeRequest) async throws(Problem) {
    switch request.isSatisfied(by: try await state { _ in true }) {
    case nil: throw Launcher.otherVersion(of: process)
    case true?: context.note(.alreadySized(Self.sizes(request, in: context.language), shownName))
    case false?: try await resize(request)
    }
    try await waitForWorkers(request)
  }

  private func resize(_ request: FleetSizeRequest) async throws(Problem) {
    try await context.launcher.checkFleetSettings()
    try SupervisorRequest(request).send(to: process, in: context.launcher.runtimeFolder)
    _ = try await self.state { Self.isDone(request, $0) }
    context.note(.resized(Self.sizes(request, in: context.language), shownName))
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
    let display = ProgressDisplay(context, .restarting)
    defer { display.clear() }
    try await context.launcher.restart(names, by: process, until: end) { step in
      if let step { display.show(.restartingProcess(step.process, step.number, of: step.count)) }
    }
  }

  /// Returns the requested numbers in words: `3 cache workers, 1 fetcher`.
  static func sizes(_ request: FleetSizeRequest, in language: any Language = English()) -> String {
    let counts = request.counts
    return language.say(.sizes(caches: counts["caches"], fetchers: counts["fetchers"], searches: counts["searches"]))
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
      throw conflict.explained(by: .otherOrigin, ["origin": .string(own), "options": .string("--origin \(origin)")])
    }
    if let own = state["bus"]?.string, own != bus {
      throw conflict.explained(by: .otherBus, ["endpoint": .string(own), "options": .string("--bus \(bus)")])
    }
  }

  private static let conflict = Problem(409, "the fleet is already running", type: ProblemType.badRequest)

  /// Polls the state file until it is that of the supervisor and `condition` is true, and returns the state.
  private func state(where condition: (JSON) -> Bool) async throws(Problem) -> JSON {
    try await context.launcher.state(of: process, until: end, where: condition)
  }
}
