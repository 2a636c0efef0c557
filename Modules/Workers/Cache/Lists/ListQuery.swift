import Contracts
import MessageBus
import Models

/// A ``ListRequest`` with its order settled.
struct ListQuery: Sendable, Hashable {
  /// The longest text to search for, in bytes.
  static let longestSearch = 1_024

  /// Its first page.
  var list: ListPage
  var extent: ListRequest.Extent
  var validation: Validation

  /// Without a sort key a whole list comes in the kind's default order. What a search found, and the list of a kind that this program
  /// does not know, come as the origin orders them.
  ///
  /// Throws a 400 that names what is wrong, and lists the keys there are.
  init(_ request: ListRequest, kinds: Kinds) throws(Problem) {
    guard (request.search?.utf8.count ?? 0) <= Self.longestSearch else {
      throw .badRequest("search", "the text to search for is longer than \(Self.longestSearch) bytes")
    }
    list = ListPage(request.kind, search: request.search)
    extent = request.extent
    validation = request.validation
    guard let kind = kinds[request.kind] else {
      guard request.sort == nil, !request.descending else {
        throw .badRequest(
          request.sort == nil ? "order" : "sort", "\(request.kind) come in the origin's order only: this program does not know the kind")
      }
      return
    }
    if let key = request.sort, !kind.sortKeys.contains(key) {
      throw .badRequest("sort", "\(kind.name) have no order '\(key)': choose one of \(kind.sortKeys.joined(separator: ", "))")
    }
    guard !request.asOrigin, request.sort != nil || request.descending || list.search == nil else { return }
    list.order = ListPage.Order(request.sort ?? kind.sortKeys[0], descending: request.descending)
  }

  /// The one page that is asked for; `nil` when all are.
  var page: ListPage? { if case .page(let number) = extent { list.numbered(number) } else { nil } }
}
