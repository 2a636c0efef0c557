import Contracts
import DequeModule
import Models

/// What lists turned out to be as their pages came by, so that no walk through them goes on for ever: origins count wrong, give the same page for
/// every number, or never end. Pure: time comes in as an argument.
///
/// A list ends before a page that is empty or holds only records of the pages before it, and at the bounds of ``Limits``. The end is remembered
/// for a time; pages behind it are not asked for.
struct ListWalks: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Limits: Sendable {
    /// Pages of one list that are read.
    var pages = 1_000
    /// Records of one list that are read.
    var records = 100_000
    /// Bytes of one list that are read, in canonical form.
    var bytes = 64 << 20
    /// Lists remembered; the oldest are forgotten first.
    var lists = 128
    /// How long.
    var memory = Duration.seconds(600)
  }

  struct List: Sendable, Hashable {
    let kind: KindName
    /// `nil` is all of the kind.
    let search: String?
  }

  private struct Walk {
    let began: Instant
    /// What the origin counts.
    var claimed = 0
    /// Pages by number: their records and bytes.
    var pages: [Int: (records: Int, bytes: Int)] = [:]
    /// The lowest page each record was on.
    var seen: [Int: Int] = [:]
    var bytes = 0
    /// The last page, and why it is that.
    var end: (page: Int, reason: String)?

    mutating func finish(_ page: Int, _ reason: String) {
      if page < end?.page ?? .max { end = (page, reason) }
    }

    func repeats(_ page: OriginPage) -> Bool {
      page.number > 1 && !page.records.isEmpty && page.records.allSatisfy { seen[$0.reference.id].map { $0 < page.number } ?? false }
    }

    /// Records in the pages up to `last`, when all of them came by.
    func records(upTo last: Int) -> Int? {
      var sum = 0
      for number in stride(from: 1, through: last, by: 1) {
        guard let page = pages[number] else { return nil }
        sum += page.records
      }
      return sum
    }
  }

  private let limits: Limits
  private var walks: [List: Walk] = [:]
  private var ages: Deque<(list: List, began: Instant)> = []

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Lists remembered.
  var count: Int { walks.count }

  /// Why page `number` need not be asked for. `nil` when it may be there.
  func beyond(_ number: Int, of list: List, now: Instant) -> OriginError? {
    guard number > 1 else { return nil }
    guard number <= limits.pages else { return error(list, walks[list], limits.pages, Self.tooLong(limits.pages, "pages")) }
    guard let walk = walks[list], now < walk.began + limits.memory, let end = walk.end, number > end.page else { return nil }
    return error(list, walk, end.page, end.reason)
  }

  /// Whether `page` holds only records of pages before it, as far as those are known. It ends its list when the first page is still the one that
  /// was read: one that has changed since makes ``take(_:of:now:)`` forget what was known.
  func repeats(_ page: OriginPage, of list: List, now: Instant) -> Bool {
    guard let walk = walks[list], now < walk.began + limits.memory, page.number <= walk.end?.page ?? .max else { return false }
    return walk.repeats(page)
  }

  /// The page as it is given on, with what is real in `pages`, `count` and `missing` as far as that is known. Throws ``OriginError/Code/notFound``
  /// when it turns out that the list ended before it.
  mutating func take(_ page: OriginPage, of list: List, now: Instant) throws(OriginError) -> OriginPage {
    let known = walks[list].flatMap { now < $0.began + limits.memory ? $0 : nil }
    var walk = known ?? Walk(began: now)
    let ids = page.records.map(\.reference.id)
    if page.number == 1, let first = walk.pages[1],
      first.records != ids.count || walk.claimed != page.count || !ids.allSatisfy({ walk.seen[$0] == 1 })
    {
      // The list has changed: what was learnt about the one before is void.
      walk = Walk(began: now)
    }
    // Kept out of the table meanwhile, so that it is changed in place.
    walks[list] = nil
    defer { keep(walk, of: list, isNew: walk.began != known?.began) }
    walk.claimed = page.count
    if page.number > 1 {
      let isRepeated = walk.repeats(page)
      if isRepeated || ids.isEmpty {
        walk.finish(
          page.number - 1, isRepeated ? "page \(page.number) repeats records of the pages before it" : "page \(page.number) is empty")
        throw error(list, walk, page.number - 1, walk.end?.reason ?? "")
      }
    }
    walk.pages[page.number] = (ids.count, walk.pages[page.number]?.bytes ?? 0)
    for id in ids { walk.seen[id] = min(walk.seen[id] ?? page.number, page.number) }
    if walk.seen.count >= limits.records, page.number < page.pages { walk.finish(page.number, Self.tooLong(limits.records, "records")) }
    return real(page, walk)
  }

  /// Notes how large a page is that was taken.
  mutating func measured(_ bytes: Int, page number: Int, of list: List) {
    guard let page = walks[list]?.pages[number] else { return }
    walks[list]?.bytes += bytes - page.bytes
    walks[list]?.pages[number] = (page.records, bytes)
    if walks[list]?.bytes ?? 0 >= limits.bytes { walks[list]?.finish(number, Self.tooLong(limits.bytes, "bytes")) }
  }

  private func real(_ page: OriginPage, _ walk: Walk) -> OriginPage {
    var real = page
    real.pages = min(page.pages, limits.pages, max(page.number, walk.end?.page ?? .max))
    if real.pages == page.number || real.pages == walk.end?.page, let records = walk.records(upTo: real.pages) {
      real.count = records
    } else if real.pages < page.pages {
      real.count = min(page.count, (walk.pages[1]?.records ?? page.records.count) * real.pages)
    }
    real.missing = page.count > real.count ? page.count - real.count : nil
    return real
  }

  private mutating func keep(_ walk: Walk, of list: List, isNew: Bool) {
    walks[list] = walk
    guard isNew else { return }
    ages.append((list, walk.began))
    // A list that changed is there under its old age as well.
    while walks.count > limits.lists || ages.count > 4 * limits.lists, let oldest = ages.popFirst() {
      if walks[oldest.list]?.began == oldest.began { walks[oldest.list] = nil }
    }
  }

  private func error(_ list: List, _ walk: Walk?, _ pages: Int, _ reason: String) -> OriginError {
    let found = list.search.map { " found by '\($0)'" } ?? ""
    var error = OriginError(
      .notFound, "the origin's list of \(list.kind)\(found) ends with page \(pages): \(reason)")
    error.pages = pages
    if let walk, let records = walk.records(upTo: pages), walk.claimed > records { error.missing = walk.claimed - records }
    return error
  }

  private static func tooLong(_ limit: Int, _ what: String) -> String { "no more than \(limit) \(what) of a list are read" }
}
