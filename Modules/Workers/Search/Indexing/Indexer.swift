import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// Which records a search worker indexes.
public enum FillMode: String, Sendable, Hashable, CaseIterable {
  case cached
  /// All records; the cache fetches those it does not hold.
  case eager
  /// ``eager`` if the origin is embedded or on this machine, otherwise ``cached``: remote servers are crawled only on request.
  case auto

  /// Returns whether the cache may fetch records of `origin` for the index.
  func allowsFetching(from origin: String?) -> Bool {
    self == .eager || self == .auto && origin.flatMap { OriginIdentity($0) }?.isLocal == true
  }
}

/// Fills the index from the cache service and keeps it up to date, using the same requests as any client. Handles one batch of changes at a
/// time.
actor Indexer {
  /// The last known state of one page of an origin's list.
  private struct Page: Sendable {
    let entityTag: String?
    let pages: Int
    let count: Int
    let members: Set<Reference>
  }

  private let services: any ServiceClient
  private let index: RecordIndex
  private let settings: SearchSettings
  private let logger: Logger
  /// The last known pages of each list, by page number.
  private var pages: [KindName: [Int: Page]] = [:]
  /// An origin other than the indexed one that a reply named.
  private var newOrigin: String?
  private let mayBeFetching = Atomic(true)
  private let wasRead = Atomic(false)
  /// Whether a cache was attached at the last refresh of all lists.
  private var isCacheAttached = false
  /// Whether the cache could not say during this refresh what it has of a list.
  private var hasUnreadLists = false

  /// Maximum number of consecutive origin switches; more would mean that two origins answer alternately.
  private static let maxSwitches = 3

  init(_ services: any ServiceClient, _ index: RecordIndex, settings: SearchSettings, logger: Logger) {
    self.services = services
    self.index = index
    self.settings = settings
    self.logger = logger
  }

  /// Whether the first refresh has not ended, or lists are being read whose missing pages the cache may fetch.
  nonisolated var isFilling: Bool { mayBeFetching.load(ordering: .relaxed) }

  /// Whether all that the cache has of the lists has been read once. Until then, suggestions may be wrong.
  nonisolated var hasReadCache: Bool { wasRead.load(ordering: .relaxed) }

  /// Fills the index, then handles announced changes until the task is cancelled. Reads what the cache has first, and calls `onRead`; calls `onFilled`
  /// after the rest was fetched, if that is allowed.
  func run(_ queue: ChangeQueue, onRead: @Sendable () -> Void = {}, onFilled: @Sendable () -> Void = {}) async {
    await refreshAll(mayFetch: false)
    onRead()
    if settings.fill.allowsFetching(from: index.snapshot.origin) {
      await refreshAll()
    } else {
      mayBeFetching.store(false, ordering: .relaxed)
    }
    await followReferences()
    if isCacheAttached { onFilled() }
    for await _ in queue.signals {
      // Changes announced together are handled together. Each batch builds the index anew, so a large one takes longer pauses.
      guard (try? await Task.sleep(for: max(settings.batchingDelay, index.lastCommitDuration * 10))) != nil else { return }
      await handle(queue.drain())
      if isCacheAttached { onFilled() }
    }
  }

  /// Handles announced changes. Returns when the resulting index is published.
  func handle(_ changes: AnnouncedChanges) async {
    await purge(changes.purges)
    if changes.requiresFullRefresh {
      await refreshAll(and: changes.records)
      await followReferences()
    } else {
      await refresh(changes.lists.sorted(), and: changes.records, fetching: changes.purgedKinds)
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

  private func refreshAll(and records: Set<Reference> = [], mayFetch: Bool = true) async {
    // A cache that joins later is announced.
    isCacheAttached = await services.hasWorker(of: .cache, within: settings.requestTimeout)
    guard isCacheAttached else {
      if mayFetch { mayBeFetching.store(false, ordering: .relaxed) }
      return
    }
    let reply = await services.reply(
      of: .cache, to: KindsRequest(validation: Validation(onlyIfCached: true)).request, within: settings.requestTimeout)
    // If the cache does not name its origin, a fetcher does.
    var origin = reply.origin
    if origin == nil { origin = await services.reply(of: .fetch, to: OriginRequest().request, within: settings.requestTimeout).origin }
    if let origin, await index.switchOrigin(to: origin) { pages = [:] }
    if reply.isSuccess, let kinds = try? KindsRequest.answer(reply), !kinds.isEmpty {
      await index.setOfferedKinds(kinds)
      await index.flush()
    }
    let kinds = index.snapshot.kinds
    hasUnreadLists = false
    await refresh(kinds, and: records, fetching: mayFetch ? Set(kinds) : [])
    await index.flush()
    if !hasUnreadLists { wasRead.store(true, ordering: .relaxed) }
  }

  /// Refreshes lists, then those of `records` that are in none of the lists: when a list changes, its records are announced too.
  ///
  /// - Parameter fetching: the kinds of which missing pages may be fetched if the ``FillMode`` allows it.
  private func refresh(_ kinds: [KindName], and records: Set<Reference>, fetching: Set<KindName>) async {
    var remaining = records
    for kind in kinds {
      // Without a fetcher, each request would wait for one.
      var mayFetch = fetching.contains(kind) && settings.fill.allowsFetching(from: index.snapshot.origin)
      if mayFetch { mayFetch = await services.hasWorker(of: .fetch, within: settings.requestTimeout) }
      if mayFetch { mayBeFetching.store(true, ordering: .relaxed) }
      await refreshList(of: kind, mayFetch: mayFetch)
      for page in (pages[kind] ?? [:]).values { remaining.subtract(page.members) }
    }
    if !fetching.isEmpty { mayBeFetching.store(false, ordering: .relaxed) }
    await refreshRecords(remaining)
  }

  /// Removes the records that the scopes cover, in one pass over the index.
  private func purge(_ scopes: Set<PurgeRequest.Scope>) async {
    guard !scopes.isEmpty else { return }
    let isEverything = scopes.contains(.everything)
    @Sendable func isPurged(_ kind: KindName) -> Bool { isEverything || scopes.contains(.kind(kind)) }
    // Once it is cached again, a page with a purged record is unchanged for the cache, but must be read again.
    pages = pages.filter { !isPurged($0.key) }.mapValues { known in
      known.filter { !$0.value.members.contains { scopes.contains(.record($0)) } }
    }
    await index.remove({ isPurged($0.kind) || scopes.contains(.record($0)) }, counts: isPurged)
  }

  /// Returns whether a reply comes from the indexed origin. If it comes from another one, schedules a switch and a full refresh.
  private func isFromIndexedOrigin(_ reply: Reply) -> Bool {
    guard let named = reply.origin, named != index.snapshot.origin else { return true }
    newOrigin = named
    return false
  }

  /// Reads all pages of a list, a few at a time, and indexes their records. If the list is complete, removes indexed records that are on none
  /// of its pages.
  private func refreshList(of kind: KindName, mayFetch: Bool) async {
    let known = pages[kind] ?? [:]
    guard let first = await page(1, of: kind, known: known[1], mayFetch: mayFetch) else { return }
    var seen = [1: first]
    if first.pages > settings.maxPages {
      logger.warning(
        "list too long; its last pages are not indexed",
        metadata: ["kind": "\(kind)", "pages": "\(first.pages)", "limit": "\(settings.maxPages)"])
    }
    // An origin is asked for one page at a time.
    let numbers = 1..<max(1, min(first.pages, settings.maxPages))
    await forEach(numbers, atOnce: mayFetch ? 1 : settings.maxConcurrentRequests) { [self] in
      ($0 + 1, await page($0 + 1, of: kind, known: known[$0 + 1], mayFetch: mayFetch))
    } handling: { number, page in
      seen[number] = page
    }
    guard !Task.isCancelled else { return }
    pages[kind] = seen
    let members = seen.values.reduce(into: Set<Reference>()) { $0.formUnion($1.members) }
    let isComplete = seen.count >= first.pages && members.count >= first.count
    await index.setListCount(first.count, of: kind, members: isComplete ? members : nil)
  }

  /// Reads a page and indexes its records. Returns `nil` if the page is unavailable; its indexed records are then kept.
  private func page(_ number: Int, of kind: KindName, known: Page?, mayFetch: Bool) async -> Page? {
    // Another origin may be used since the page before.
    let mayFetch = mayFetch && newOrigin == nil
    let request = ListRequest(
      kind, .page(number), asOrigin: true, validation: Validation(entityTag: known?.entityTag, onlyIfCached: !mayFetch))
    let reply = await services.reply(of: .cache, to: request.request, within: settings.requestTimeout)
    guard isFromIndexedOrigin(reply) else { return nil }
    if reply.status == 304, let known { return known }
    let answered = CachedResponse(reply)
    guard reply.status == 200, let body = try? PageBody(answered.body) else {
      if reply.problem?.type != ProblemType.notCached {
        logger.debug("list could not be read", metadata: ["kind": "\(kind)", "status": "\(reply.status)"])
        // What the origin does not answer is not in the cache.
        if reply.problem?.type != ProblemType.origin { hasUnreadLists = true }
      }
      return nil
    }
    await index.ingest(body.items)
    return Page(
      entityTag: answered.entityTag, pages: body.pages, count: body.count, members: Set(body.items.compactMap { Reference(canonical: $0) }))
  }

  /// Reads single records from the cache, a few at a time, and indexes them. Records that are not cached are skipped.
  private func refreshRecords(_ references: Set<Reference>) async {
    var found: [JSON] = []
    var removed: Set<Reference> = []
    await forEach(references.sorted(), atOnce: settings.maxConcurrentRequests) { [services, settings] reference in
      let request = RecordRequest(reference, validation: Validation(onlyIfCached: true)).request
      return (reference, await services.reply(of: .cache, to: request, within: settings.requestTimeout))
    } handling: { reference, reply in
      guard isFromIndexedOrigin(reply) else { return }
      if reply.status == 200, let json = try? JSON(parsing: reply.content) { found.append(json) }
      if reply.status == 404 || reply.status == 410 { removed.insert(reference) }
    }
    await index.ingest(found)
    if !removed.isEmpty { await index.remove { [removed] in removed.contains($0) } }
  }

  /// Asks the cache once for each record that an indexed record refers to: the cache cannot list the records it holds.
  func followReferences() async {
    var requested: Set<Reference> = []
    while !Task.isCancelled {
      await index.flush()
      let snapshot = index.snapshot
      let incomplete = Set(snapshot.kinds.filter { !snapshot.isComplete($0) })
      let unknown = snapshot.corpus.unknownReferences.filter { incomplete.contains($0.kind) }.subtracting(requested)
      let next = unknown.sorted().prefix(settings.maxReferences - requested.count)
      guard !next.isEmpty else { return }
      requested.formUnion(next)
      await refreshRecords(Set(next))
    }
  }

  /// Performs `request` for each element, at most `limit` at a time, and passes the results to `handling` as they arrive. Begins no further ones
  /// once the task is cancelled.
  private func forEach<Element: Sendable, Key: Sendable, Result: Sendable>(
    _ elements: some Collection<Element>, atOnce limit: Int, request: @escaping @Sendable (Element) async -> (Key, Result),
    handling: (Key, Result) -> Void
  ) async {
    await withTaskGroup(of: (Key, Result).self) { group in
      var waiting = elements.makeIterator()
      for _ in 0..<limit {
        if let element = waiting.next() { group.addTask { await request(element) } }
      }
      for await (key, result) in group {
        handling(key, result)
        if !Task.isCancelled, let element = waiting.next() { group.addTask { await request(element) } }
      }
    }
  }
}

extension Reply {
  var origin: String? { OriginIdentity(fields)?.text }
}
