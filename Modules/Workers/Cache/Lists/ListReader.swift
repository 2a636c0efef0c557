import Contracts
import MessageBus
import Models
import OrderedJSON

/// Answers lists: pages in the origin's order as they are stored, pages in any other order made from all of the origin's.
struct ListReader: Sendable {
  /// Pages of one list that are looked up at the same time.
  private static let width = 8

  let lookup: Lookup
  let kinds: Kinds

  var clock: WallClock { lookup.fetcher.clock }

  /// One page. Pages beyond the last are a 404 that says how many there are.
  func page(_ page: ListPage, _ validation: Validation, _ caller: Caller) async -> Found {
    if let order = page.order {
      return await DerivedLists(reader: self, list: page, order: order).page(page.number, validation, caller)
    }
    if page.number > 1, let first = await lookup.entry(for: .page(page.numbered(1))), first.freshness.isFresh(at: clock()),
      case let pages = first.pages, (1..<page.number).contains(pages)
    {
      return .problem(.beyond(page, pages), .hit(timeToLive: first.freshness.timeToLive(at: clock()), detail: nil))
    }
    let found = await lookup.find(.page(page), validation, caller)
    guard page.number > 1, case .entry(let entry, let status) = found, entry.status == 404,
      case .entry(let first, _) = await lookup.find(.page(page.numbered(1)), Validation(), caller), case let pages = first.pages,
      pages > 0
    else { return found }
    return .problem(.beyond(page, pages), status)
  }

  /// Every page in order, each given to `take` as soon as it and those before it are there. Ends with the first problem, which is given too: also
  /// where another origin is asked from some page on, so all pages that are taken are of one origin.
  func all(_ list: ListPage, _ validation: Validation, _ caller: Caller, take: (Found) -> Void) async {
    if let order = list.order {
      await DerivedLists(reader: self, list: list, order: order).all(validation, caller, take: take)
    } else {
      await originPages(list, validation, caller, take: take)
    }
  }

  func originPages(_ list: ListPage, _ validation: Validation, _ caller: Caller, take: (Found) -> Void) async {
    let first = await lookup.find(.page(list.numbered(1)), validation, caller)
    take(first)
    guard case .entry(let entry, _) = first, case let (pages, origin) = (entry.pages, entry.origin), pages > 1 else { return }
    await withTaskGroup(of: (Int, Found).self) { group in
      var begun = 1
      func beginNext() {
        guard begun < pages else { return }
        begun += 1
        group.addTask { [page = list.numbered(begun)] in (page.number, await lookup.find(.page(page), validation, caller)) }
      }
      for _ in 0..<Self.width { beginNext() }
      var early: [Int: Found] = [:]
      var taken = 1
      for await (number, found) in group {
        early[number] = found
        beginNext()
        while let next = early.removeValue(forKey: taken + 1) {
          taken += 1
          if case .entry(let entry, let status) = next, entry.origin != origin {
            take(.problem(.moved(list, from: origin, to: entry.origin), status))
            return group.cancelAll()
          }
          if case .entry(let entry, _) = next, entry.status == 404 {
            // The list grew shorter while it was read: the pages before this one are all there are.
            return group.cancelAll()
          }
          take(next)
          guard case .entry = next else { return group.cancelAll() }
        }
      }
    }
  }
}

extension CacheEntry {
  /// How many pages the list has of which this is one; 0 when it is none.
  var pages: Int { page?.pages ?? 0 }
}

extension Problem {
  /// The pages of two origins are no list.
  static func moved(_ list: ListPage, from old: OriginIdentity?, to new: OriginIdentity?) -> Problem {
    func name(_ origin: OriginIdentity?) -> String { origin?.text ?? "another one" }
    return Problem(
      503, "the origin changed while a list was read",
      detail: "the list of \(list.kind) began with pages of \(name(old)) and went on with pages of \(name(new)); ask again",
      type: ProblemType.misdirected)
  }

  static func beyond(_ page: ListPage, _ pages: Int) -> Problem {
    let found = page.search.map { " found by '\($0)'" } ?? ""
    let extent = pages == 1 ? "1 page" : "\(pages) pages"
    return Problem(
      404, "no such page", detail: "the list of \(page.kind)\(found) has \(extent); page \(page.number) was asked for",
      type: ProblemType.notFound,
      extensions: ["pages": .number(pages)])
  }
}
