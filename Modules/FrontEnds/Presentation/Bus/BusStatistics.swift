package import Client
package import Contracts
package import MessageBus
public import OrderedJSON

/// Statistics of the broker (`mmi.stats`) and of the workers of each service (`GET /stats`), and the state of the local processes.
public struct BusStatistics: Sendable, Hashable {
  /// `null` means that there is no broker.
  public var broker: JSON
  /// The statistics of each worker that replied, by service name.
  public var workers: [String: [JSON]]
  /// The state of the supervisor, or of the node alone: `{"processes":[{"name":"cache-1","state":"running","pid":4711,…}]}`; `nil` if the
  /// processes are not known.
  public var fleet: JSON?

  /// The services of Holocron, which all reply to `GET /stats`.
  package static let services = [ServiceName.cache, .fetch, .search]

  public init(broker: JSON, workers: [String: [JSON]] = [:], fleet: JSON? = nil) {
    (self.broker, self.workers, self.fleet) = (broker, workers, fleet)
  }

  package func workers(_ service: ServiceName) -> [JSON] { workers[service.text] ?? [] }

  /// What the broker says about each service.
  package var services: [JSON] { broker["services"]?.array ?? [] }
  /// Whether the broker has been up for less than 5 s, so that workers may still be connecting.
  package var isNew: Bool { (broker["uptime"]?.double).map { $0 < 5 } ?? false }

  private func row(_ service: ServiceName) -> JSON? { services.first { $0["name"]?.string == service.text } }

  /// Returns the number of workers of `service` that the broker knows, never negative.
  package func count(of service: ServiceName) -> Int { max(0, row(service)?["workers"]?.int ?? 0) }
  package func offers(_ service: ServiceName) -> Bool { count(of: service) > 0 }

  /// Whether `service` has no workers and the broker holds requests for it, mostly because its last worker may return: only then does the
  /// broker list a service without workers.
  package func awaits(_ service: ServiceName) -> Bool { !offers(service) && row(service) != nil }
}

extension Repository {
  /// Returns the statistics of the broker, without those of the workers.
  package func broker() async throws(Problem) -> BusStatistics { BusStatistics(broker: try await brokerStatistics()) }

  /// Returns the statistics of a broker with those of all workers; asks all services concurrently. Workers that do not respond are left out.
  package func statistics(_ broker: BusStatistics) async -> BusStatistics {
    await withTaskGroup(of: (String, [JSON]).self) { group in
      for service in BusStatistics.services where broker.offers(service) {
        group.addTask { (service.text, await self.statistics(of: service, broker.count(of: service))) }
      }
      return await group.reduce(into: broker) { $0.workers[$1.0] = $1.1 }
    }
  }
}
