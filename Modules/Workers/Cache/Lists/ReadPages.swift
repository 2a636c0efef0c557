import Contracts

/// The pages of a list that have been read so far, and how many records the origin counts. Pure.
///
/// An origin may count more records than it returns, for example because a page had fewer records than before when it was fetched. No single
/// page shows this, so an incomplete list is found only when all of its pages have been read.
struct ReadPages: Sendable {
  /// Without the entries, which would keep the bodies of the whole list in memory.
  private var pages: [(page: ListPage, freshness: Freshness)] = []
  private var declaredCount = 0
  private var count = 0
  private var hasFailed = false

  mutating func add(_ page: ListPage, _ entry: CacheEntry) {
    guard let order = entry.page else { return }
    pages.append((page, entry.freshness))
    declaredCount = max(declaredCount, order.head.count + (order.head.missing ?? 0))
    count += order.ids.count
  }

  /// Notes that a page could not be read, so that nothing is known about the list as a whole.
  mutating func fail() { hasFailed = true }

  /// Returns the pages of an incomplete list that must be validated again: those validated before `lifetime` ended. Empty for a complete
  /// list. Stale pages are not among them, because they are revalidated in any case.
  func due(after lifetime: Duration, at now: WallTime) -> [ListPage] {
    guard !hasFailed, declaredCount > count else { return [] }
    return pages.lazy.filter { $0.freshness.isFresh(at: now) && !$0.freshness.ending(after: lifetime).isFresh(at: now) }.map(\.page)
  }
}
