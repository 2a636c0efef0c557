import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// Fills the index from the cache service and keeps it up to date, using the same requests as any client. Handles one batch of changes at a
/// time.
actor Indexer {
  let source: any Source
  let index: RecordIndex
  let settings: SearchSettings
  let policy: FetchPolicy
  let logger: Logger
  /// The last known pages of each list, by page number.
  var pages: [KindName: [Int: Page]] = [:]
  /// An origin other than the indexed one that a reply named.
  var newOrigin: String?
  /// See ``isFilling``.
  let mayBeFetching: Atomic<Bool>

  /// Maximum number of consecutive origin switches; more would mean that two origins answer alternately.
  private static let maxSwitches = 3

  init(_ source: any Source, _ index: RecordIndex, settings: SearchSettings, logger: Logger) {
    self.source = source
    self.index = index
    self.settings = settings
    self.logger = logger
    mayBeFetching = Atomic(settings.fill != .cached)
    policy = FetchPolicy(settings.fill, source, requestTimeout: settings.requestTimeout)
  }

  /// Whether lists are being read, and the cache may fetch their missing pages. Also true before the first refresh ends, unless the mode is
  /// ``FillMode/cached``.
  nonisolated var isFilling: Bool { mayBeFetching.load(ordering: .relaxed) }

  /// Refreshes the whole index, then handles announced changes until the task is cancelled.
  func run(_ queue: ChangeQueue) async {
    await refreshAll()
    await followReferences()
    for await _ in queue.signals {
      // Wait briefly so that changes announced together are handled together.
      guard (try? await Task.sleep(for: settings.batchingDelay)) != nil else { return }
      await handle(queue.drain())
    }
  }

  /// Handles announced changes. Returns when the resulting index is published.
  func handle(_ changes: AnnouncedChanges) async {
    await purge(changes.purges)
    if changes.requiresFullRefresh {
      await refreshAll(and: changes.records)
    } else {
      let purgedKinds = changes.purgedKinds
      await refresh(changes.lists.sorted(), and: changes.records) { purgedKinds.contains($0) ? .cacheOrOrigin : .cacheOnly }
    }
    for _ in 0..<Self.maxSwitches {
      guard let origin = newOrigin else { break }
      newOrigin = nil
      guard await index.switchOrigin(to: origin) else { continue }
      pages = [:]
      await refreshAll()
    }
    await index.flush()
  }

  private func refreshAll(and records: Set<Reference> = []) async {
    await refreshKinds()
    await refresh(index.snapshot.kinds, and: records) { _ in .cacheOrOrigin }
    await index.flush()
  }

  /// Refreshes lists, then those of `records` that are in none of the lists: when a list changes, its records are announced too.
  private func refresh(_ kinds: [KindName], and records: Set<Reference>, from pageSource: (KindName) -> PageSource) async {
    defer { mayBeFetching.store(false, ordering: .relaxed) }
    var remaining = records
    for kind in kinds {
      await refreshList(of: kind, from: pageSource(kind))
      for page in (pages[kind] ?? [:]).values { remaining.subtract(page.members) }
    }
    await refreshRecords(remaining)
  }

  /// Reads the origin's kinds if they are cached.
  private func refreshKinds() async {
    let request = KindsRequest(validation: Validation(onlyIfCached: true)).request
    let reply = await source.ask(.cache, request, within: settings.requestTimeout)
    await followOrigin(of: reply, within: settings.requestTimeout)
    guard reply.isSuccess, let names = try? KindsRequest.answer(reply), !names.isEmpty else { return }
    await index.setOfferedKinds(names)
    await index.flush()
  }

  /// Removes the records that the scopes cover, in one pass over the index.
  private func purge(_ scopes: Set<PurgeRequest.Scope>) async {
    guard !scopes.isEmpty else { return }
    let isEverything = scopes.contains(.everything)
    var kinds: Set<KindName> = []
    for case .kind(let kind) in scopes { kinds.insert(kind) }
    var records: Set<Reference> = []
    for case .record(let reference) in scopes { records.insert(reference) }
    pages = isEverything ? [:] : pages.filter { !kinds.contains($0.key) }
    // Once it is cached again, a page with a purged record is unchanged for the cache, but must be read again.
    if !records.isEmpty { pages = pages.mapValues { known in known.filter { $0.value.members.isDisjoint(with: records) } } }
    await index.remove(
      { [kinds] in isEverything || kinds.contains($0.kind) || scopes.contains(.record($0)) },
      counts: { [kinds] in isEverything || kinds.contains($0) })
  }
}
