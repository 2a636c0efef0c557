import Contracts
import MessageBus
import Models

/// The demands of a request that one entry answers.
struct CacheQuery: Sendable, Hashable {
  let key: CacheKey
  let validation: Validation

  /// Returns `nil` for a request that several entries answer, or none. Throws a 400 that names the invalid field.
  init?(_ request: Request, kinds: Kinds) throws(Problem) {
    if let record = try RecordRequest(request) {
      (key, validation) = (.record(record.reference), record.validation)
    } else if let kinds = KindsRequest(request) {
      (key, validation) = (.kinds, kinds.validation)
    } else if let list = try ListRequest(request), case .page(let number) = list.extent {
      (key, validation) = (.page(try ListPage(list, kinds: kinds).numbered(number)), list.validation)
    } else {
      return nil
    }
  }
}

extension ListPage {
  /// Maximum length of the search text, in bytes.
  static let searchLimit = 1_024

  /// The first page of a list, with its order resolved: without a sort key, a whole list is in the kind's default order. Search results, and lists of
  /// a kind that this program does not know, are in the origin's order.
  ///
  /// Throws a 400 that names the field and lists the available sort keys.
  init(_ request: ListRequest, kinds: Kinds) throws(Problem) {
    guard (request.search?.utf8.count ?? 0) <= Self.searchLimit else {
      throw .badRequest("search", "the search text is longer than \(Self.searchLimit) bytes")
    }
    self.init(request.kind, search: request.search)
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
    guard !request.asOrigin, request.sort != nil || request.descending || search == nil else { return }
    order = ListPage.Order(request.sort ?? kind.sortKeys[0], descending: request.descending)
  }
}
