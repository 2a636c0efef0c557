import Contracts
import MessageBus
import Models
import OrderedJSON

/// The names on all pages of one kind's list, folded for comparison.
struct ListNames: Sendable {
  /// The names on one page.
  struct Page: Sendable {
    /// ``CacheEntry/pageDigest`` of the page.
    let digest: UInt64
    let names: [FoldedName]
  }

  private(set) var pages: [Page] = []
  /// The names without those of records that stand on an earlier page, too.
  private(set) var groups: [[FoldedName]] = []
  /// The freshness of all pages together; `nil` without pages.
  private(set) var freshness: Freshness?
  /// Estimated memory use in bytes.
  private(set) var size = 128
  private var references: Set<Reference> = []

  /// Adds the next page. Takes the names from the same page of `old` if the records are unchanged, and parses the page otherwise.
  mutating func add(_ entry: CacheEntry, of kind: KindName, _ kinds: Kinds, unchangedFrom old: ListNames?) throws(Problem) {
    let digest = entry.pageDigest
    let page: Page
    if let old, old.pages.indices.contains(pages.count), old.pages[pages.count].digest == digest {
      page = old.pages[pages.count]
    } else {
      page = Page(digest: digest, names: try entry.names(of: kind, kinds).map { FoldedName($0) })
    }
    pages.append(page)
    let new = page.names.filter { references.insert($0.entry.reference).inserted }
    groups.append(new.count == page.names.count ? page.names : new)
    freshness = freshness?.combined(with: entry.freshness) ?? entry.freshness
    size += page.names.reduce(128) { $0 + $1.size }
  }

  /// Returns the cache status of an answer made from these names. No page is fetched for them, so they may be stale.
  func status(at now: WallTime) -> CacheStatus {
    guard let freshness else { return .local() }
    return .hit(timeToLive: freshness.timeToLive(at: now), detail: freshness.isFresh(at: now) ? nil : .onlyIfCached)
  }

  /// Ends the addition of pages.
  mutating func finish() { references = [] }
}

extension CacheEntry {
  /// The names of the records on a page, in order. Throws a 502 if the entry is not a page.
  func names(of kind: KindName, _ kinds: Kinds) throws(Problem) -> [NameIndex.Entry] {
    try PageBody(body).items.compactMap { item in
      guard let id = item["id"]?.int, let name = kinds.name(of: item, kind) else { return nil }
      return NameIndex.Entry(Reference(kind, id), name)
    }
  }
}
