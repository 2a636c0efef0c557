import ArgumentParser
import Hosting
import ServiceLifecycle
import Services

struct FetcherCommand: ServiceCommand {
  static let configuration = CommandConfiguration.service(
    "holocron-fetcher",
    abstract: "Fetch worker: fetch records from a SWAPI server or from the embedded catalogue",
    discussion: """
      Start it before or after the broker and the origin. Several fetchers can run at once; the broker distributes the requests.

      Examples
        holocron-fetcher
        holocron-fetcher --origin http://127.0.0.1:1138/api
        holocron-fetcher --origin https://swapi.dev/api --concurrency 2
      """)

  @OptionGroup var bus: BusOptions
  @OptionGroup var host: HostOptions
  @OptionGroup var worker: WorkerOptions
  @OptionGroup var fetch: FetchServiceDefinition

  var flags: [FlagValue] { bus.given + worker.given + fetch.given }

  func services(on host: Host) async throws -> [any Service] {
    try fetch.prepared(on: host, metrics: host.metrics)(host.bus)
  }
}
