/// When the leases of the fetches in flight are due to be renewed: each after a third of its own term, whatever the others' terms are. Pure: time
/// comes in as an argument.
struct LeaseSchedule: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Held {
    var due: Instant
    /// Counted: a fetch that began anew for another origin may overlap with its own end.
    var fetches = 1
  }

  private var held: [StoreKey: Held] = [:]

  var count: Int { held.count }

  mutating func add(_ key: StoreKey, grantedFor term: Duration, at now: Instant) {
    let fetches = held[key]?.fetches ?? 0
    held[key] = Held(due: now + term / 3, fetches: fetches + 1)
  }

  mutating func remove(_ key: StoreKey) {
    guard let fetches = held[key]?.fetches else { return }
    if fetches > 1 { held[key]?.fetches = fetches - 1 } else { held[key] = nil }
  }

  mutating func renewed(_ keys: [StoreKey], for term: Duration, at now: Instant) {
    for key in keys { held[key]?.due = now + term / 3 }
  }

  func due(at now: Instant) -> [StoreKey] { held.filter { $0.value.due <= now }.map(\.key) }
}
