import Contracts
import Glibc
import MessageBus

/// What a fetcher tells the others: its origin, and since when it is on the bus.
struct OriginClaim: Sendable, Hashable {
  /// The topic of the event that carries it.
  static let topic = "fetch/origin"
  /// The event on which fetchers tell one another.
  static let occasion = "worker/joined/\(ServiceName.fetch)"
  private static let sinceField = "since"

  let origin: OriginIdentity
  /// Milliseconds since 1970 in thirteen digits or more, then the process: of two processes none is at the same place.
  let since: String

  /// Of this process, from now on.
  init(_ origin: OriginIdentity) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    self.init(origin, milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000, process: getpid())
  }

  init(_ origin: OriginIdentity, milliseconds: Int64, process: Int32) {
    self.origin = origin
    since = "\(milliseconds)-\(process)"
  }

  /// `nil` when the event is no claim.
  init?(_ event: Event) {
    guard event.topic == Self.topic, let origin = OriginIdentity(event.fields), let since = event.fields[Self.sinceField] else {
      return nil
    }
    self.origin = origin
    self.since = since
  }

  var event: Event { Event(Self.topic, fields: [OriginIdentity.field: origin.text, Self.sinceField: since]) }

  /// Whether `other` has to leave the bus to this one: their origins differ, and this one came first.
  func precedes(_ other: OriginClaim) -> Bool { origin != other.origin && since < other.since }
}
