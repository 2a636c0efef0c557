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
    /// Maximum size of a list in bytes, as the origin sends it.
    var bytes = 64 << 20
    /// Maximum number of tracked lists; the oldest are evicted first.
    var lists = 128
    /// Maximum number of records of all tracked lists together, about 40 bytes each; the oldest lists are evicted first.
    var recordsOfAllLists = 400_000
    /// How long a list is tracked.
    var retention = Duration.seconds(600)
  }

  private struct Progress {
    let startedAt: Instant
    /// Number of records according to the origin.
    var claimedCount = 0
    /// Number of records of each page.
    var pages: [Int: Int] = [:]
    /// Lowest page number of each record ID.
    var pageByRecord: [Int: Int] = [:]
    var bytes = 0
    /// The last page, and why the list ends there.
    var end: (page: Int, reason: String)?

    mutating func setEnd(_ page: Int, _ reason: String) {
      if page < end?.page ?? .max { end = (page, reason) }
    }

    func repeats(_ page: OriginPage) -> Bool {
      page.number > 1 && !page.records.isEmpty && page.records.allSatisfy { pageByRecord[$0.reference.id] ?? .max < page.number }
    }

    /// Returns the number of records in the pages up to `last`, or `nil` if one of them has not been fetched.
    func recordCount(upTo last: Int) -> Int? {
      guard pages.count >= last else { return nil }
      let counts = (0..<max(0, last)).compactMap { pages[$0 + 1] }
      return counts.count == max(0, last) ? counts.reduce(0, +) : nil
    }
  }

  private let limits: Limits
  private var lists: [OriginList: Progress] = [:]

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Number of tracked lists.
  var count: Int { lists.count }

  private func known(_ list: OriginList, now: Instant) -> Progress? {
    lists[list].flatMap { now < $0.startedAt + limits.retention ? $0 : nil }
  }

  /// Returns the error for a page known to be beyond the end of the list, or `nil` if the page may exist.
  func errorIfBeyondEnd(_ number: Int, of list: OriginList, now: Instant) -> OriginError? {
    let known = known(list, now: now)
    if number > limits.pages { return error(list, known, (limits.pages, Self.reason(limits.pages, "pages"))) }
    return known?.end.flatMap { end in number > max(1, end.page) ? error(list, known, end) : nil }
  }

  /// Adds a fetched page. Returns the page with `pages`, `count` and `missing` corrected as far as known. Throws
  /// ``OriginError/Code/notFound`` if the page shows that the list ended before it.
  ///
  /// - Parameter bytes: the size of the page.
  mutating func add(_ page: OriginPage, bytes: Int = 0, of list: OriginList, now: Instant) throws(OriginError) -> OriginPage {
    var progress = known(list, now: now) ?? Progress(startedAt: now)
    // Taken out of the dictionary so that it is changed in place.
    lists[list] = nil
    let ids = page.records.map(\.reference.id)
    if page.number == 1, let first = progress.pages[1],
      first != ids.count || progress.claimedCount != page.count || !ids.allSatisfy({ progress.pageByRecord[$0] == 1 })
    {
      // The list has changed, so its earlier progress is void.
      progress = Progress(startedAt: now)
    }
    defer { store(progress, of: list) }
    progress.claimedCount = page.count
    if page.number > 1, ids.isEmpty || progress.repeats(page) {
      progress.setEnd(page.number - 1, "page \(page.number) \(ids.isEmpty ? "is empty" : "repeats records of earlier pages")")
      throw error(list, progress, (page.number - 1, progress.end?.reason ?? ""))
    }
    if progress.pages.updateValue(ids.count, forKey: page.number) == nil { progress.bytes += bytes }
    for id in ids { progress.pageByRecord[id] = min(progress.pageByRecord[id] ?? page.number, page.number) }
    if progress.pageByRecord.count >= limits.records, page.number < page.pages {
      progress.setEnd(page.number, Self.reason(limits.records, "records"))
    }
    if progress.bytes >= limits.bytes { progress.setEnd(page.number, Self.reason(limits.bytes, "bytes")) }
    return corrected(page, progress)
  }

  private func corrected(_ page: OriginPage, _ known: Progress) -> OriginPage {
    var corrected = page
    corrected.pages = min(page.pages, limits.pages, max(page.number, known.end?.page ?? .max))
    if corrected.pages == page.number || corrected.pages == known.end?.page, let records = known.recordCount(upTo: corrected.pages) {
      corrected.count = records
    } else if corrected.pages < page.pages {
      corrected.count = min(page.count, (known.pages[1] ?? page.records.count) * corrected.pages)
    }
    corrected.missing = page.count > corrected.count ? page.count - corrected.count : nil
    return corrected
  }

  private mutating func store(_ progress: Progress, of list: OriginList) {
    // The list being read stays, however large it is: without its pages, its end would not be found.
    while lists.count >= limits.lists
      || lists.values.reduce(progress.pageByRecord.count, { $0 + $1.pageByRecord.count }) > limits.recordsOfAllLists,
      let oldest = lists.min(by: { $0.value.startedAt < $1.value.startedAt })?.key
    {
      lists[oldest] = nil
    }
    lists[list] = progress
  }

  private func error(_ list: OriginList, _ known: Progress?, _ end: (page: Int, reason: String)) -> OriginError {
    let search = list.search.map { " matching '\($0)'" } ?? ""
    var error = OriginError(.notFound, "the origin's list of \(list.kind)\(search) ends at page \(end.page): \(end.reason)")
    error.pages = end.page
    if let known, let records = known.recordCount(upTo: end.page), known.claimedCount > records {
      error.missing = known.claimedCount - records
    }
    return error
  }

  private static func reason(_ limit: Int, _ unit: String) -> String { "at most \(limit) \(unit) of a list are read" }
}
