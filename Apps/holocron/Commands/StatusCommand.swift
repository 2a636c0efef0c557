import Contracts
import Launch
import MessageBus
import OrderedJSON
import Presentation

/// `holocron status`: what is attached to the bus and how it does.
struct StatusCommand: Command {
  let name = "status"
  let group = CommandGroup.processes
  let summary = "Show services, workers, queues and the cache's hit ratio"
  let details = ["It starts nothing. With nothing running the exit code is 5."]
  let examples = [
    Example("holocron status", "at a glance"),
    Example("holocron status --json", "for programs"),
  ]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let broker = try await context.observer.brokerStatistics()
    let offered = UpCommand.awaited.filter { !UpCommand.missing(in: broker).contains($0) }
    let cache = offered.contains(.cache) ? try? await context.observer.ask(StatsRequest(), of: .cache) : nil
    let fetch = offered.contains(.fetch) ? try? await context.observer.ask(StatsRequest(), of: .fetch) : nil
    let processes = context.launcher.supervisor.holder.flatMap { _ in SupervisorState.read(in: context.launcher.runtimeFolder) }
    context.show(
      StatusReport(broker: broker, cache: cache, fetch: fetch, processes: processes, endpoint: "\(context.address.requests)").document)
    return .success
  }
}
