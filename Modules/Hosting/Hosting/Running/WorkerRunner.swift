import Logging
import MessageBus
import ServiceLifecycle

/// A worker as a service of its process: it drains when the process is asked to stop.
struct WorkerRunner: MonitoredService, CustomStringConvertible {
  private let worker: BusWorker
  private let name: String
  private let address: BusAddress
  private let logger: Logger

  init(_ service: any RequestHandler, at address: BusAddress, settings: BusWorker.Settings, logger: Logger) throws(HostError) {
    do { worker = try BusWorker(service, at: address, settings: settings, logger: logger) } catch { throw HostError(error) }
    name = service.name
    self.address = address
    self.logger = logger
  }

  var description: String { name }

  func run() async throws {
    logger.info("worker starting", metadata: ["service": "\(name)", "bus": "\(address.requests)"])
    let worker = worker
    try await withGracefulShutdownHandler {
      try await worker.run()
    } onGracefulShutdown: {
      worker.drain()
    }
    logger.info("worker stopped", metadata: ["service": "\(name)"])
  }

  func waitUntilReady() async -> Bool { await worker.waitUntilRegistered() }
  func answer() async { await worker.answer() }
}
