import Contracts
import Glibc
import Launch
import MessageBus
import OrderedJSON

/// The fleet of a supervisor that runs already, as `holocron up` finds it.
struct RunningFleet: Sendable {
  /// The supervisor.
  let process: pid_t
  let context: Context
  let end: ContinuousClock.Instant

  private var name: String { "holocron-supervisor, process \(process)" }

  /// Grows or shrinks to the numbers that `arguments` name, and waits until the workers answer. Throws, and changes nothing, where another origin or
  /// another bus is asked for.
  func adjust(to arguments: Arguments) async throws(Problem) {
    let state = try await state { _ in true }
    try Self.check(origin: arguments[UpCommand.origin], bus: context.address.requests.description, state)
    let wish = UpCommand.wish(arguments)
    switch wish.isGranted(by: state) {
    case nil where !wish.counts.isEmpty:
      throw Self.refusal(
        "\(name) was started by another version and cannot change the number of workers", "--caches, --fetchers and --searches")
    case nil, true?: context.note("holocron: runs already (\(name))")
    case false?:
      try wish.send(to: process, in: context.launcher.runtimeFolder)
      _ = try await self.state { Self.isDone(wish, $0) }
      context.note("holocron: \(wish.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")) (\(name))")
    }
    let services = [(ServiceName.cache, "caches"), (.fetch, "fetchers"), (.search, "searches")]
    try await StartOfWorkers(context: context, end: end).wait(
      for: services.map { ($0, count: wish.counts[$1] ?? ($0 == .search ? 0 : 1)) })
  }

  /// Whether the processes of the fleet are those that are wished for, each one running.
  static func isDone(_ wish: FleetWish, _ state: JSON) -> Bool {
    guard wish.isGranted(by: state) == true else { return false }
    let processes = state["processes"]?.array ?? []
    let kinds = [("caches", "cache-"), ("fetchers", "fetcher-"), ("searches", "search-")]
    return kinds.allSatisfy { member, prefix in
      let own = processes.filter { $0["name"]?.string?.hasPrefix(prefix) == true }
      return own.count == state["fleet"]?[member]?.int && own.allSatisfy { $0["state"] == "running" }
    }
  }

  /// Throws where a fleet with this state is not what is asked for and cannot become it.
  static func check(origin: String?, bus: String, _ state: JSON) throws(Problem) {
    func plain(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }
    if let origin, let own = state["origin"]?.string, plain(origin) != plain(own) {
      throw refusal("it looks things up at \(own)", "--origin \(origin)")
    }
    if let own = state["bus"]?.string, own != bus { throw refusal("its bus is \(own)", "--bus \(bus)") }
  }

  private static func refusal(_ reason: String, _ flags: String) -> Problem {
    Problem(
      409, "the fleet runs already", detail: "\(reason); to change that: holocron down, then holocron up with \(flags)",
      type: ProblemType.badRequest)
  }

  /// What the supervisor tells of itself, as soon as it is as `isAwaited` says.
  private func state(where isAwaited: (JSON) -> Bool) async throws(Problem) -> JSON {
    while true {
      if let state = SupervisorState.read(in: context.launcher.runtimeFolder), isAwaited(state) { return state }
      guard context.launcher.supervisor.holder == process else { throw Problem(503, "the supervisor stopped", type: ProblemType.noBus) }
      guard ContinuousClock.now < end else {
        throw Problem(
          504, "the deadline passed", detail: "\(name) is not done; see \(context.environment.stateFolder)", type: ProblemType.deadline)
      }
      try await context.pause()
    }
  }
}
