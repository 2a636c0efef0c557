import Contracts
import MessageBus
import Models
import OrderedJSON

/// Reads lists: pages in the origin's order come from the store; pages in another order are derived from all pages of the origin, and stay in the
/// memory tier until one of those changes.
struct ListReader: Sendable {
  /// Number of pages of one list that are read and fetched at once.
  private static let concurrency = 8
  /// Number of times the pages for a sorted list are read if the origin changes in between.
  private static let attemptLimit = 3

  let lookup: Lookup

  var context: CacheContext { lookup.context }

  /// Returns one page. A page beyond the last is a 404 that states the number of pages.
  func page(_ page: ListPage, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    if let order = page.order {
      let pages = await sortedPages(page, order, validation, caller)
      if pages.indices.contains(page.number - 1) { return pages[page.number - 1] }
      guard case .entry(let first, let status) = pages[0], first.status == 200 else { return pages[0] }
      return .problem(.pageOutOfRange(page, pages.count), status)
    }
    guard page.number > 1 else { return await lookup.find(.page(page), validation, caller) }
    let firstKey = CacheKey.page(page.numbered(1))
    let now = context.clock()
    if let first = await lookup.entry(for: firstKey), first.freshness.isFresh(at: now), first.freshness.satisfies(validation, at: now),
      first.pages > 0, page.number > first.pages
    {
      return .problem(.pageOutOfRange(page, first.pages), .hit(timeToLive: first.freshness.timeToLive(at: now)))
    }
    let result = await lookup.find(.page(page), validation, caller)
    guard case .entry(let entry, let status) = result, entry.status == 404,
      case .entry(let first, _) = await lookup.find(firstKey, Validation(), caller), first.pages > 0
    else { return result }
    return .problem(.pageOutOfRange(page, first.pages), status)
  }

  /// Passes every page to `emit` in order, as soon as it and all before it are available, and stops after the first problem. A change of the origin
  /// between two pages is such a problem, so all pages are from one origin, and from one server of it.
  func allPages(_ list: ListPage, _ validation: Validation, _ caller: Caller, emit: (LookupResult) -> Void) async {
    guard let order = list.order else { return await originPages(list, validation, caller, emit: emit) }
    for page in await sortedPages(list, order, validation, caller) { emit(page) }
  }

  /// Returns all pages of a sorted list, or the reason why they cannot be derived alone.
  private func sortedPages(
    _ list: ListPage, _ order: ListPage.Order, _ validation: Validation, _ caller: Caller
  ) async -> [LookupResult] {
    var originList = list
    originList.order = nil
    var results: [LookupResult] = []
    for _ in 0..<Self.attemptLimit {
      results = []
      await originPages(originList, validation, caller) { results.append($0) }
      guard case .problem(let problem, _)? = results.last, problem.type == ProblemType.misdirected, results.count > 1 else { break }
    }
    var sources: [CacheEntry] = []
    for result in results {
      guard case .entry(let entry, _) = result, entry.status == 200 else { return [result] }
      sources.append(entry)
    }
    let status = results.dropFirst().reduce(results[0].status) { $0.combined(with: $1.status) }
    if let derived = derivedPages(of: list, from: sources[0].origin) { return derived.map { .entry($0, status) } }
    do throws(Problem) { return try derive(list, order, from: sources).map { .entry($0, status) } } catch {
      return [.problem(error, status)]
    }
  }

  /// Returns the pages derived earlier from pages of `origin`. The tier evicts them when one of their source pages, or the origin, changes.
  private func derivedPages(of list: ListPage, from origin: OriginIdentity?) -> [CacheEntry]? {
    let now = context.clock()
    func page(_ number: Int) -> CacheEntry? {
      context.tier.entry(for: .page(list.numbered(number)), at: now).flatMap { $0.origin == origin ? $0 : nil }
    }
    guard let first = page(1) else { return nil }
    let pages = [first] + (1..<max(1, first.pages)).compactMap { page($0 + 1) }
    return pages.count == first.pages ? pages : nil
  }

  private func derive(_ list: ListPage, _ order: ListPage.Order, from sources: [CacheEntry]) throws(Problem) -> [CacheEntry] {
    guard let kind = context.kinds[list.kind] else { throw .unsortable(list.kind, field: "sort") }
    var freshness = sources.dropFirst().reduce(sources[0].freshness) { $0.combined(with: $1.freshness) }
    let pages = try ListAssembly.pages(of: sources, as: kind, in: order, kinds: context.kinds)
    // The pages of an incomplete list are read again soon, so that those of the origin are revalidated.
    if pages.first?.order.head.missing != nil { freshness = freshness.ending(after: context.settings.lifetimes.notFound) }
    let entries = pages.map { order, content in
      CacheEntry(
        body: content, entityTag: EntityTag.strong(from: order.digest), origin: sources[0].origin, freshness: freshness, page: order)
    }
    let (tier, now) = (context.tier, context.clock())
    // Read the epoch before comparing: a page that changes in between starts a new epoch, and nothing is inserted.
    let epoch = tier.epoch
    let isCurrent = sources.enumerated().allSatisfy { number, source in
      tier.entry(for: .page(ListPage(list.kind, number + 1, search: list.search)), at: now) == source
    }
    if isCurrent {
      for (index, entry) in entries.enumerated() { tier.insert(entry, for: .page(list.numbered(index + 1)), readAt: epoch, now: now) }
    }
    return entries
  }

  /// Like ``allPages(_:_:_:emit:)``, in the origin's order. After a change between two servers of a group, all pages are revalidated, so that the next
  /// attempt finds pages of one server. An incomplete list older than a "not found" answer may be is revalidated in the background.
  func originPages(_ list: ListPage, _ validation: Validation, _ caller: Caller, emit: (LookupResult) -> Void) async {
    let (now, lifetime) = (context.clock(), context.settings.lifetimes.notFound)
    // No single page shows that records are missing. Without the entries, which would keep the bodies of the whole list in memory.
    var (due, counted, listed, isWhole): ([ListPage], Int, Int, Bool) = ([], 0, 0, true)
    let hasServerChanged = await readPages(list, validation, caller) { number, result in
      if case .entry(let entry, _) = result, let order = entry.page {
        counted = max(counted, order.head.count + (order.head.missing ?? 0))
        listed += order.ids.count
        // A stale page is revalidated in any case.
        let isDue = entry.freshness.isFresh(at: now) && !entry.freshness.ending(after: lifetime).isFresh(at: now)
        if isDue { due.append(list.numbered(number)) }
      } else {
        isWhole = false
      }
      emit(result)
    }
    // The fetcher reads the other pages from the server of the first one.
    if hasServerChanged, !validation.onlyIfCached { _ = await readPages(list, Validation(revalidate: true), caller) { _, _ in } }
    guard isWhole, listed < counted, validation.acceptsAnyFresh, !validation.onlyIfCached, validation.maxStale == nil else { return }
    for page in due {
      if let entry = await lookup.entry(for: .page(page)) { lookup.revalidate(.page(page), entry, caller) }
    }
  }

  /// Passes the pages to `emit`. Returns whether it stopped because a page came from another server of a group.
  private func readPages(
    _ list: ListPage, _ validation: Validation, _ caller: Caller, emit: (_ number: Int, _ result: LookupResult) -> Void
  ) async -> Bool {
    let first = await lookup.find(.page(list.numbered(1)), validation, caller)
    emit(1, first)
    guard case .entry(let firstPage, _) = first, case let pages = firstPage.pages, pages > 1 else { return false }
    let (origin, server) = (firstPage.origin, firstPage.server(of: list.kind))
    return await withTaskGroup(of: (Int, LookupResult).self) { group in
      defer { group.cancelAll() }
      var (emitted, started, stored): (Int, Int, [CacheKey: CacheEntry]) = (1, 1, [:])
      var pending: [Int: LookupResult] = [:]
      while emitted < pages {
        while started < min(pages, emitted + Self.concurrency) {
          if (started - 1) % Self.concurrency == 0 {
            stored = await lookup.entries(for: (started + 1...min(pages, started + Self.concurrency)).map { .page(list.numbered($0)) })
          }
          started += 1
          let (page, key) = (list.numbered(started), CacheKey.page(list.numbered(started)))
          switch lookup.result(for: key, stored: stored[key], validation, caller) {
          case .ready(let result): pending[started] = result
          case .needsFetch:
            group.addTask { [entry = stored[key]] in (page.number, await lookup.find(key, stored: entry, validation, caller)) }
          }
        }
        if pending[emitted + 1] == nil, let (number, result) = await group.next() { pending[number] = result }
        while let next = pending.removeValue(forKey: emitted + 1) {
          emitted += 1
          guard case .entry(let page, let status) = next else {
            emit(emitted, next)
            return false
          }
          if page.origin != origin {
            emit(emitted, .problem(.originChanged(list, from: origin?.text, to: page.origin?.text), status))
            return false
          }
          if page.status == 200, let other = page.server(of: list.kind), other != server {
            emit(emitted, .problem(.originChanged(list, from: server, to: other), status))
            return true
          }
          // The list became shorter while it was read: the previous page was the last.
          if page.status == 404 { return false }
          emit(emitted, next)
        }
      }
      return false
    }
  }
}

extension CacheEntry {
  /// Returns the server of a page of `kind`, if its origin is a group of servers; `nil` otherwise.
  func server(of kind: KindName) -> String? {
    guard let origin, origin.members.count > 1 else { return nil }
    return location.flatMap { OriginIdentity.root(of: $0, kind: kind) } ?? OriginIdentity.embedded.text
  }
}

extension Problem {
  /// Pages of two origins cannot form one list.
  static func originChanged(_ list: ListPage, from old: String?, to new: String?) -> Problem {
    func name(_ origin: String?) -> String { origin ?? "an unknown origin" }
    return Problem(
      503, "the origin changed while a list was read",
      detail: "the list of \(list.kind) began with pages from \(name(old)) and continued with pages from \(name(new)); try again",
      type: ProblemType.misdirected)
  }

  static func unsortable(_ kind: KindName, field: String) -> Problem {
    .badRequest(field, "cannot sort \(kind): this program does not know the kind, so only the origin's order is available")
  }

  static func pageOutOfRange(_ page: ListPage, _ pages: Int) -> Problem {
    let search = page.search.map { " found by '\($0)'" } ?? ""
    let extent = pages == 1 ? "1 page" : "\(pages) pages"
    return Problem(
      404, "no such page", detail: "the list of \(page.kind)\(search) has \(extent); there is no page \(page.number)",
      type: ProblemType.notFound,
      extensions: ["pages": .number(pages), "page": .number(page.number)]
    ).because(.noPage, of: page.kind.text)
  }
}
