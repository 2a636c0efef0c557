import ArgumentParser
import Hosting
import ServiceLifecycle
import Services

struct SearchCommand: ServiceCommand {
  static let configuration = CommandConfiguration.service(
    "holocron-search",
    abstract: "Search worker: search the records of all kinds in an index",
    discussion: """
      Start it before or after the broker and the cache workers. It indexes the records in the cache and follows their changes. It fetches all \
      records of an external server only with --fill eager. Several search workers can run at once on the same files.

      Examples
        holocron-search
        holocron-search --index memory --fill cached
        holocron-search --fill eager
      """)

  @OptionGroup var bus: BusOptions
  @OptionGroup var host: HostOptions
  @OptionGroup var worker: WorkerOptions
  @OptionGroup var search: SearchServiceDefinition

  var flags: [FlagValue] { bus.given + worker.given + search.given }

  func services(on host: Host) async throws -> [any Service] {
    try search.prepared(on: host, metrics: host.metrics)(host.bus)
  }
}
