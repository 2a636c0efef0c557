import ArgumentParser
import Hosting
import ServiceLifecycle

struct BrokerCommand: ServiceCommand {
  static let configuration = CommandConfiguration.service(
    "holocron-broker",
    abstract: "Route requests to workers, replies to clients, and events to subscribers",
    discussion: """
      Without options, the broker listens on the default sockets, which only you can open and which every other part of Holocron uses.

      Examples
        holocron-broker
        holocron-broker --bus tcp://127.0.0.1:5555 --log-level debug
      """)

  @OptionGroup var bus: BusOptions
  @OptionGroup var host: HostOptions
  @OptionGroup var broker: BrokerOptions

  var flags: [FlagValue] { bus.given + broker.given }

  func services(on host: Host) async throws -> [any Service] { [try host.broker()] }
}
