import Contracts
import MessageBus
import Models

/// The events that cache workers publish and handle. Each carries the name of its worker, so that workers ignore their own events, and a
/// sequence number: a worker that missed an event empties its memory tier.
///
/// | topic | meaning | action of the receiving worker |
/// |---|---|---|
/// | `changed/people/1` | the record is new or has changed | reads it from the store again |
/// | `changed/people` | a list of the kind is new or has changed | reads all lists of the kind again |
/// | `confirmed/people/1` | the origin confirmed the stored record | reads it from the store again |
/// | `confirmed/people` | the origin confirmed a stored page of the list | reads all lists of the kind again |
/// | `worker/joined/holocron.fetch` | a fetcher joined (published by the broker) | asks for its origin |
/// | `purged`, `purged/people`, `purged/people/1` | entries were purged | removes them |
enum CacheEvent: Sendable, Hashable {
  case changed(CacheKey)
  case confirmed(CacheKey)
  case purged(PurgeRequest.Scope)
  case fetcherJoined

  static let workerField = "cache-worker"
  /// The field with the sequence number of the worker's events, which starts at 1.
  static let numberField = "cache-event"
  /// The topics that a worker subscribes to.
  static let topics = ["changed/", "confirmed/", "purged", fetcherTopic]
  private static let fetcherTopic = "worker/joined/\(ServiceName.fetch)"

  /// Returns the event to publish; `nil` if it does not concern others, such as a change of a search result.
  func event(from worker: String) -> Event? {
    let topic: String
    switch self {
    case .changed(.record(let reference)): topic = Topic.changed(reference).text
    case .changed(.page(let page)):
      guard page.search == nil, page.order == nil else { return nil }
      topic = Topic.listChanged(page.kind).text
    case .confirmed(.record(let reference)): topic = Topic.confirmed(reference).text
    case .confirmed(.page(let page)):
      guard page.search == nil, page.order == nil else { return nil }
      topic = Topic.listConfirmed(page.kind).text
    case .changed(.kinds), .confirmed(.kinds), .fetcherJoined: return nil
    case .purged(.everything): topic = "purged"
    case .purged(.kind(let kind)): topic = "purged/\(kind)"
    case .purged(.record(let reference)): topic = "purged/\(reference)"
    }
    return Event(topic, fields: [Self.workerField: worker])
  }

  /// Returns `nil` for events of `worker` itself and for events that do not concern a cache.
  init?(_ event: Event, receivedBy worker: String) {
    guard event.fields[Self.workerField] != worker else { return nil }
    switch Topic(event.topic) {
    case .changed(let reference): self = .changed(.record(reference))
    case .listChanged(let kind): self = .changed(.page(ListPage(kind)))
    case .confirmed(let reference): self = .confirmed(.record(reference))
    case .listConfirmed(let kind): self = .confirmed(.page(ListPage(kind)))
    default:
      if event.topic == Self.fetcherTopic {
        self = .fetcherJoined
        return
      }
      let parts = event.topic.split(separator: "/", maxSplits: 1)
      guard parts.first == "purged" else { return nil }
      if parts.count == 1 {
        self = .purged(.everything)
      } else if let kind = KindName(parts[1]) {
        self = .purged(.kind(kind))
      } else if let reference = Reference(parts[1]) {
        self = .purged(.record(reference))
      } else {
        return nil
      }
    }
  }
}
