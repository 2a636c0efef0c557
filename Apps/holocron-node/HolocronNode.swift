import ArgumentParser
import Hosting
import MessageBus
import ServiceLifecycle
import Services

@main
struct HolocronNode: ServiceCommand {
  static let idle = Setting(
    "node.idle", .duration(.zero ... .seconds(365 * 86_400)), standard: .seconds(600),
    "Exit when nobody asked for anything for this long and no other process listens to events; 0 for never")

  static let configuration = CommandConfiguration(
    commandName: "holocron-node",
    abstract: "Broker, cache, search and fetcher in one process, for front-ends that find nothing running.",
    discussion: """
      Front-ends start it by themselves and it exits when it is idle, so you rarely need to. Inside, the parts meet without the operating system in \
      between; outside it is a bus like any other, and further workers may join.

      EXAMPLES
        holocron-node
        holocron-node --origin https://swapi.dev/api --store memory --idle 0
      """)

  @OptionGroup var host: HostOptions
  @OptionGroup var broker: BrokerOptions
  @OptionGroup var fetch: FetchServiceDefinition
  @OptionGroup var cache: CacheServiceDefinition
  @OptionGroup var search: SearchServiceDefinition
  @Option(help: Self.idle.help) var idle: String?

  /// From the back to the front.
  private var offers: [any ServiceDefinition] { [fetch, cache, search] }

  var flags: [GivenFlag] { broker.given + offers.flatMap(\.given) + [Self.idle.given(idle)] }

  func services(on host: Host) async throws -> [any Service] {
    let limit = try host.settings.value(Self.idle)
    try RuntimeFolder.prepare(host.runtimeFolder)
    let pidFile = try PidFile("\(host.runtimeFolder)/node.pid", of: "a node")
    let inside = try BusAddress(requests: Endpoint("inproc://node"))
    let broker = try host.broker(alsoAt: [inside])
    var services: [any Service] = [pidFile, broker]
    for offer in offers { services += try offer.services(on: host, at: inside, metrics: MetricsRegistry()) }
    return services + [host.leavingWhenIdle(broker, for: limit)]
  }
}
