import Client
import Contracts
import Launch
import MessageBus
import OrderedJSON
import Presentation

/// `holocron status`: what is attached to the bus and how it does.
struct StatusCommand: Command {
  let name = "status"
  let group = CommandGroup.processes
  let summary = "Show services, workers, queues, hit ratio and the search index"
  let details = ["It starts nothing. With nothing running the exit code is 5."]
  let examples = [
    Example("holocron status", "at a glance"),
    Example("holocron status --json", "for programs"),
  ]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let broker = try await context.observer.brokerStatistics()
    let attached = Attached(broker)
    let census = await context.census(attached)
    let processes = context.launcher.supervisor.holder.flatMap { _ in SupervisorState.read(in: context.launcher.runtimeFolder) }
    context.show(
      StatusReport(
        broker: broker, census: census, processes: processes, endpoint: "\(context.address.requests)"
      ).document)
    return .success
  }
}
