import Contracts
import MessageBus
import Models

/// A parsed request to the cache.
enum CacheQuery: Sendable, Hashable {
  case single(CacheKey, Validation)
  case list(ListQuery)
  case names(NamesRequest)
  case nameLookup(NameLookupRequest)

  /// The methods that the cache supports, with those of ``StoreQuery`` and ``PurgeRequest``.
  static let methods = ["GET", "HEAD", "PURGE", "IMPORT", "EXPORT", "VERIFY"]

  /// Parses a request. Throws a 400 that names the invalid field, a 404 for an unknown path and a 405 for another method.
  init(_ request: Request, kinds: Kinds) throws(Problem) {
    guard request.method == "GET" else {
      throw Problem(
        405, "method not allowed", detail: "the cache supports GET, HEAD, PURGE, IMPORT, EXPORT and VERIFY, not \(request.method)",
        type: ProblemType.badRequest)
    }
    if let record = try RecordRequest(request) {
      self = .single(.record(record.reference), record.validation)
    } else if let kinds = KindsRequest(request) {
      self = .single(.kinds, kinds.validation)
    } else if let names = try NamesRequest(request) {
      self = .names(names)
    } else if OriginRequest(request) != nil {
      throw Problem(
        404, "not found",
        detail: "the cache does not serve /origin; \(ServiceName.fetch) does, and each reply names its origin in the field "
          + OriginIdentity.field, type: ProblemType.notFound)
    } else if let lookup = try NameLookupRequest(request) {
      self = .nameLookup(lookup)
    } else if let list = try ListRequest(request) {
      self = .list(try ListQuery(list, kinds: kinds))
    } else {
      throw Problem(
        404, "not found", detail: "unknown path \(request.target): the cache serves /KIND/ID, /KIND, /kinds and /names",
        type: ProblemType.notFound)
    }
  }

  /// The key of the entry that answers the request; `nil` if there are several.
  var key: CacheKey? {
    switch self {
    case .single(let key, _): key
    case .list(let list): list.page.map { .page($0) }
    case .names, .nameLookup: nil
    }
  }

  var validation: Validation {
    switch self {
    case .single(_, let validation): validation
    case .list(let list): list.validation
    case .names(let names): names.validation
    case .nameLookup(let lookup): lookup.validation
    }
  }
}
