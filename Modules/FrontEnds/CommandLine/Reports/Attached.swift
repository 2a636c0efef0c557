import Contracts
import OrderedJSON

/// The services that have workers, by what a broker says of itself (`mmi.stats`).
struct Attached: Sendable {
  private let services: [JSON]
  /// The broker has been up for so short a time that workers may still be on their way to it.
  let isNew: Bool

  /// `nil` where there is no broker.
  init(_ statistics: JSON?) {
    services = statistics?["services"]?.array ?? []
    isNew = (statistics?["uptime"]?.double).map { $0 < 5 } ?? false
  }

  func workers(_ service: ServiceName) -> Int { services.first { $0["name"]?.string == service.text }?["workers"]?.int ?? 0 }

  func offers(_ service: ServiceName) -> Bool { workers(service) > 0 }

  /// Those of `services` without a worker.
  func missing(of services: [ServiceName]) -> [ServiceName] { services.filter { !offers($0) } }
}
