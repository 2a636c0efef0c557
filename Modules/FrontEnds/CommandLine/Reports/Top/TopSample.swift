import Client
import Contracts
import MessageBus
import OrderedJSON

/// The statistics of the broker and the workers at one instant.
struct TopSample: Sendable {
  /// Milliseconds since 1970.
  let at: Int64
  /// The same instant on a monotonic clock.
  let instant: ContinuousClock.Instant
  let broker: JSON
  /// The statistics of each worker that replied, by service.
  let workers: [ServiceName: [JSON]]
  /// The local processes; `nil` if they are not known. See ``Launch/Launcher/processes(serving:)``.
  let processes: [JSON]?

  /// The services of Holocron, which all reply to `GET /stats`.
  static let services = [ServiceName.cache, .fetch, .search]
  /// The members of reports with the statistics of these services.
  static let members = [ServiceName.cache.text: "cache", ServiceName.fetch.text: "fetch", ServiceName.search.text: "search"]

  init(at: Int64, instant: ContinuousClock.Instant, broker: JSON, workers: [ServiceName: [JSON]], processes: [JSON]? = nil) {
    self.at = at
    self.instant = instant
    self.broker = broker
    self.workers = workers
    self.processes = processes
  }

  /// Requests the statistics of the broker, then those of every worker through `probe`, because a worker may hang.
  init(asking repository: any Repository, probe: any Repository, processes: [JSON]? = nil, at: Int64) async throws(Problem) {
    let broker = try await repository.brokerStatistics()
    let workers = await probe.statistics(AttachedServices(broker))
    self.init(at: at, instant: .now, broker: broker, workers: workers, processes: processes)
  }
}
