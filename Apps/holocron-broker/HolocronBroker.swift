import ArgumentParser
import Hosting
import ServiceLifecycle

@main
struct HolocronBroker: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-broker",
    abstract:
      "The middle of the bus: brings requests to workers and answers back, and spreads events.",
    discussion: """
      Without options it listens where every other part of Holocron looks for it, on sockets that only you can open.

      EXAMPLES
        holocron-broker
        holocron-broker --bus tcp://127.0.0.1:5555 --log-level debug
      """)

  @OptionGroup var host: HostOptions
  @OptionGroup var broker: BrokerOptions

  var flags: [GivenFlag] { broker.given }

  func services(on host: Host) async throws -> [any Service] { [try host.broker()] }
}
