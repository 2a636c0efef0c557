import Contracts
import MessageBus
import Models
import Synchronization

/// Changes announced by other services that the indexer has not handled yet.
struct AnnouncedChanges: Sendable, Hashable {
  /// Maximum number of purges, of records and of lists: as many as a cache stores by default. Beyond it, everything is refreshed.
  static let limit = 100_000

  var purges: Set<PurgeRequest.Scope> = []
  var records: Set<Reference> = []
  var lists: Set<KindName> = []
  /// Events may have been missed, or the set of caches or fetchers changed.
  var requiresFullRefresh = false

  static let topics = [Topic.Prefix.changed, Topic.Prefix.purged, Topic.Prefix.worker]

  var isEmpty: Bool { self == AnnouncedChanges() }

  /// Adds the change that an event announces. Ignores events of services other than the cache and the fetcher.
  ///
  /// A purge is also a refresh of the same scope: its records may have been cached again already. With a record, the cache also lost the page
  /// of the list that has it.
  mutating func add(_ topic: String) {
    switch Topic(topic) {
    case .changed(let reference)?: records.insert(reference)
    case .listChanged(let kind)?: lists.insert(kind)
    case .purged(let scope)?:
      purges.insert(scope)
      if case .record(let reference) = scope { records.insert(reference) }
      if let kind = scope.kind { lists.insert(kind) } else { requiresFullRefresh = true }
    // Another cache may hold other records, and another fetcher may have another origin.
    case .workerJoined(ServiceName.cache.text)?, .workerJoined(ServiceName.fetch.text)?: requiresFullRefresh = true
    default: break
    }
    if purges.count > Self.limit { (purges, requiresFullRefresh) = ([.everything], true) }
    if records.count > Self.limit || lists.count > Self.limit { (records, lists, requiresFullRefresh) = ([], [], true) }
  }

  var purgedKinds: Set<KindName> { Set(purges.compactMap(\.kind)) }
}

extension PurgeRequest.Scope {
  /// The kind that the scope is limited to.
  fileprivate var kind: KindName? {
    switch self {
    case .everything: nil
    case .kind(let kind): kind
    case .record(let reference): reference.kind
    }
  }
}

/// Collects announced changes for a single consumer.
final class ChangeQueue: Sendable {
  private let changes = Mutex(AnnouncedChanges())
  /// Yields an element when there are changes to drain.
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
