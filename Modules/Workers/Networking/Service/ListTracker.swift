import Contracts
import Models

/// Tracks the actual extent of lists from the pages fetched so far, so that fetching a whole list always ends: origins count wrong, return
/// the same page for every number, or never end. Pure: time is an argument.
///
/// A list ends before a page that is empty or holds only records of earlier pages, and at the ``Limits``. The end is kept for
/// ``Limits/retention``; pages beyond it are not requested.
struct ListTracker: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Limits: Sendable {
    /// Maximum number of pages per list.
    var pages = 1_000
    /// Maximum number of records per list.
    var records = 100_000
    /// Maximum size of a list in bytes, in canonical form.
    var bytes = 64 << 20
    /// Maximum number of tracked lists; the oldest are evicted first.
    var lists = 128
    /// Maximum number of records of all tracked lists together, about 40 bytes each; the oldest lists are evicted first.
    var recordsOfAllLists = 400_000
    /// How long a list is tracked.
    var retention = Duration.seconds(600)
  }

  typealias List = OriginList

  private struct Progress {
    let startedAt: Instant
    /// Number of records according to the origin.
    var claimedCount = 0
    /// Number of records and bytes of each page.
    var pages: [Int: (records: Int, bytes: Int)] = [:]
    /// Lowest page number of each record ID.
    var pageByRecord: [Int: Int] = [:]
    var bytes = 0
    /// The last page, and why the list ends there.
    var end: (page: Int, reason: String)?

    mutating func setEnd(_ page: Int, _ reason: String) {
      if page < end?.page ?? .max { end = (page, reason) }
    }

    func repeats(_ page: OriginPage) -> Bool {
      page.number > 1 && !page.records.isEmpty
        && page.records.allSatisfy { pageByRecord[$0.reference.id].map { $0 < page.number } ?? false }
    }

    /// Returns the number of records in the pages up to `last`, or `nil` if one of them has not been fetched.
    func recordCount(upTo last: Int) -> Int? {
      var sum = 0
      for number in stride(from: 1, through: last, by: 1) {
        guard let page = pages[number] else { return nil }
        sum += page.records
      }
      return sum
    }
  }

  private let limits: Limits
  private var progress: [List: Progress] = [:]
  /// Number of records of all tracked lists.
  private var recordCount = 0

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Number of tracked lists.
  var count: Int { progress.count }

  /// Returns the error for a page known to be beyond the end of the list, or `nil` if the page may exist.
  func errorIfBeyondEnd(_ number: Int, of list: List, now: Instant) -> OriginError? {
    guard number > 1 else { return nil }
    guard number <= limits.pages else { return error(list, progress[list], limits.pages, Self.limitReason(limits.pages, "pages")) }
    guard let known = progress[list], now < known.startedAt + limits.retention, let end = known.end, number > end.page else { return nil }
    return error(list, known, end.page, end.reason)
  }

  /// Returns whether `page` holds only records of earlier pages, as far as these are known. Such a page ends its list unless the first page
  /// has changed since it was fetched; in that case ``add(_:of:now:)`` resets the list.
  func repeats(_ page: OriginPage, of list: List, now: Instant) -> Bool {
    guard let known = progress[list], now < known.startedAt + limits.retention, page.number <= known.end?.page ?? .max else { return false }
    return known.repeats(page)
  }

  /// Adds a fetched page. Returns the page with `pages`, `count` and `missing` corrected as far as known. Throws
  /// ``OriginError/Code/notFound`` if the page shows that the list ended before it.
  mutating func add(_ page: OriginPage, of list: List, now: Instant) throws(OriginError) -> OriginPage {
    // Taken out of the dictionary so that it is changed in place.
    var updated = progress[list].flatMap { now < $0.startedAt + limits.retention ? $0 : nil } ?? Progress(startedAt: now)
    remove(list)
    let ids = page.records.map(\.reference.id)
    if page.number == 1, let first = updated.pages[1],
      first.records != ids.count || updated.claimedCount != page.count || !ids.allSatisfy({ updated.pageByRecord[$0] == 1 })
    {
      // The list has changed, so its earlier progress is void.
      updated = Progress(startedAt: now)
    }
    defer { store(updated, of: list) }
    updated.claimedCount = page.count
    if page.number > 1 {
      let isRepeated = updated.repeats(page)
      if isRepeated || ids.isEmpty {
        updated.setEnd(
          page.number - 1, isRepeated ? "page \(page.number) repeats records of earlier pages" : "page \(page.number) is empty")
        throw error(list, updated, page.number - 1, updated.end?.reason ?? "")
      }
    }
    updated.pages[page.number] = (ids.count, updated.pages[page.number]?.bytes ?? 0)
    for id in ids { updated.pageByRecord[id] = min(updated.pageByRecord[id] ?? page.number, page.number) }
    if updated.pageByRecord.count >= limits.records, page.number < page.pages {
      updated.setEnd(page.number, Self.limitReason(limits.records, "records"))
    }
    return corrected(page, updated)
  }

  /// Sets the size of a page that has been added.
  mutating func setSize(_ bytes: Int, page number: Int, of list: List) {
    guard let page = progress[list]?.pages[number] else { return }
    progress[list]?.bytes += bytes - page.bytes
    progress[list]?.pages[number] = (page.records, bytes)
    if progress[list]?.bytes ?? 0 >= limits.bytes { progress[list]?.setEnd(number, Self.limitReason(limits.bytes, "bytes")) }
  }

  private func corrected(_ page: OriginPage, _ known: Progress) -> OriginPage {
    var corrected = page
    corrected.pages = min(page.pages, limits.pages, max(page.number, known.end?.page ?? .max))
    if corrected.pages == page.number || corrected.pages == known.end?.page, let records = known.recordCount(upTo: corrected.pages) {
      corrected.count = records
    } else if corrected.pages < page.pages {
      corrected.count = min(page.count, (known.pages[1]?.records ?? page.records.count) * corrected.pages)
    }
    corrected.missing = page.count > corrected.count ? page.count - corrected.count : nil
    return corrected
  }

  private mutating func store(_ updated: Progress, of list: List) {
    progress[list] = updated
    recordCount += updated.pageByRecord.count
    // The list being read stays, however large it is: without its pages, its end would not be found.
    while progress.count > limits.lists || recordCount > limits.recordsOfAllLists,
      let oldest = progress.lazy.filter({ $0.key != list }).min(by: { $0.value.startedAt < $1.value.startedAt })?.key
    {
      remove(oldest)
    }
  }

  private mutating func remove(_ list: List) {
    recordCount -= progress.removeValue(forKey: list)?.pageByRecord.count ?? 0
  }

  private func error(_ list: List, _ known: Progress?, _ pages: Int, _ reason: String) -> OriginError {
    let search = list.search.map { " matching '\($0)'" } ?? ""
    var error = OriginError(.notFound, "the origin's list of \(list.kind)\(search) ends at page \(pages): \(reason)")
    error.pages = pages
    if let known, let records = known.recordCount(upTo: pages), known.claimedCount > records {
      error.missing = known.claimedCount - records
    }
    return error
  }

  private static func limitReason(_ limit: Int, _ unit: String) -> String { "at most \(limit) \(unit) of a list are read" }
}
