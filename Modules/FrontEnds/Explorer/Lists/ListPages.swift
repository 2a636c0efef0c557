import MessageBus
import Models

/// The pages of a list, in the origin's order: which are loaded and which are in flight. Each page is requested once, a few at a time.
struct ListPages: Sendable {
  /// Number of pages that are loaded without scrolling. A sorted list needs them all.
  static let prefetchLimit = 50
  /// Maximum number of page requests in flight. The fetcher limits requests to the origin on its own.
  static let maxInFlight = 8

  /// The references of each page in the origin's order; `nil` for a page that is not loaded. Empty until the first result.
  private var pages: [[Reference]?] = []
  /// Total number of records, as reported by the origin.
  private(set) var count: Int?
  /// The page that failed. No further page is requested until ``retry()``.
  private var failure: (page: Int, problem: Problem)?
  /// Numbers of the pages that were served stale.
  private var stalePages: Set<Int> = []
  private var pending: [RequestID: PageRequest] = [:]
  /// Numbers of the pages to reload, ascending.
  private var pagesToReload: [Int] = []
  private var revalidates = false

  private struct PageRequest: Sendable {
    let page: Int
    let revalidates: Bool
    /// Whether the list changed or was reloaded after this request was sent.
    var isOutdated = false
  }

  /// Why the last request failed.
  var problem: Problem? { failure?.problem }
  var isLoading: Bool { !pending.isEmpty }
  /// Whether pages are being revalidated with the origin.
  var isReloading: Bool { pending.values.contains { $0.revalidates } }
  /// Whether any page was served stale.
  var isStale: Bool { !stalePages.isEmpty }
  /// Whether every page is loaded.
  var isComplete: Bool { !pages.isEmpty && pages.allSatisfy { $0 != nil } }
  /// Whether all missing pages fit into the requests in flight, and will be requested without scrolling.
  var isNearlyComplete: Bool {
    !isComplete && problem == nil && (1...Self.prefetchLimit).contains(pages.count) && pages.count { $0 == nil } <= Self.maxInFlight
  }
  var hasResult: Bool { count != nil }
  /// Whether anything has been requested yet.
  var isStarted: Bool { hasResult || isLoading || problem != nil }
  /// Number of records that are not loaded.
  var missing: Int { max(0, (count ?? 0) - pages.reduce(0) { $0 + ($1?.count ?? 0) }) }

  /// The references in the origin's order, without duplicates: a list may change while its pages are loaded.
  var references: [Reference] {
    var seen: Set<Reference> = []
    return pages.flatMap { $0 ?? [] }.filter { seen.insert($0).inserted }
  }

  /// Requests the pages to reload, then the first page or missing ones up to the number `last`, unless `limit` requests are in flight or a
  /// page failed. If the store is full, the next page fails.
  mutating func requestPages(of kind: KindName, upTo last: Int, limit: Int = maxInFlight, _ context: inout UpdateContext) {
    while pending.count < limit, problem == nil, let page = next(upTo: last) {
      let isLoaded = pages.indices.contains(page - 1) && pages[page - 1] != nil
      guard isLoaded || !context.records.isFull else { return failure = (page, .listTooLarge) }
      let revalidates = revalidates && pagesToReload.contains(page)
      pending[context.send(.page(kind, page, revalidate: revalidates))] = PageRequest(page: page, revalidates: revalidates)
    }
  }

  private func next(upTo last: Int) -> Int? {
    let requested = Set(pending.values.map(\.page))
    if let page = pagesToReload.first(where: { !requested.contains($0) }) { return page }
    // The first result reports the number of pages.
    guard !pages.isEmpty else { return requested.isEmpty ? 1 : nil }
    return pages.indices.first { pages[$0] == nil && !requested.contains($0 + 1) }.flatMap { $0 < last ? $0 + 1 : nil }
  }

  /// Reloads every loaded page: from the cache or, with `revalidate`, from the origin.
  mutating func reload(revalidate: Bool) {
    retry()
    // A change announced meanwhile must not turn a revalidation into a reload from the cache.
    revalidates = revalidate || (revalidates && !pagesToReload.isEmpty)
    // Requests that revalidate return the newest version anyway.
    for (id, request) in pending where !request.revalidates { pending[id]?.isOutdated = true }
    let inFlight = pending.values.map(\.page)
    pagesToReload = Set(pages.indices.filter { pages[$0] != nil }.map { $0 + 1 } + inFlight).sorted()
  }

  /// Clears the failure so that loading continues.
  mutating func retry() { failure = nil }

  func owns(_ id: RequestID) -> Bool { pending[id] != nil }

  mutating func receive(_ page: RecordPage, _ provenance: Provenance, for id: RequestID) {
    guard let request = pending.removeValue(forKey: id) else { return }
    // A request sent before the reload does not satisfy it.
    if !request.isOutdated { pagesToReload.removeAll { $0 == request.page } }
    let total = max(page.pages, 1)
    if pages.count > total { pages.removeLast(pages.count - total) }
    pages += Array(repeating: nil, count: total - pages.count)
    pagesToReload.removeAll { $0 > total }
    // The list has become shorter and the failed page no longer exists.
    if let failure, failure.page > total { retry() }
    stalePages = stalePages.filter { $0 <= total && $0 != request.page }
    if provenance.isStale { stalePages.insert(request.page) }
    if pages.indices.contains(request.page - 1) { pages[request.page - 1] = page.records.map(\.reference) }
    count = page.count
  }

  mutating func fail(_ problem: Problem, for id: RequestID) {
    guard let request = pending.removeValue(forKey: id) else { return }
    failure = (request.page, problem)
  }
}

extension Problem {
  fileprivate static let listTooLarge = Problem(
    507, "list too large", detail: "the explorer keeps \(2 * RecordStore.limit >> 20) MiB of records")
}

/// The sort order of a list.
struct ListOrder: Sendable, Hashable {
  /// The canonical key of the field; `nil` for the kind's default order.
  private(set) var key: String?
  private(set) var isDescending = false

  /// Sorts by a field in ascending order, or reverses the direction if it is already the sort field.
  mutating func sort(by key: String, of kind: KindDescription?) {
    isDescending = key == sortKey(of: kind) ? !isDescending : false
    self.key = key
  }

  mutating func reverse() { isDescending.toggle() }

  /// Returns the canonical key of the sort field. Unknown kinds are sorted by name.
  func sortKey(of kind: KindDescription?) -> String { key ?? kind?.sortKeys.first ?? "name" }

  /// Returns the records in order. Records without a value for the sort key come last in either direction; equal records keep their order.
  ///
  /// `text` returns the text of a column, for one that is not among the sort keys of the kind.
  func sorted(
    _ records: [Record], _ kind: KindDescription?, text: (_ record: Record, _ key: String) -> String? = { _, _ in nil }
  ) -> [Record] {
    if let sorted = try? kind?.sorted(records, by: key, descending: isDescending) { return sorted }
    let column = key.flatMap { key in kind?.fields.first { $0.key == key }?.key }
    return records.sorted(descending: isDescending) { record in (column.map { text(record, $0) } ?? record.name)?.lowercased() }
  }
}
