import Client
import Contracts
import MessageBus
import OrderedJSON

/// What broker and workers say of themselves at one moment.
struct TopSample: Sendable {
  /// Milliseconds since 1970.
  let at: Int64
  /// The same moment on a clock that is never set.
  let instant: ContinuousClock.Instant
  let broker: JSON
  /// By service, what each worker that answered has counted.
  let workers: [ServiceName: [JSON]]

  /// The services of Holocron, which all answer `GET /stats`.
  static let counted = [ServiceName.cache, .fetch, .search]

  init(at: Int64, instant: ContinuousClock.Instant, broker: JSON, workers: [ServiceName: [JSON]]) {
    self.at = at
    self.instant = instant
    self.broker = broker
    self.workers = workers
  }

  /// Asks the broker, then every worker of each service.
  init(asking repository: some Repository, at: Int64) async throws(Problem) {
    let broker = try await repository.brokerStatistics()
    let attached = Attached(broker)
    var workers: [ServiceName: [JSON]] = [:]
    for service in Self.counted where attached.offers(service) {
      workers[service] = await repository.statistics(of: service, attached.workers(service))
    }
    self.init(at: at, instant: .now, broker: broker, workers: workers)
  }
}
