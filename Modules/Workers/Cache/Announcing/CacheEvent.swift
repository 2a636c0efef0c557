import Contracts
import MessageBus
import Models

/// The events that cache workers send and handle. Each carries the name of the worker it comes from, so that a worker
/// passes over its own, and a number: a worker that missed one forgets what it holds in memory.
///
/// | topic | means | a worker that hears it |
/// |---|---|---|
/// | `changed/people/1` | the record was learnt or changed | looks into the store again |
/// | `changed/people` | a list of the kind was learnt or changed | so too, for all lists of the kind |
/// | `confirmed/people/1` | the origin confirmed anew what is stored | looks into the store again |
/// | `confirmed/people` | so too, for a page of the list | so too, for all lists of the kind |
/// | `worker/joined/holocron.fetch` | a fetcher came, says the broker | asks which origin it asks |
/// | `purged`, `purged/people`, `purged/people/1` | entries were forgotten on demand | forgets them |
enum CacheEvent: Sendable, Hashable {
  case changed(CacheKey)
  case confirmed(CacheKey)
  case purged(PurgeRequest.Scope)
  case fetcherCame

  static let sender = "cache-worker"
  /// Counts the events of a worker, from 1.
  static let number = "cache-event"
  /// What a worker subscribes to.
  static let topics = ["changed/", "confirmed/", "purged", fetcherTopic]
  private static let fetcherTopic = "worker/joined/\(ServiceName.fetch)"

  /// `nil` for what is no concern of others: a search is nobody's list but the asker's.
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
    case .changed(.kinds), .confirmed(.kinds), .fetcherCame: return nil
    case .purged(.everything): topic = "purged"
    case .purged(.kind(let kind)): topic = "purged/\(kind)"
    case .purged(.record(let reference)): topic = "purged/\(reference)"
    }
    return Event(topic, fields: [Self.sender: worker])
  }

  /// `nil` for events of `worker` itself and for those that do not concern a cache.
  init?(_ event: Event, heardBy worker: String) {
    guard event.fields[Self.sender] != worker else { return nil }
    switch Topic(event.topic) {
    case .changed(let reference): self = .changed(.record(reference))
    case .listChanged(let kind): self = .changed(.page(ListPage(kind)))
    case .confirmed(let reference): self = .confirmed(.record(reference))
    case .listConfirmed(let kind): self = .confirmed(.page(ListPage(kind)))
    default:
      if event.topic == Self.fetcherTopic {
        self = .fetcherCame
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
