public import MessageBus
public import Models
import OrderedJSON

/// `GET /{kind}`: one page of a kind's records, or with `page=all` every page as a stream of parts; the last page is the final reply.
///
/// Query: `page` (1 or more, or `all`; default 1); `sort` (a sort key of the kind; default the kind's own order); `order` (`ascending`,
/// `descending`, or `origin` for the origin's own pages in the origin's order, each fetched only on demand); `search` (text).
/// Content of each reply: ``PageBody``.
public struct ListRequest: Contract {
  /// The pages requested.
  public enum Extent: Sendable, Hashable {
    case page(Int)
    case all
  }

  public var kind: KindName
  public var extent: Extent
  /// A sort key of the kind. `nil` means the kind's default order in the cache service and the origin's order in the fetch service.
  public var sort: String?
  public var descending: Bool
  /// Whether to return the origin's own pages in the origin's order. Excludes ``sort`` and ``descending``.
  public var asOrigin: Bool
  public var search: String?
  public var validation: Validation

  public init(
    _ kind: KindName, _ extent: Extent = .page(1), sort: String? = nil, descending: Bool = false, asOrigin: Bool = false,
    search: String? = nil, validation: Validation = Validation()
  ) {
    self.kind = kind
    self.extent = extent
    self.sort = sort
    self.descending = descending
    self.asOrigin = asOrigin
    self.search = search
    self.validation = validation
  }

  public var request: Request {
    var query: [Target.Item] = []
    switch extent {
    case .page(1): break
    case .page(let number): query.append(.init("page", String(number)))
    case .all: query.append(.init("page", "all"))
    }
    if let sort { query.append(.init("sort", sort)) }
    if asOrigin {
      query.append(.init("order", "origin"))
    } else if descending {
      query.append(.init("order", "descending"))
    }
    if let search { query.append(.init("search", search)) }
    return Request("GET", Target([kind.text], query: query), fields: validation.fields)
  }

  /// Decodes a list request. Decode ``KindsRequest``, ``NamesRequest``, ``NameLookupRequest`` and ``StatsRequest`` first: `/kinds`,
  /// `/names` and `/stats` are not lists.
  public init?(_ request: Request) throws(Problem) {
    guard request.method == "GET", request.target.path.count == 1 else { return nil }
    let target = request.target
    guard let kind = KindName(target.path[0]) else {
      throw .badRequest("path", "'\(target.path[0])' is not a valid kind name")
    }
    self.init(kind, try Self.extent(target["page"]), sort: target["sort"], search: target["search"], validation: Validation(request.fields))
    switch target["order"] {
    case nil, "ascending": descending = false
    case "descending": descending = true
    case "origin":
      guard sort == nil else { throw .badRequest("order", "'order=origin' cannot be combined with 'sort': remove one of them") }
      asOrigin = true
    case let other?: throw .badRequest("order", "unknown order '\(other)': use ascending, descending or origin")
    }
  }

  private static func extent(_ text: String?) throws(Problem) -> Extent {
    switch text {
    case nil: return .page(1)
    case "all": return .all
    case let text?:
      guard let number = Int(digits: text), number > 0 else { throw .badRequest("page", "invalid page '\(text)': use 1 or more, or all") }
      return .page(number)
    }
  }

  public typealias Answer = CachedResponse
}
