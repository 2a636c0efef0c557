import Models

/// Which of the pages in memory a record stands on, and with what content. As large as these pages: it forgets a page when the tier does.
struct PageIndex: Sendable, Hashable {
  /// Digests of a record's content, by the pages that show it.
  private var holders: [Reference: [CacheKey: UInt64]] = [:]
  /// Pages in orders of our own: one record that changes may move all others.
  private var derived: [KindName: Set<CacheKey>] = [:]

  mutating func insert(_ key: CacheKey, _ entry: CacheEntry) {
    guard let page = entry.page else { return }
    for (id, digest) in zip(page.ids, page.digests) { holders[Reference(page.kind, id), default: [:]][key] = digest }
    if key.isDerived { derived[page.kind, default: []].insert(key) }
  }

  mutating func remove(_ key: CacheKey, _ entry: CacheEntry) {
    guard let page = entry.page else { return }
    for id in page.ids {
      let reference = Reference(page.kind, id)
      holders[reference]?[key] = nil
      if holders[reference]?.isEmpty == true { holders[reference] = nil }
    }
    guard key.isDerived else { return }
    derived[page.kind]?.remove(key)
    if derived[page.kind]?.isEmpty == true { derived[page.kind] = nil }
  }

  /// The pages that show another content of the record than the one with `digest`; all that hold it when that is `nil`. With one of them go
  /// all pages of the kind in orders of our own, also when it is not known to stand on any of those: its page may have been evicted.
  func outdated(by reference: Reference, digest: UInt64?) -> Set<CacheKey> {
    let pages = holders[reference] ?? [:]
    var keys = Set(pages.filter { $0.value != digest }.keys)
    let isConfirmed = digest != nil && pages.contains { $0.key.isDerived && $0.value == digest }
    if !isConfirmed || !keys.isEmpty { keys.formUnion(derived[reference.kind] ?? []) }
    return keys
  }

  func derived(of kind: KindName?) -> Set<CacheKey> { kind.flatMap { derived[$0] } ?? [] }
}
