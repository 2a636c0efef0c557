import Contracts
import MessageBus
import Models
import Synchronization

/// Changes announced by other services that the indexer has not handled yet.
struct AnnouncedChanges: Sendable, Hashable {
  var purges: [PurgeRequest.Scope] = []
  var records: Set<Reference> = []
  var lists: Set<KindName> = []
  /// Events may have been missed, or the set of caches or fetchers changed.
  var requiresFullRefresh = false

  static let topics = ["changed/", "purged", "worker/joined/", "worker/left/"]

  /// Workers whose coming or going requires a full refresh: another cache may hold other records, and the ``FetchPolicy`` depends on the
  /// attached fetchers.
  private static let membershipTopics = [
    "worker/joined/\(ServiceName.cache)", "worker/joined/\(ServiceName.fetch)", "worker/left/\(ServiceName.fetch)",
  ]

  var isEmpty: Bool { self == AnnouncedChanges() }

  mutating func add(_ element: EventSubscription.Element) {
    switch element {
    case .listening: requiresFullRefresh = true
    case .event(let event): add(event.topic)
    }
  }

  /// Adds the change that an event announces. Ignores events of services other than the cache and the fetcher.
  mutating func add(_ topic: String) {
    switch Topic(topic) {
    case .changed(let reference)?: records.insert(reference)
    case .listChanged(let kind)?: lists.insert(kind)
    default:
      let parts = topic.split(separator: "/", maxSplits: 1)
      if parts.first == "purged" {
        if let scope = Self.scope(parts.count > 1 ? String(parts[1]) : nil) { add(scope) }
      } else if Self.membershipTopics.contains(topic) {
        requiresFullRefresh = true
      }
    }
  }

  /// Adds a purge, and a refresh of the same scope: its records may have been cached again already.
  private mutating func add(_ scope: PurgeRequest.Scope) {
    purges.append(scope)
    switch scope {
    case .everything: requiresFullRefresh = true
    case .kind(let kind): lists.insert(kind)
    case .record(let reference): records.insert(reference)
    }
  }

  private static func scope(_ text: String?) -> PurgeRequest.Scope? {
    guard let text else { return .everything }
    return KindName(text).map { .kind($0) } ?? Reference(text).map { .record($0) }
  }
}

/// Collects announced changes for a single consumer.
final class ChangeQueue: Sendable {
  private let changes = Mutex(AnnouncedChanges())
  /// Yields an element when there are changes to drain. For a single consumer.
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func add(_ change: (inout AnnouncedChanges) -> Void) {
    let hasChanges = changes.withLock { changes in
      change(&changes)
      return !changes.isEmpty
    }
    if hasChanges { continuation.yield() }
  }

  /// Returns the collected changes and empties the queue.
  func drain() -> AnnouncedChanges {
    changes.withLock { changes in
      defer { changes = AnnouncedChanges() }
      return changes
    }
  }
}
