import Contracts
import MessageBus
import Models
import OrderedJSON

/// Reads lists: pages in the origin's order come from the store, pages in any other order are derived from all pages of the origin.
struct ListReader: Sendable {
  /// Number of pages of one list that are looked up concurrently.
  private static let concurrency = 8

  let lookup: Lookup
  let kinds: Kinds

  var clock: WallClock { lookup.fetcher.clock }

  /// Returns one page. A page beyond the last is a 404 that states the number of pages.
  func page(_ page: ListPage, _ validation: Validation, _ caller: Caller) async -> LookupResult {
    if let order = page.order {
      return await DerivedList(reader: self, list: page, order: order).page(page.number, validation, caller)
    }
    if page.number > 1, let first = await lookup.entry(for: .page(page.numbered(1))), first.freshness.isFresh(at: clock()),
      first.freshness.satisfies(validation, at: clock()), case let pages = first.pages, (1..<page.number).contains(pages)
    {
      return .problem(.pageOutOfRange(page, pages), .hit(timeToLive: first.freshness.timeToLive(at: clock()), detail: nil))
    }
    let result = await lookup.find(.page(page), validation, caller)
    guard page.number > 1, case .entry(let entry, let status) = result, entry.status == 404,
      case .entry(let first, _) = await lookup.find(.page(page.numbered(1)), Validation(), caller), case let pages = first.pages,
      pages > 0
    else { return result }
    return .problem(.pageOutOfRange(page, pages), status)
  }

  /// Passes every page to `emit` in order, each as soon as it and all pages before it are available.
  ///
  /// Stops after the first problem, which is emitted too. A change of the origin between two pages is such a problem, so all emitted pages
  /// are from one origin, and from one server of it.
  func allPages(_ list: ListPage, _ validation: Validation, _ caller: Caller, emit: (LookupResult) -> Void) async {
    if let order = list.order {
      await DerivedList(reader: self, list: list, order: order).allPages(validation, caller, emit: emit)
    } else {
      await originPages(list, validation, caller, emit: emit)
    }
  }

  /// An incomplete list is revalidated in the background when it is older than a "not found" answer may be, because the origin may list the
  /// missing records at any time.
  func originPages(_ list: ListPage, _ validation: Validation, _ caller: Caller, emit: (LookupResult) -> Void) async {
    var read = ReadPages()
    await originPages(list, validation, caller) { number, result in
      switch result {
      case .entry(let entry, _): read.add(list.numbered(number), entry)
      case .problem: read.fail()
      }
      emit(result)
    }
    guard validation.acceptsAnyFresh, !validation.onlyIfCached, validation.maxStale == nil else { return }
    for page in read.due(after: lookup.fetcher.settings.lifetimes.notFound, at: clock()) {
      if let entry = await lookup.entry(for: .page(page)) { lookup.revalidate(.page(page), entry, caller) }
    }
  }

  private func originPages(
    _ list: ListPage, _ validation: Validation, _ caller: Caller, emit: (_ number: Int, _ result: LookupResult) -> Void
  ) async {
    let first = await lookup.find(.page(list.numbered(1)), validation, caller)
    emit(1, first)
    guard case .entry(let entry, _) = first, case let (pages, origin) = (entry.pages, entry.origin), pages > 1 else { return }
    let server = Self.server(of: entry, list)
    let hasServerChanged = await withTaskGroup(of: (Int, LookupResult).self) { group in
      var started = 1
      func startNext() {
        guard started < pages else { return }
        started += 1
        group.addTask { [page = list.numbered(started)] in (page.number, await lookup.find(.page(page), validation, caller)) }
      }
      for _ in 0..<Self.concurrency { startNext() }
      func stop(_ result: Bool) -> Bool {
        group.cancelAll()
        return result
      }
      var pending: [Int: LookupResult] = [:]
      var emitted = 1
      for await (number, result) in group {
        pending[number] = result
        startNext()
        while let next = pending.removeValue(forKey: emitted + 1) {
          emitted += 1
          if case .entry(let entry, let status) = next, entry.origin != origin {
            emit(emitted, .problem(.originChanged(list, from: origin?.text, to: entry.origin?.text), status))
            return stop(false)
          }
          if case .entry(let entry, let status) = next, entry.status == 200, let other = Self.server(of: entry, list), other != server {
            emit(emitted, .problem(.originChanged(list, from: server, to: other), status))
            return stop(true)
          }
          if case .entry(let entry, _) = next, entry.status == 404 {
            // The list became shorter while it was read: the previous page was the last.
            return stop(false)
          }
          emit(emitted, next)
          guard case .entry = next else { return stop(false) }
        }
      }
      return false
    }
    if hasServerChanged { await refresh(list, pages, caller) }
  }

  /// Returns the server of a page, if its origin is a group of servers; `nil` otherwise.
  private static func server(of page: CacheEntry, _ list: ListPage) -> String? {
    guard let origin = page.origin, origin.members.count > 1 else { return nil }
    return page.location.flatMap { OriginIdentity.root(of: $0, kind: list.kind) } ?? OriginIdentity.embedded.text
  }

  /// Revalidates all pages, so that the next attempt to read the list finds pages of one server. Stops at the first failure, and when the
  /// caller's time is over: fetches for which nobody waits would burden an origin that fails.
  private func refresh(_ list: ListPage, _ pages: Int, _ caller: Caller) async {
    let revalidation = Validation(revalidate: true)
    // The fetcher reads the other pages from the server of the first one.
    guard !Self.isFailure(await lookup.find(.page(list.numbered(1)), revalidation, caller)) else { return }
    await withTaskGroup(of: Bool.self) { group in
      for number in stride(from: 2, through: pages, by: 1) {
        if number > Self.concurrency, await group.next() == true { break }
        if caller.remaining == .zero { break }
        group.addTask { [page = list.numbered(number)] in Self.isFailure(await lookup.find(.page(page), revalidation, caller)) }
      }
    }
  }

  private static func isFailure(_ result: LookupResult) -> Bool {
    switch result {
    case .problem: true
    case .entry(_, let status): status.detail == .staleIfError
    }
  }
}

extension CacheEntry {
  /// The number of pages of the list that the entry is a page of; 0 if the entry is not a page.
  var pages: Int { page?.pages ?? 0 }
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
