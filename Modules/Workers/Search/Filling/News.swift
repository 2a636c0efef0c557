import Contracts
import MessageBus
import Models
import Synchronization

/// What others announced and nobody has looked at yet.
struct News: Sendable, Hashable {
  var purges: [PurgeRequest.Scope] = []
  var records: Set<Reference> = []
  var lists: Set<KindName> = []
  /// Anything may have happened.
  var everything = false

  static let topics = ["changed/", "purged", "worker/joined/", "worker/left/"]

  /// Another cache may hold other records; which fetchers there are decides what may be asked for.
  private static let movements = [
    "worker/joined/\(ServiceName.cache)", "worker/joined/\(ServiceName.fetch)", "worker/left/\(ServiceName.fetch)",
  ]

  var isEmpty: Bool { self == News() }

  mutating func add(_ heard: EventSubscription.Element) {
    switch heard {
    case .listening: everything = true
    case .event(let event): add(event.topic)
    }
  }

  /// Events of others than the cache and the fetcher say nothing.
  mutating func add(_ topic: String) {
    switch Topic(topic) {
    case .changed(let reference)?: records.insert(reference)
    case .listChanged(let kind)?: lists.insert(kind)
    default:
      let parts = topic.split(separator: "/", maxSplits: 1)
      if parts.first == "purged" {
        if let scope = Self.scope(parts.count > 1 ? String(parts[1]) : nil) { add(scope) }
      } else if Self.movements.contains(topic) {
        everything = true
      }
    }
  }

  /// What was purged may be there again already, so it is looked at too.
  private mutating func add(_ scope: PurgeRequest.Scope) {
    purges.append(scope)
    switch scope {
    case .everything: everything = true
    case .kind(let kind): lists.insert(kind)
    case .record(let reference): records.insert(reference)
    }
  }

  private static func scope(_ text: String?) -> PurgeRequest.Scope? {
    guard let text else { return .everything }
    return KindName(text).map { .kind($0) } ?? Reference(text).map { .record($0) }
  }
}

/// Collects news for one reader, who is woken when there are some.
final class Newsstand: Sendable {
  private let news = Mutex(News())
  private let bell: AsyncStream<Void>
  private let rope: AsyncStream<Void>.Continuation

  init() { (bell, rope) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ change: (inout News) -> Void) {
    let isNews = news.withLock { news in
      change(&news)
      return !news.isEmpty
    }
    if isNews { rope.yield() }
  }

  func take() -> News {
    news.withLock { news in
      defer { news = News() }
      return news
    }
  }

  /// An element when there is something to take. For one reader.
  var rings: AsyncStream<Void> { bell }
}
