import Logging
public import MessageBus
import ServiceLifecycle

/// A broker as a service of its process. The initializer binds, so that an address in use is reported before any service starts.
public struct BrokerRunner: MonitoredService, CustomStringConvertible {
  public let broker: Broker
  private let addresses: [BusAddress]
  private let logger: Logger

  init(binding addresses: [BusAddress], settings: Broker.Settings, logger: Logger) throws(HostError) {
    do { broker = try Broker(binding: addresses, settings: settings, logger: logger) } catch { throw HostError(error) }
    self.addresses = addresses
    self.logger = logger
  }

  public var description: String { "broker" }

  public func run() async throws {
    for address in addresses {
      logger.info(
        "broker listens",
        metadata: ["requests": "\(address.requests)", "workers": "\(address.workers)", "events": "\(address.events)"])
    }
    let broker = broker
    try await withGracefulShutdownHandler {
      try await broker.run()
    } onGracefulShutdown: {
      broker.stop()
    }
    logger.info("broker stopped")
  }

  /// Returns at once: a broker exists only after it was bound.
  public func waitUntilReady() async -> Bool { true }
  public func answer() async { await broker.answer() }
}
