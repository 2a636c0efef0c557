/// The first moments of a broker. Workers that outlived another broker, or that start along with this one, need a moment to register: a service that has had
/// no worker yet may still get one.
struct StartOfRun {
  typealias Instant = ContinuousClock.Instant

  let end: Instant
  private var offered: Set<String> = []
  /// Names beyond these are forgotten: requests for them wait longer than they need to.
  private static let mostNames = 1_000

  init(now: Instant, lasts duration: Duration) { end = now + duration }

  /// A worker of `service` has come.
  mutating func joined(_ service: String, now: Instant) {
    if now >= end { offered = [] } else if offered.count < Self.mostNames { offered.insert(service) }
  }

  /// Until when to wait for the first worker of `service`; `nil` if one has registered.
  func mayBring(_ service: String) -> Instant? { offered.contains(service) ? nil : end }
}
