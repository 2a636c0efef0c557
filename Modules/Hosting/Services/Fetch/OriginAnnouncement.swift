import Contracts
import Glibc
import MessageBus

/// A fetcher's announcement to other fetchers: its origin and the time it joined the bus.
struct OriginAnnouncement: Sendable, Hashable {
  /// The topic of the announcement.
  static let topic = Topic.originAnnounced.text
  /// The topic of the event that makes every fetcher announce its origin.
  static let triggerTopic = WorkerTopic.joined(service: ServiceName.fetch.text).text
  private static let sinceField = "since"

  let origin: OriginIdentity
  /// Milliseconds since 1970 (at least 13 digits) and the process ID, which makes the value unique. Values compare in order of time.
  let since: String

  /// Creates an announcement of this process with the current time.
  init(_ origin: OriginIdentity) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    self.init(origin, milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000, process: getpid())
  }

  init(_ origin: OriginIdentity, milliseconds: Int64, process: Int32) {
    self.origin = origin
    since = "\(milliseconds)-\(process)"
  }

  /// Decodes an event; `nil` for any other event.
  init?(_ event: Event) {
    guard event.topic == Self.topic, let origin = OriginIdentity(event.fields), let since = event.fields[Self.sinceField] else {
      return nil
    }
    self.origin = origin
    self.since = since
  }

  var event: Event { Event(Self.topic, fields: [OriginIdentity.field: origin.text, Self.sinceField: since]) }

  /// Whether the fetcher of `other` must leave the bus: its origin differs, and it joined later.
  func precedes(_ other: OriginAnnouncement) -> Bool { origin != other.origin && since < other.since }
}
