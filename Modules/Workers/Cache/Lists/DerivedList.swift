import Contracts
import MessageBus
import Models
import OrderedJSON

/// A sorted list, derived from all pages of the origin's list. The derived pages stay in the memory tier until one of the source pages
/// changes.
struct DerivedList: Sendable {
  let reader: ListReader
  let list: ListPage
  let order: ListPage.Order

  private var tier: MemoryTier { reader.lookup.fetcher.tier }

  /// Number of times the source pages are read if the origin changes in between.
  private static let attemptLimit = 3

  private enum Outcome {
    case derived([CacheEntry], CacheStatus)
    case failed(LookupResult)
  }

  func page(_ number: Int, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    let now = reader.clock()
    if validation.acceptsAnyFresh, let cached = tier.entry(for: .page(list.numbered(number)), at: now), cached.freshness.isFresh(at: now) {
      return .entry(cached, .hit(timeToLive: cached.freshness.timeToLive(at: now), detail: nil))
    }
    switch await pages(validation, caller) {
    case .failed(let result): return result
    case .derived(let pages, let status):
      guard number <= pages.count else { return .problem(.pageOutOfRange(list.numbered(number), pages.count), status) }
      return .entry(pages[number - 1], status)
    }
  }

  func allPages(_ validation: Validation, _ caller: Caller, emit: (LookupResult) -> Void) async {
    switch await pages(validation, caller) {
    case .failed(let result): emit(result)
    case .derived(let pages, let status): for page in pages { emit(.entry(page, status)) }
    }
  }

  private func pages(_ validation: Validation, _ caller: Caller) async -> Outcome {
    var originList = list
    originList.order = nil
    var results: [LookupResult] = []
    for _ in 0..<Self.attemptLimit {
      results = []
      await reader.originPages(originList, validation, caller) { results.append($0) }
      guard case .problem(let problem, _)? = results.last, problem.type == ProblemType.misdirected, results.count > 1 else { break }
    }
    var sources: [CacheEntry] = []
    for result in results {
      guard case .entry(let entry, _) = result, entry.status == 200 else { return .failed(result) }
      sources.append(entry)
    }
    let status = results.dropFirst().reduce(results[0].status) { $0.combined(with: $1.status) }
    if let cached = cachedPages(of: sources[0].origin) { return .derived(cached, status) }
    do throws(Problem) {
      return .derived(try derive(from: sources, of: originList), status)
    } catch {
      return .failed(.problem(error, status))
    }
  }

  private func derive(from sources: [CacheEntry], of originList: ListPage) throws(Problem) -> [CacheEntry] {
    guard let kind = reader.kinds[list.kind] else {
      throw .badRequest("sort", "cannot sort \(list.kind): this program does not know the kind, so only the origin's order is available")
    }
    var freshness = sources.dropFirst().reduce(sources[0].freshness) { $0.combined(with: $1.freshness) }
    let pages = try ListAssembly.pages(of: sources, as: kind, in: order, kinds: reader.kinds)
    if pages.first?.order.head.missing != nil {
      // The pages of an incomplete list are read again soon, so that those of the origin are revalidated.
      freshness = freshness.ending(after: reader.lookup.fetcher.settings.lifetimes.notFound)
    }
    let entries = pages.map { order, content in
      CacheEntry(
        body: content, entityTag: EntityTag.strong(from: order.receivedDigest), origin: sources[0].origin, freshness: freshness, page: order
      )
    }
    let now = reader.clock()
    // Read the epoch before comparing: a page that changes in between starts a new epoch, and nothing is inserted.
    let epoch = tier.epoch
    let isCurrent = sources.enumerated().allSatisfy { tier.entry(for: .page(originList.numbered($0.offset + 1)), at: now) == $0.element }
    if isCurrent {
      for (index, entry) in entries.enumerated() { tier.insert(entry, for: .page(list.numbered(index + 1)), readAt: epoch, now: now) }
    }
    return entries
  }

  /// Returns the pages derived earlier from pages of `origin`. The tier evicts them when one of their source pages changes.
  private func cachedPages(of origin: OriginIdentity?) -> [CacheEntry]? {
    let now = reader.clock()
    guard let first = tier.entry(for: .page(list.numbered(1)), at: now), first.origin == origin else { return nil }
    var entries = [first]
    while entries.count < first.pages {
      guard let entry = tier.entry(for: .page(list.numbered(entries.count + 1)), at: now), entry.origin == origin else { return nil }
      entries.append(entry)
    }
    return entries
  }
}
