/// Grace period after the start of a broker, for services that have had no worker yet: workers of a previous broker, or workers that
/// start together with this broker, need a moment to register.
struct StartupGrace {
  typealias Instant = ContinuousClock.Instant

  private let end: Instant
  private var servicesWithWorkers: Set<String> = []
  /// Maximum number of service names to remember. Requests for services beyond them may wait longer than necessary.
  private static let maxNames = 1_000

  init(now: Instant, lasting duration: Duration) { end = now + duration }

  /// Records that a worker of `service` has registered.
  mutating func workerJoined(_ service: String, now: Instant) {
    if now >= end { servicesWithWorkers = [] } else if servicesWithWorkers.count < Self.maxNames { servicesWithWorkers.insert(service) }
  }

  /// Returns how long to wait for the first worker of `service`; `nil` if a worker has registered.
  func end(for service: String) -> Instant? { servicesWithWorkers.contains(service) ? nil : end }
}
