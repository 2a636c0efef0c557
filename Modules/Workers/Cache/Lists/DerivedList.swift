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

  private var tier: MemoryTier { reader.context.tier }

  /// Number of times the source pages are read if the origin changes in between.
  private static let attemptLimit = 3

  func page(_ number: Int, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    let pages = await allPages(validation, caller)
    if pages.indices.contains(number - 1) { return pages[number - 1] }
    guard case .entry(let first, let status) = pages[0], first.status == 200 else { return pages[0] }
    return .problem(.pageOutOfRange(list.numbered(number), pages.count), status)
  }

  /// Returns all pages, or the reason why they cannot be derived alone.
  func allPages(_ validation: Validation, _ caller: Caller) async -> [LookupResult] {
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
      guard case .entry(let entry, _) = result, entry.status == 200 else { return [result] }
      sources.append(entry)
    }
    let status = results.dropFirst().reduce(results[0].status) { $0.combined(with: $1.status) }
    if let cached = cachedPages(of: sources[0].origin) { return cached.map { .entry($0, status) } }
    do throws(Problem) { return try derive(from: sources, of: originList).map { .entry($0, status) } } catch {
      return [.problem(error, status)]
    }
  }

  private func derive(from sources: [CacheEntry], of originList: ListPage) throws(Problem) -> [CacheEntry] {
    guard let kind = reader.context.kinds[list.kind] else {
      throw .badRequest("sort", "cannot sort \(list.kind): this program does not know the kind, so only the origin's order is available")
    }
    var freshness = sources.dropFirst().reduce(sources[0].freshness) { $0.combined(with: $1.freshness) }
    let pages = try ListAssembly.pages(of: sources, as: kind, in: order, kinds: reader.context.kinds)
    if pages.first?.order.head.missing != nil {
      // The pages of an incomplete list are read again soon, so that those of the origin are revalidated.
      freshness = freshness.ending(after: reader.context.settings.lifetimes.notFound)
    }
    let entries = pages.map { order, content in
      CacheEntry(
        body: content, entityTag: EntityTag.strong(from: order.receivedDigest), origin: sources[0].origin, freshness: freshness, page: order
      )
    }
    let now = reader.context.clock()
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
    let now = reader.context.clock()
    guard let first = tier.entry(for: .page(list.numbered(1)), at: now), first.origin == origin else { return nil }
    var entries = [first]
    while entries.count < first.pages {
      guard let entry = tier.entry(for: .page(list.numbered(entries.count + 1)), at: now), entry.origin == origin else { return nil }
      entries.append(entry)
    }
    return entries
  }
}

/// Sorts an origin's list: takes all pages of the origin and returns sorted pages of ``Models/Kinds/pageSize`` records. Pure.
enum ListAssembly {
  /// Returns the sorted pages. Records are decoded to be sorted; their bytes are copied from the source pages.
  ///
  /// A record that appears on two pages, because the origin's list changed while it was read, is included once. Records that cannot be
  /// decoded come last.
  static func pages(
    of sources: [CacheEntry], as kind: Kind, in order: ListPage.Order, kinds: Kinds
  ) throws(Problem) -> [(order: PageOrder, content: [UInt8])] {
    var pageRecords: [Reference: PageRecord] = [:]
    var records: [Record] = []
    // A malformed record does not fail the list; it has no values to sort by.
    var unreadable: [Record] = []
    for pageRecord in sources.flatMap(\.records) {
      let reference = Reference(kind.name, pageRecord.id)
      guard pageRecords.updateValue(pageRecord, forKey: reference) == nil else { continue }
      if let record = (try? JSON(parsing: pageRecord.body)).flatMap({ try? Record(canonical: $0, kinds: kinds) }) {
        records.append(record)
      } else {
        unreadable.append(Record(unknown: reference, extras: [:]))
      }
    }
    let sorted: [Record]
    do { sorted = try kind.sorted(records, by: order.key, descending: order.descending) + unreadable } catch {
      throw Problem.badRequest("sort", "\(error)")
    }
    let pageSize = Kinds.pageSize
    let pages = max(1, (sorted.count + pageSize - 1) / pageSize)
    // The highest count that any of the origin's pages states.
    let counted = sources.compactMap(\.page?.head).reduce(0) { max($0, $1.count + ($1.missing ?? 0)) }
    let missing = counted > sorted.count ? counted - sorted.count : nil
    return (0..<pages).map { index in
      let head = PageBody(kind: kind.name, page: index + 1, pages: pages, count: sorted.count, missing: missing, items: [])
      let cut = sorted.dropFirst(index * pageSize).prefix(pageSize)
      return PageOrder.assemble(head, cut.compactMap { pageRecords[$0.reference] })
    }
  }
}
