import Models

/// An index from records to the pages in memory that contain them. Covers exactly the pages that the tier holds.
struct PageIndex: Sendable, Hashable {
  /// For each record, the pages that contain it and the digest of its content there.
  private var pagesByRecord: [Reference: [CacheKey: UInt64]] = [:]
  /// All pages of each kind, also those that the origin does not have.
  private var lists: [KindName: Set<CacheKey>] = [:]
  /// Derived pages of each kind: a change of one record may move all others.
  private var derived: [KindName: Set<CacheKey>] = [:]

  mutating func insert(_ key: CacheKey, _ entry: CacheEntry) {
    if case .page(let page) = key { lists[page.kind, default: []].insert(key) }
    guard let page = entry.page else { return }
    for (id, item) in zip(page.ids, page.items) { pagesByRecord[Reference(page.kind, id), default: [:]][key] = item.digest }
    if key.isDerived { derived[page.kind, default: []].insert(key) }
  }

  mutating func remove(_ key: CacheKey, _ entry: CacheEntry) {
    func remove(from sets: inout [KindName: Set<CacheKey>], _ kind: KindName) {
      sets[kind]?.remove(key)
      if sets[kind]?.isEmpty == true { sets[kind] = nil }
    }
    if case .page(let page) = key { remove(from: &lists, page.kind) }
    guard let page = entry.page else { return }
    for reference in page.references {
      pagesByRecord[reference]?[key] = nil
      if pagesByRecord[reference]?.isEmpty == true { pagesByRecord[reference] = nil }
    }
    if key.isDerived { remove(from: &derived, page.kind) }
  }

  /// Returns the pages outdated by the record content with `digest`: those that contain the record with other content, or all that contain
  /// it if `digest` is `nil`.
  ///
  /// If any page is outdated, so are all derived pages of the kind; also if the record is on none of them, because its page may have been
  /// evicted.
  func outdated(by reference: Reference, digest: UInt64?) -> Set<CacheKey> {
    let pages = pagesByRecord[reference] ?? [:]
    var keys = Set(pages.filter { $0.value != digest }.keys)
    let isConfirmed = digest != nil && pages.contains { $0.key.isDerived && $0.value == digest }
    if !isConfirmed || !keys.isEmpty { keys.formUnion(derived(of: reference.kind)) }
    return keys
  }

  func lists(of kind: KindName) -> Set<CacheKey> { lists[kind] ?? [] }
  func derived(of kind: KindName) -> Set<CacheKey> { derived[kind] ?? [] }
}
