import ArgumentParser
import Hosting
import ServiceLifecycle
import Services

@main
struct HolocronSearch: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-search",
    abstract: "A worker that finds records of all kinds by what is known of them here.",
    discussion: """
      It may be started before the broker and before any cache. It indexes what the cache holds and follows what changes there; a server of somebody \
      else is never asked for everything unless you say --fill eager. Several may run at once, on the same files.

      EXAMPLES
        holocron-search
        holocron-search --index memory --fill cached
        holocron-search --fill eager
      """)

  @OptionGroup var host: HostOptions
  @OptionGroup var worker: WorkerOptions
  @OptionGroup var search: SearchServiceDefinition

  var flags: [GivenFlag] { worker.given + search.given }

  func services(on host: Host) async throws -> [any Service] {
    try search.services(on: host, at: host.bus, metrics: host.metrics)
  }
}
