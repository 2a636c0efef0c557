import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation

/// `holocron status`: shows the services and processes on the bus, with statistics.
struct StatusCommand: Command {
  let name = "status"
  let group = CommandGroup.processes
  let summary = "Show services, workers, queues, hit ratio and the search index"
  let details = ["Starts nothing. If nothing is running, the exit code is 5.", busyColumn]
  static let busyColumn = "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time."
  let examples = [
    Example("holocron status", "an overview"),
    Example("holocron status --json", "as JSON"),
  ]

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let broker = try await context.observer.brokerStatistics()
    let attached = AttachedServices(broker)
    let inventory = await context.inventory(attached)
    let processes = context.launcher.supervisor.holder.flatMap { _ in SupervisorState.readRunning(in: context.launcher.runtimeFolder) }
    context.show(
      StatusReport(
        broker: broker, inventory: inventory, processes: processes, ownProcesses: context.launcher.processes(serving: context.address),
        endpoint: "\(context.address.requests)",
        bus: arguments[CommonOptions.bus]
      ).document)
    return .success
  }
}
