import MessageBus
import Models

/// The pages of a list in the origin's order. Each is requested once, a few at a time.
struct ListPages: Sendable {
  private static let maxInFlight = 8
  /// Number of pages that are loaded without scrolling from an origin that is near.
  static let eagerLimit = 50
  /// Number of pages that are loaded from another origin before the user has done anything.
  static let leastLimit = 3

  private struct PageState: Sendable {
    /// `nil` if the page is not loaded.
    var references: [Reference]?
    var isStale = false
    /// Whether the list has changed, or was reloaded, since the page was requested.
    var isOutdated = false
  }

  /// Empty until the first result.
  private var pages: [PageState] = []
  /// Total number of records, as the origin reports it.
  private(set) var count: Int?
  private var pageSize = 1
  /// The page that failed. No further page is requested until ``retry()``.
  private var failure: (page: Int, problem: Problem)?
  private var pending: [RequestID: (page: Int, revalidates: Bool, isOutdated: Bool)] = [:]
  /// Whether outdated pages are requested from the origin.
  private var revalidates = false

  /// Why the last request failed.
  var problem: Problem? { failure?.problem }
  var isLoading: Bool { !pending.isEmpty }
  /// Whether pages are being revalidated.
  var isReloading: Bool { pending.values.contains(where: \.revalidates) }
  var isStale: Bool { pages.contains(where: \.isStale) }
  /// Whether every page is loaded.
  var isComplete: Bool { hasResult && pages.allSatisfy { $0.references != nil } }
  var hasResult: Bool { count != nil }
  /// Whether anything has been requested yet.
  var isStarted: Bool { hasResult || isLoading || problem != nil }
  var pageCount: Int { pages.count }
  var loaded: Int { pages.reduce(0) { $0 + ($1.references?.count ?? 0) } }
  var missing: Int { max(0, (count ?? 0) - loaded) }

  /// The loaded references without duplicates: a list may change while its pages are loaded.
  var references: [Reference] {
    var seen: Set<Reference> = []
    return pages.flatMap { $0.references ?? [] }.filter { seen.insert($0).inserted }
  }

  /// Number of rows, including those that are not loaded.
  var rowCount: Int {
    if let last = pages.last?.references { return (pages.count - 1) * pageSize + last.count }
    return min(count ?? 0, pages.count * pageSize)
  }

  /// The record in a row; `nil` if it is not loaded.
  subscript(row: Int) -> Reference? {
    guard row >= 0, pages.indices.contains(row / pageSize), let page = pages[row / pageSize].references else { return nil }
    return page.indices.contains(row % pageSize) ? page[row % pageSize] : nil
  }

  func firstRow(of reference: Reference) -> Int? {
    pages.enumerated().lazy.compactMap { number, page in page.references?.firstIndex(of: reference).map { number * pageSize + $0 } }.first
  }

  /// Returns the numbers of the pages with these rows.
  func numbers(of rows: Range<Int>) -> ClosedRange<Int> {
    rows.lowerBound / pageSize + 1...max(rows.lowerBound, rows.upperBound - 1) / pageSize + 1
  }

  // MARK: Requests

  /// Requests the pages to reload, then the missing ones of `wanted`, unless too many requests are in flight or a page has failed. If the store
  /// is full, the next page fails.
  mutating func request(_ wanted: some Sequence<Int>, of kind: KindName, _ context: inout UpdateContext) {
    var requested = Set(pending.values.map(\.page))
    let outdated = pages.indices.filter { pages[$0].isOutdated }.map { $0 + 1 }
    let missing = hasResult ? wanted.filter { pages.indices.contains($0 - 1) && pages[$0 - 1].references == nil } : [1]
    for page in outdated + missing where pending.count < Self.maxInFlight && problem == nil && requested.insert(page).inserted {
      let isReload = outdated.contains(page)
      guard isReload || !context.records.isFull else { return failure = (page, .listTooLarge) }
      let revalidates = revalidates && isReload
      pending[context.send(.page(kind, page, revalidate: revalidates))] = (page, revalidates, false)
    }
  }

  /// Cancels the requests in flight.
  mutating func cancel(_ context: inout UpdateContext) {
    for id in pending.keys { context.emit(.cancel(id)) }
    pending = [:]
  }

  /// Reloads every loaded page: from the cache or, with `revalidate`, from the origin.
  mutating func reload(revalidate: Bool) {
    retry()
    // A change announced meanwhile must not turn a revalidation into a reload from the cache.
    revalidates = revalidate || (revalidates && pages.contains(where: \.isOutdated))
    for index in pages.indices where pages[index].references != nil { pages[index].isOutdated = true }
    for (id, request) in pending where !request.revalidates { pending[id]?.isOutdated = true }
  }

  mutating func retry() { failure = nil }

  func owns(_ id: RequestID) -> Bool { pending[id] != nil }

  mutating func receive(_ page: RecordPage, _ provenance: Provenance, for id: RequestID) {
    guard let request = pending.removeValue(forKey: id) else { return }
    let total = max(page.pages, 1)
    pages = Array((pages + Array(repeating: PageState(), count: max(0, total - pages.count))).prefix(total))
    // The list has become shorter and the failed page no longer exists.
    if let failure, failure.page > total { retry() }
    pageSize = max(pageSize, page.records.count)
    if pages.indices.contains(request.page - 1) {
      // A request sent before the reload does not satisfy it.
      pages[request.page - 1] = PageState(
        references: page.records.map(\.reference), isStale: provenance.isStale, isOutdated: request.isOutdated)
    }
    count = page.count
  }

  mutating func fail(_ problem: Problem, for id: RequestID) {
    if let request = pending.removeValue(forKey: id) { failure = (request.page, problem) }
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

  /// Whether the user has not chosen it.
  var isDefault: Bool { key == nil && !isDescending }

  /// Sorts by a field, or reverses the order if it is already sorted by that field.
  mutating func sort(by key: String, of kind: Kind?) {
    isDescending = key == sortKey(of: kind) ? !isDescending : false
    self.key = key
  }

  mutating func reverse() { isDescending.toggle() }

  func sortKey(of kind: Kind?) -> String { key ?? kind?.sortKeys.first ?? "name" }

  /// Returns the records in order; those without a value come last in either direction. `text` returns the text of a column that is not among
  /// the sort keys of the kind.
  func sorted(_ records: [Record], _ kind: Kind?, text: (_ record: Record, _ key: String) -> String?) -> [Record] {
    if let sorted = try? kind?.sorted(records, by: key, descending: isDescending) { return sorted }
    let column = key.flatMap { key in kind?.fields.first { $0.key == key }?.key }
    return records.sorted(descending: isDescending) { record in (column.map { text(record, $0) } ?? record.name)?.lowercased() }
  }
}
