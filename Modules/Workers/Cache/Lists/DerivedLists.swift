import Contracts
import MessageBus
import Models
import OrderedJSON

/// A list in an order of our own, made from all of the origin's pages. What was made stays in the memory tier until one of those changes.
struct DerivedLists: Sendable {
  let reader: ListReader
  let list: ListPage
  let order: ListPage.Order

  private var tier: MemoryTier { reader.lookup.fetcher.tier }

  /// How often the pages are read anew because another origin was asked meanwhile.
  private static let mostReadings = 3

  private enum Outcome {
    case made([CacheEntry], CacheStatus)
    case failed(Found)
  }

  func page(_ number: Int, _ validation: Validation, _ caller: Caller) async -> Found {
    let now = reader.clock()
    if !validation.revalidate, let made = tier.entry(for: .page(list.numbered(number)), at: now), made.freshness.isFresh(at: now) {
      return .entry(made, .hit(timeToLive: made.freshness.timeToLive(at: now), detail: nil))
    }
    switch await pages(validation, caller) {
    case .failed(let found): return found
    case .made(let pages, let status):
      guard number <= pages.count else { return .problem(.beyond(list.numbered(number), pages.count), status) }
      return .entry(pages[number - 1], status)
    }
  }

  func all(_ validation: Validation, _ caller: Caller, take: (Found) -> Void) async {
    switch await pages(validation, caller) {
    case .failed(let found): take(found)
    case .made(let pages, let status): for page in pages { take(.entry(page, status)) }
    }
  }

  private func pages(_ validation: Validation, _ caller: Caller) async -> Outcome {
    var origin = list
    origin.order = nil
    var founds: [Found] = []
    for _ in 0..<Self.mostReadings {
      founds = []
      await reader.originPages(origin, validation, caller) { founds.append($0) }
      guard case .problem(let problem, _)? = founds.last, problem.type == ProblemType.misdirected, founds.count > 1 else { break }
    }
    var sources: [CacheEntry] = []
    for found in founds {
      guard case .entry(let entry, _) = found, entry.status == 200 else { return .failed(found) }
      sources.append(entry)
    }
    let status = founds.dropFirst().reduce(founds[0].status) { $0.combined(with: $1.status) }
    if let made = madeEarlier(of: sources[0].origin) { return .made(made, status) }
    do throws(Problem) {
      return .made(try make(from: sources, of: origin), status)
    } catch {
      return .failed(.problem(error, status))
    }
  }

  private func make(from sources: [CacheEntry], of origin: ListPage) throws(Problem) -> [CacheEntry] {
    guard let kind = reader.kinds[list.kind] else {
      throw .badRequest("sort", "\(list.kind) come in the origin's order only: this program does not know the kind")
    }
    let freshness = sources.dropFirst().reduce(sources[0].freshness) { $0.combined(with: $1.freshness) }
    let bodies = try sources.map { source throws(Problem) in try PageBody(source.body) }
    let entries = try ListAssembly.pages(of: bodies, as: kind, in: order, kinds: reader.kinds).map { page in
      let (order, content) = PageOrder.made(page)
      return CacheEntry(
        body: content, entityTag: EntityTag.made(from: Digest.of(content)), origin: sources[0].origin, freshness: freshness, page: order)
    }
    let now = reader.clock()
    // The epoch first, then the look: a page that changes in between makes another epoch, and nothing is kept.
    let epoch = tier.epoch
    let isCurrent = sources.enumerated().allSatisfy { tier.entry(for: .page(origin.numbered($0.offset + 1)), at: now) == $0.element }
    if isCurrent {
      for (index, entry) in entries.enumerated() { tier.keep(entry, for: .page(list.numbered(index + 1)), readAt: epoch, now: now) }
    }
    return entries
  }

  /// The order derived earlier from pages of `origin`. The tier drops it when any of its sources changes.
  private func madeEarlier(of origin: OriginIdentity?) -> [CacheEntry]? {
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
