import Contracts
import Logging
import MessageBus
import Models

extension Filler {
  /// A page of an origin's list as it was seen last.
  struct Page: Sendable {
    var tag: String?
    var pages: Int
    var count: Int
    var members: Set<Reference>
  }

  /// How far to go for a page.
  enum Reach: Sendable {
    case cache
    /// To the origin, as far as that is permitted.
    case origin
  }

  /// Looks at the pages of a list and indexes what they show. Where all is seen, what is in none of them is gone.
  func look(at kind: KindName, _ reach: Reach) async {
    guard let first = await page(1, of: kind, reach) else { return }
    var seen = [1: first]
    for number in stride(from: 2, through: min(first.pages, settings.mostPages), by: 1) where !Task.isCancelled {
      seen[number] = await page(number, of: kind, reach)
    }
    guard !Task.isCancelled else { return }
    pages[kind] = seen
    let members = seen.values.reduce(into: Set<Reference>()) { $0.formUnion($1.members) }
    let isWhole = seen.count >= first.pages && members.count >= first.count
    await index.note(first.count, of: kind, members: isWhole ? members : nil)
  }

  /// `nil` where the page is not to be had: what is known of it stays.
  private func page(_ number: Int, of kind: KindName, _ reach: Reach) async -> Page? {
    let known = pages[kind]?[number]
    // Asked for each page anew: another fetcher may have come.
    let mayFetch = reach == .origin ? await permit.isGiven() : false
    let request = ListRequest(
      kind, .page(number), asOrigin: true, validation: Validation(entityTag: known?.tag, onlyIfCached: !mayFetch))
    let reply = await source.ask(.cache, request.request, within: settings.patience)
    guard await isFromIndexedOrigin(reply) else { return nil }
    if reply.status == 304, let known { return known }
    let answered = CachedResponse(reply)
    guard reply.status == 200, let body = try? PageBody(answered.body) else {
      if reply.problem?.type != ProblemType.notCached {
        logger.debug("A list could not be read", metadata: ["kind": "\(kind)", "status": "\(reply.status)"])
      }
      return nil
    }
    let disputed = await index.learn(body.items, .page)
    if !disputed.isEmpty { await look(at: Set(disputed)) }
    return Page(
      tag: answered.entityTag, pages: body.pages, count: body.count, members: Set(body.items.compactMap { Reference(canonical: $0) }))
  }
}
