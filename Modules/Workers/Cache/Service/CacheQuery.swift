import Contracts
import MessageBus
import Models

/// A parsed request to the cache.
enum CacheQuery: Sendable, Hashable {
  case single(CacheKey, Validation)
  case list(ListQuery)
  case names(NamesRequest)
  case nameLookup(NameLookupRequest)
  case purge(PurgeRequest)
  case export(ExportRequest)
  case verify(VerifyRequest)
  case `import`(ImportRequest)

  static let methods = ["GET", "HEAD", "PURGE", "IMPORT", "EXPORT", "VERIFY"]

  /// Parses a request. Throws a 400 that names the invalid field, a 404 for an unknown path and a 405 for another method.
  init(_ request: Request, kinds: Kinds) throws(Problem) {
    if request.method == "GET" {
      try self.init(get: request, kinds: kinds)
    } else if let export = try ExportRequest(request) {
      self = .export(export)
    } else if let verify = try VerifyRequest(request) {
      self = .verify(verify)
    } else if let `import` = try ImportRequest(request) {
      self = .import(`import`)
    } else if let purge = try PurgeRequest(request) {
      self = .purge(purge)
    } else {
      throw Problem(
        405, "method not allowed", detail: "the cache supports GET, HEAD, PURGE, IMPORT, EXPORT and VERIFY, not \(request.method)",
        type: ProblemType.badRequest)
    }
  }

  private init(get request: Request, kinds: Kinds) throws(Problem) {
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

  /// The key of the entry that answers the request, and the demands on it; `nil` if there are several entries or none.
  var single: (key: CacheKey, validation: Validation)? {
    switch self {
    case .single(let key, let validation): (key, validation)
    case .list(let list): list.page.map { (.page($0), list.validation) }
    case .names, .nameLookup, .purge, .export, .verify, .import: nil
    }
  }
}

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
