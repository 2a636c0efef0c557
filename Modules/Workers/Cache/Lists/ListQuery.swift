import Contracts
import MessageBus
import Models

/// A ``ListRequest`` with its order resolved.
struct ListQuery: Sendable, Hashable {
  /// Maximum length of the search text, in bytes.
  static let searchLimit = 1_024

  /// The first page of the list.
  var list: ListPage
  var extent: ListRequest.Extent
  var validation: Validation

  /// Resolves the order: without a sort key, a whole list is in the kind's default order. Search results, and lists of a kind that this
  /// program does not know, are in the origin's order.
  ///
  /// Throws a 400 that names the field and lists the available sort keys.
  init(_ request: ListRequest, kinds: Kinds) throws(Problem) {
    guard (request.search?.utf8.count ?? 0) <= Self.searchLimit else {
      throw .badRequest("search", "the search text is longer than \(Self.searchLimit) bytes")
    }
    list = ListPage(request.kind, search: request.search)
    extent = request.extent
    validation = request.validation
    guard let kind = kinds[request.kind] else {
      guard request.sort == nil, !request.descending else {
        throw .badRequest(
          request.sort == nil ? "order" : "sort",
          "cannot sort \(request.kind): this program does not know the kind, so only the origin's order is available")
      }
      return
    }
    if let key = request.sort, !kind.sortKeys.contains(key) {
      throw .badRequest("sort", "unknown sort key '\(key)' for \(kind.name): choose one of \(kind.sortKeys.joined(separator: ", "))")
    }
    guard !request.asOrigin, request.sort != nil || request.descending || list.search == nil else { return }
    list.order = ListPage.Order(request.sort ?? kind.sortKeys[0], descending: request.descending)
  }

  /// The requested page; `nil` if all pages are requested.
  var page: ListPage? { if case .page(let number) = extent { list.numbered(number) } else { nil } }
}
