import Contracts
import Logging
import MessageBus
import Models
import Synchronization

extension Indexer {
  /// The last known state of one page of an origin's list.
  struct Page: Sendable {
    var entityTag: String?
    var pages: Int
    var count: Int
    var members: Set<Reference>
  }

  /// Where a page may be read from.
  enum PageSource: Sendable {
    case cacheOnly
    /// The cache, and on a miss the origin if the ``FetchPolicy`` allows fetching.
    case cacheOrOrigin
  }

  /// Reads all pages of a list and indexes their records. If the list is complete, removes indexed records that are on none of its pages.
  func refreshList(of kind: KindName, from pageSource: PageSource) async {
    guard let first = await page(1, of: kind, from: pageSource) else { return }
    var seen = [1: first]
    if first.pages > settings.maxPages {
      logger.warning(
        "list too long; its last pages are not indexed",
        metadata: ["kind": "\(kind)", "pages": "\(first.pages)", "limit": "\(settings.maxPages)"])
    }
    for number in stride(from: 2, through: min(first.pages, settings.maxPages), by: 1) where !Task.isCancelled {
      seen[number] = await page(number, of: kind, from: pageSource)
    }
    guard !Task.isCancelled else { return }
    pages[kind] = seen
    let members = seen.values.reduce(into: Set<Reference>()) { $0.formUnion($1.members) }
    let isComplete = seen.count >= first.pages && members.count >= first.count
    await index.setListCount(first.count, of: kind, members: isComplete ? members : nil)
  }

  /// Reads a page and indexes its records. Returns `nil` if the page is unavailable; its indexed records are then kept.
  private func page(_ number: Int, of kind: KindName, from pageSource: PageSource) async -> Page? {
    let known = pages[kind]?[number]
    // Checked for each page: another fetcher may have attached meanwhile.
    let mayFetch = pageSource == .cacheOrOrigin ? await policy.allowsFetching() : false
    if mayFetch { mayBeFetching.store(true, ordering: .relaxed) }
    let request = ListRequest(
      kind, .page(number), asOrigin: true, validation: Validation(entityTag: known?.entityTag, onlyIfCached: !mayFetch))
    let reply = await source.ask(.cache, request.request, within: settings.requestTimeout)
    guard await isFromIndexedOrigin(reply) else { return nil }
    if reply.status == 304, let known { return known }
    let answered = CachedResponse(reply)
    guard reply.status == 200, let body = try? PageBody(answered.body) else {
      if reply.problem?.type != ProblemType.notCached {
        logger.debug("list could not be read", metadata: ["kind": "\(kind)", "status": "\(reply.status)"])
      }
      return nil
    }
    let conflicts = await index.ingest(body.items, from: .page)
    if !conflicts.isEmpty { await refreshRecords(Set(conflicts)) }
    return Page(
      entityTag: answered.entityTag, pages: body.pages, count: body.count, members: Set(body.items.compactMap { Reference(canonical: $0) }))
  }
}
