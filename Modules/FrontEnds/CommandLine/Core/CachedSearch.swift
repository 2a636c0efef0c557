import Client
import Contracts
import Dialects
import Models

/// A search of a cached list, as its origin would do it, for the time in which the origin cannot be reached.
struct CachedSearch: Sendable {
  let request: ListRequest

  init(_ request: ListRequest) { self.request = request }

  /// Returns what the origin would find; `nil` if the request is no search, if a part of the list is not cached, or if there is no such page.
  func list(in context: Context) async -> ListResponse? {
    guard let text = request.search else { return nil }
    let whole = ListRequest(
      request.kind, .all, sort: request.sort, descending: request.descending, asOrigin: request.sort == nil && !request.descending,
      validation: Validation(onlyIfCached: true))
    guard var list = try? await context.repository.list(whole) else { return nil }
    let search = WireSearch(text)
    let found = list.page.items.filter { item in
      (try? Record(received: item, kinds: context.kinds)).map(search.matches) ?? false
    }
    list.page.count = found.count
    list.page.items = found
    guard case .page(let number) = request.extent else { return list }
    return list.page.cut(to: number) ? list : nil
  }
}

extension PageBody {
  /// Reduces a whole list to one of its pages. Returns `false` if it has no such page.
  mutating func cut(to number: Int) -> Bool {
    pages = max(1, (items.count + Kinds.pageSize - 1) / Kinds.pageSize)
    page = number
    items = Array(items.dropFirst((number - 1) * Kinds.pageSize).prefix(Kinds.pageSize))
    return number <= pages
  }
}
