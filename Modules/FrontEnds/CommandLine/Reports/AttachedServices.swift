import Contracts
import OrderedJSON

/// The services with attached workers, from the statistics of a broker (`mmi.stats`).
struct AttachedServices: Sendable {
  private let services: [JSON]
  /// Whether the broker has been up for less than 5 s, so that workers may still be connecting.
  let isBrokerNew: Bool

  /// Creates the list from `statistics`; `nil` means that there is no broker.
  init(_ statistics: JSON?) {
    services = statistics?["services"]?.array ?? []
    isBrokerNew = (statistics?["uptime"]?.double).map { $0 < 5 } ?? false
  }

  /// Returns the number of workers of `service`, never negative.
  func workers(_ service: ServiceName) -> Int { max(0, services.first { $0["name"]?.string == service.text }?["workers"]?.int ?? 0) }

  /// The services with workers that are not Holocron's.
  var others: [ServiceName] {
    services.compactMap { $0["name"]?.string.map { ServiceName($0) } }.filter { !TopSample.services.contains($0) && offers($0) }
  }

  func offers(_ service: ServiceName) -> Bool { workers(service) > 0 }

  /// Whether `service` has no workers and the broker holds requests for it, mostly because its last worker may return: only then does the
  /// broker list a service without workers.
  func awaits(_ service: ServiceName) -> Bool { !offers(service) && services.contains { $0["name"]?.string == service.text } }
}
