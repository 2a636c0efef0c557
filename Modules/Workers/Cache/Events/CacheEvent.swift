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
  static let topics = [
    Topic.Prefix.changed, Topic.Prefix.confirmed, Topic.Prefix.purged, WorkerTopic.joined(service: ServiceName.fetch.text).text,
  ]

  /// Returns the event to publish; `nil` if it does not concern others, such as a change of a search result.
  func event(from worker: String) -> Event? {
    let topic: Topic
    switch self {
    case .changed(.record(let reference)): topic = .changed(reference)
    case .changed(.page(let page)):
      guard page.search == nil, page.order == nil else { return nil }
      topic = .listChanged(page.kind)
    case .confirmed(.record(let reference)): topic = .confirmed(reference)
    case .confirmed(.page(let page)):
      guard page.search == nil, page.order == nil else { return nil }
      topic = .listConfirmed(page.kind)
    case .changed(.kinds), .confirmed(.kinds), .fetcherJoined: return nil
    case .purged(let scope): topic = .purged(scope)
    }
    return Event(topic.text, fields: [Self.workerField: worker])
  }

  /// Returns `nil` for events of `worker` itself and for events that do not concern a cache.
  init?(_ event: Event, receivedBy worker: String) {
    guard event.fields[Self.workerField] != worker else { return nil }
    switch Topic(event.topic) {
    case .changed(let reference): self = .changed(.record(reference))
    case .listChanged(let kind): self = .changed(.page(ListPage(kind)))
    case .confirmed(let reference): self = .confirmed(.record(reference))
    case .listConfirmed(let kind): self = .confirmed(.page(ListPage(kind)))
    case .purged(let scope): self = .purged(scope)
    case .worker(.joined(ServiceName.fetch.text)): self = .fetcherJoined
    case .fetchFailed, .originAnnounced, .historyChanged, .worker, nil: return nil
    }
  }
}
