public import MessageBus
public import Models

/// The pages of a list as its origin cuts them: which are here, which is on its way. One at a time is asked for, each once.
public struct ListPages: Sendable {
  /// Pages that are loaded without anyone scrolling: an alphabetical list needs them all.
  static let unasked = 50

  /// The references of each page in the origin's order; `nil` where it has not come. Empty until the first answer.
  private var pages: [[Reference]?] = []
  /// Records there are, as the origin says.
  public private(set) var count: Int?
  /// Why the last attempt failed. Nothing more is asked for until ``retry()``.
  public private(set) var problem: Problem?
  /// The answer that is furthest from its origin.
  public private(set) var isStale = false
  private var pending: (ticket: Ticket, page: Int, revalidates: Bool)?
  /// Pages to ask for again, ascending.
  private var again: [Int] = []
  private var revalidates = false

  public init() {}

  public var isLoading: Bool { pending != nil }
  /// The origin is asked whether what is here is still so.
  public var isReloading: Bool { pending?.revalidates == true }
  /// Every page is here.
  public var isComplete: Bool { !pages.isEmpty && pages.allSatisfy { $0 != nil } }
  public var hasAnswer: Bool { count != nil }
  /// Records that have not come.
  public var missing: Int { max(0, (count ?? 0) - pages.reduce(0) { $0 + ($1?.count ?? 0) }) }

  /// In the origin's order, each once, also where the list changed while it was loaded.
  public var references: [Reference] {
    var seen: Set<Reference> = []
    return pages.flatMap { $0 ?? [] }.filter { seen.insert($0).inserted }
  }

  /// Asks for the next page, unless one is on its way, all are here or the last one failed. `isNear` when the end of what is here is about to be
  /// seen: beyond ``unasked`` pages only that loads more.
  mutating func proceed(_ kind: KindName, isNear: Bool, _ work: inout Work) {
    guard pending == nil, problem == nil, let page = next(isNear: isNear) else { return }
    let revalidates = revalidates && again.first == page
    pending = (work.ask(.page(kind, page, revalidate: revalidates)), page, revalidates)
  }

  private func next(isNear: Bool) -> Int? {
    if let page = again.first { return page }
    guard !pages.isEmpty else { return 1 }
    guard let index = pages.firstIndex(where: { $0 == nil }), isNear || index < Self.unasked else { return nil }
    return index + 1
  }

  /// Asks for everything that is here again, page by page: the cache, or with `revalidate` the origin.
  mutating func reload(revalidate: Bool) {
    problem = nil
    // A reload on request is not weakened by a change that is announced meanwhile.
    revalidates = revalidate || (revalidates && !again.isEmpty)
    again = pages.indices.filter { pages[$0] != nil }.map { $0 + 1 }
  }

  /// Goes on where it failed.
  mutating func retry() { problem = nil }

  func isOwn(_ ticket: Ticket) -> Bool { pending?.ticket == ticket }

  mutating func receive(_ page: RecordPage, _ provenance: Provenance) {
    guard let asked = pending else { return }
    pending = nil
    again.removeAll { $0 == asked.page }
    let total = max(page.pages, 1)
    if pages.count > total { pages.removeLast(pages.count - total) }
    pages += Array(repeating: nil, count: total - pages.count)
    again.removeAll { $0 > total }
    if pages.indices.contains(asked.page - 1) { pages[asked.page - 1] = page.records.map(\.reference) }
    count = page.count
    isStale = provenance.isStale
  }

  mutating func fail(_ problem: Problem) {
    pending = nil
    self.problem = problem
  }
}
