import Contracts
import MessageBus
import Platform

/// A fetcher's announcement to other fetchers: its origin and the time it joined the bus.
struct OriginAnnouncement: Sendable, Hashable {
  static let topic = Topic.originAnnounced.text
  /// The topic of the event that makes every fetcher announce its origin.
  static let triggerTopic = Topic.workerJoined(ServiceName.fetch.text).text
  private static let sinceField = "since"

  let origin: OriginIdentity
  /// Milliseconds since 1970 (at least 13 digits) and the process ID, which makes the value unique. Values compare in order of time.
  let since: String

  /// Creates an announcement of this process with the current time.
  init(_ origin: OriginIdentity) {
    self.init(origin, milliseconds: SystemTime.milliseconds, process: OwnProcess.id)
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
