public import MessageBus
public import Models

/// The pages of a list as its origin cuts them: which are here, which are on their way. Each is asked for once, a few at a time.
public struct ListPages: Sendable {
  /// Pages that are loaded without anyone scrolling: an alphabetical list needs them all.
  static let unasked = 50
  /// Pages that may be on their way at once. An origin is protected by the fetcher's own limits.
  static let width = 4

  /// The references of each page in the origin's order; `nil` where it has not come. Empty until the first answer.
  private var pages: [[Reference]?] = []
  /// Records there are, as the origin says.
  public private(set) var count: Int?
  /// The page that could not be had. Nothing more is asked for until ``retry()``.
  private var failure: (page: Int, problem: Problem)?
  /// Pages that were served past their lifetime.
  private var stale: Set<Int> = []
  private var pending: [Ticket: Asked] = [:]
  /// Pages to ask for again, ascending.
  private var again: [Int] = []
  private var revalidates = false

  private struct Asked: Sendable {
    let page: Int
    let revalidates: Bool
    /// The list changed, or is to be asked for again, since it was asked for.
    var isOutdated = false
  }

  public init() {}

  /// Why the last attempt failed.
  public var problem: Problem? { failure?.problem }
  public var isLoading: Bool { !pending.isEmpty }
  /// The origin is asked whether what is here is still so.
  public var isReloading: Bool { pending.values.contains { $0.revalidates } }
  /// Something of it is past its lifetime.
  public var isStale: Bool { !stale.isEmpty }
  /// Every page is here.
  public var isComplete: Bool { !pages.isEmpty && pages.allSatisfy { $0 != nil } }
  public var hasAnswer: Bool { count != nil }
  /// Somebody wanted to see it.
  var isBegun: Bool { hasAnswer || isLoading || problem != nil }
  /// Records that have not come.
  public var missing: Int { max(0, (count ?? 0) - pages.reduce(0) { $0 + ($1?.count ?? 0) }) }

  /// In the origin's order, each once, also where the list changed while it was loaded.
  public var references: [Reference] {
    var seen: Set<Reference> = []
    return pages.flatMap { $0 ?? [] }.filter { seen.insert($0).inserted }
  }

  /// Asks for the next pages, unless enough are on their way, all are here or one failed. `isNear` when the end of what is here is about to be
  /// seen: beyond ``unasked`` pages only that loads more.
  mutating func proceed(_ kind: KindName, isNear: Bool, _ work: inout Work) {
    while pending.count < Self.width, problem == nil, let page = next(isNear: isNear) {
      let revalidates = revalidates && again.contains(page)
      pending[work.ask(.page(kind, page, revalidate: revalidates))] = Asked(page: page, revalidates: revalidates)
    }
  }

  private func next(isNear: Bool) -> Int? {
    let asked = Set(pending.values.map(\.page))
    if let page = again.first(where: { !asked.contains($0) }) { return page }
    // The first answer says how many there are.
    guard !pages.isEmpty else { return asked.isEmpty ? 1 : nil }
    let missing = pages.indices.first { pages[$0] == nil && !asked.contains($0 + 1) }
    guard let missing, isNear || missing < Self.unasked else { return nil }
    return missing + 1
  }

  /// Asks for everything that is here again, page by page: the cache, or with `revalidate` the origin.
  mutating func reload(revalidate: Bool) {
    retry()
    // A reload on request is not weakened by a change that is announced meanwhile.
    revalidates = revalidate || (revalidates && !again.isEmpty)
    // What the origin is being asked is as new as it gets.
    for (ticket, asked) in pending where !asked.revalidates { pending[ticket]?.isOutdated = true }
    let onTheirWay = pending.values.map(\.page)
    again = Set(pages.indices.filter { pages[$0] != nil }.map { $0 + 1 } + onTheirWay).sorted()
  }

  /// Goes on where it failed.
  mutating func retry() { failure = nil }

  func isOwn(_ ticket: Ticket) -> Bool { pending[ticket] != nil }

  mutating func receive(_ page: RecordPage, _ provenance: Provenance, to ticket: Ticket) {
    guard let asked = pending.removeValue(forKey: ticket) else { return }
    // What was asked before the reload began does not answer it.
    if !asked.isOutdated { again.removeAll { $0 == asked.page } }
    let total = max(page.pages, 1)
    if pages.count > total { pages.removeLast(pages.count - total) }
    pages += Array(repeating: nil, count: total - pages.count)
    again.removeAll { $0 > total }
    // The list has become shorter, and that page was asked for in vain.
    if let failure, failure.page > total { retry() }
    stale = stale.filter { $0 <= total && $0 != asked.page }
    if provenance.isStale { stale.insert(asked.page) }
    if pages.indices.contains(asked.page - 1) { pages[asked.page - 1] = page.records.map(\.reference) }
    count = page.count
  }

  mutating func fail(_ problem: Problem, of ticket: Ticket) {
    guard let asked = pending.removeValue(forKey: ticket) else { return }
    failure = (asked.page, problem)
  }
}
