import ArgumentParser
import Hosting
import ServiceLifecycle
import Services

@main
struct HolocronFetcher: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-fetcher",
    abstract: "A worker that asks an origin: a SWAPI server, or the catalogue that comes with Holocron.",
    discussion: """
      It may be started before the broker and before its origin, and several may run at once: requests spread over them.

      EXAMPLES
        holocron-fetcher
        holocron-fetcher --origin http://127.0.0.1:1138/api
        holocron-fetcher --origin https://swapi.dev/api --concurrency 2
      """)

  @OptionGroup var host: HostOptions
  @OptionGroup var worker: WorkerOptions
  @OptionGroup var fetch: FetchServiceDefinition

  var flags: [GivenFlag] { worker.given + fetch.given }

  func services(on host: Host) async throws -> [any Service] {
    try fetch.services(on: host, at: host.bus, metrics: host.metrics)
  }
}
