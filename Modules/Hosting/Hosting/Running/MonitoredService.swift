import Logging
public import MessageBus
public import ServiceLifecycle

/// A service that a service manager can observe.
public protocol MonitoredService: Service {
  /// Returns `true` when the service can be used, such as when it is bound or registered with the broker, and `false` when it has ended
  /// before.
  func waitUntilReady() async -> Bool
  /// Returns when the thread of the service has answered, or has ended: at once, unless it is busy, and never if it hangs.
  func answer() async
}

/// A broker as a service of its process. The initializer binds, so that an address in use is reported before any service starts.
public struct BrokerRunner: MonitoredService, CustomStringConvertible {
  public let broker: Broker
  private let addresses: [BusAddress]
  private let keys: KeyWatch?
  private let logger: Logger

  /// - Parameter keys: those that peers on tcp need; `nil` if they need none.
  init(binding addresses: [BusAddress], settings: Broker.Settings, keys: KeyWatch?, logger: Logger) throws(HostError) {
    do { broker = try Broker(binding: addresses, settings: settings, logger: logger) } catch { throw HostError(error) }
    self.keys = keys
    self.addresses = addresses
    self.logger = logger
  }

  public var description: String { "broker" }

  public func run() async throws {
    for address in addresses {
      logger.info("broker listens", metadata: ["requests": "\(address.requests)", "events": "\(address.events)"])
    }
    async let _ = keys?.run(broker)
    try await withGracefulShutdownHandler { [broker] in
      try await broker.run()
    } onGracefulShutdown: { [broker] in
      broker.stop()
    }
    logger.info("broker stopped")
  }

  /// Returns at once: a broker exists only after it was bound.
  public func waitUntilReady() async -> Bool { true }
  public func answer() async { await broker.answer() }
}

/// A worker as a service of its process: it drains when the process is asked to stop. It registers with each broker of the bus, on a thread for
/// each, with the credit for each.
struct WorkerRunner: MonitoredService, CustomStringConvertible {
  private let workers: [BusWorker]
  private let address: BusAddress
  private let logger: Logger
  let description: String

  init(_ service: any RequestHandler, at address: BusAddress, settings: BusWorker.Settings, logger: Logger) throws(HostError) {
    do {
      workers = try address.brokers.map { broker throws(BusError) in
        try BusWorker(service, at: broker, settings: settings, logger: logger)
      }
    } catch { throw HostError(error) }
    description = service.name
    self.address = address
    self.logger = logger
  }

  func run() async throws {
    logger.info("worker starting", metadata: ["service": "\(self)", "bus": "\(address)"])
    if !address.isLocal, address.keys == nil {
      logger.warning("the bus is on another host, and there is no key", metadata: ["remedy": "\(BusAddress.keyRemedy)"])
    }
    try await withGracefulShutdownHandler { [workers] in
      try await withThrowingTaskGroup { group in
        for worker in workers { group.addTask { try await worker.run() } }
        try await group.waitForAll()
      }
    } onGracefulShutdown: { [workers] in
      for worker in workers { worker.drain() }
    }
    logger.info("worker stopped", metadata: ["service": "\(self)"])
  }

  /// Returns when one broker knows the worker: the others may be down.
  func waitUntilReady() async -> Bool {
    let (outcomes, continuation) = AsyncStream.makeStream(of: Bool.self)
    // No task group: it would wait for all of these tasks, which end with their workers.
    for worker in workers { Task { continuation.yield(await worker.waitUntilRegistered()) } }
    return await outcomes.prefix(workers.count).contains(true)
  }

  func answer() async { for worker in workers { await worker.answer() } }
}
