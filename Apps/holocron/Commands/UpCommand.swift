import Contracts
import Glibc
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
    "A supervisor keeps them running until holocron down. What runs already stays as it is; only an idle holocron-node makes room, "
      + "since it offers the same services in one process."
  ]
  let examples = [
    Example("holocron up", "with an origin of its own"),
    Example("holocron up --origin https://swapi.dev/api --fetchers 4", "with another origin"),
  ]
  static let origin = Option("origin", "ORIGIN", "embedded, or the URL of a SWAPI server's root (default: an own holocron-origin)")
  static let fetchers = Option("fetchers", "N", "how many fetchers (default 2)", in: 1...64)
  static let caches = Option("caches", "N", "how many cache workers (default 1)", in: 1...64)
  static let searches = Option("searches", "N", "how many search workers (default 1)", in: 0...64)
  let switches = [origin.definition, fetchers.definition, caches.definition, searches.definition]

  /// What must answer before `up` is done, where it starts all.
  static let awaited = [ServiceName.cache, .fetch, .search]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let launcher = context.launcher
    if let process = launcher.supervisor.holder {
      context.note("holocron: runs already (holocron-supervisor, process \(process))")
      try await wait(for: [.cache, .fetch], nil, context)
      return .success
    }
    if let process = launcher.node.holder {
      context.note("holocron: stopping holocron-node (process \(process)) to make room")
      _ = await launcher.node.stop(within: context.timeout)
    } else if await launcher.answers(at: context.address) {
      context.note("holocron: a bus runs already at \(context.address.requests), started by hand; see holocron status")
      return .success
    }
    guard let path = launcher.executables.find("holocron-supervisor") else {
      throw .programMissing("holocron-supervisor")
    }
    let log = "\(context.environment.stateFolder)/supervisor.log"
    let process = try launcher.spawn(path, Self.supervisorArguments(arguments), log: log)
    try await wait(for: arguments[Self.searches] == 0 ? [.cache, .fetch] : Self.awaited, (process, log), context)
    context.note("holocron: up (logs: \(context.environment.stateFolder))")
    return .success
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

  /// Waits until each of `services` has a worker. `started` is the supervisor that was started for it.
  private func wait(for services: [ServiceName], _ started: (process: pid_t, log: String)?, _ context: Context) async throws(Problem) {
    let end = ContinuousClock.now + context.timeout
    let progress = ProgressDisplay(context)
    defer { progress.clear() }
    while true {
      let missing = Attached(try? await context.observer.brokerStatistics()).missing(of: services)
      if missing.isEmpty { return }
      progress.show("waiting for \(missing.map(\.text).joined(separator: " and "))")
      if let started, context.launcher.hasEnded(started.process) {
        throw Problem(500, "holocron-supervisor stopped at once", detail: "its log tells why: \(started.log)")
      }
      guard ContinuousClock.now < end else {
        throw Problem(
          504, "the deadline passed",
          detail: "\(missing.map(\.text).joined(separator: " and ")) did not come up; see \(context.environment.stateFolder)",
          type: Problem.Kind.deadline)
      }
      do { try await Task.sleep(for: .milliseconds(30)) } catch { throw Problem(499, "cancelled", type: Problem.Kind.cancelled) }
    }
  }
}
