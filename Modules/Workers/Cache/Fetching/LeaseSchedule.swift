/// The renewal times of the leases of fetches in flight. Each lease is due after a third of its own term. Pure: time is an argument.
struct LeaseSchedule: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Renewal {
    var due: Instant
    /// Number of fetches that use the lease. A retried fetch may overlap with the end of the previous one.
    var fetches = 1
  }

  private var renewals: [StoreKey: Renewal] = [:]

  var count: Int { renewals.count }

  mutating func add(_ key: StoreKey, grantedFor term: Duration, at now: Instant) {
    let fetches = renewals[key]?.fetches ?? 0
    renewals[key] = Renewal(due: now + term / 3, fetches: fetches + 1)
  }

  mutating func remove(_ key: StoreKey) {
    guard let fetches = renewals[key]?.fetches else { return }
    if fetches > 1 { renewals[key]?.fetches = fetches - 1 } else { renewals[key] = nil }
  }

  mutating func renewed(_ keys: [StoreKey], for term: Duration, at now: Instant) {
    for key in keys { renewals[key]?.due = now + term / 3 }
  }

  func due(at now: Instant) -> [StoreKey] { renewals.filter { $0.value.due <= now }.map(\.key) }
}
