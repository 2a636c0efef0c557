public import MessageBus
public import Models

/// `GET /{kind}`: one page of a kind's records, or with `all` every page as a stream of parts, the last page being the final reply.
///
/// Query: `page` (1 or more, default 1) or `page=all`; `sort` (a sort key of the kind; default the kind's own order);
/// `order` (`ascending`, `descending`, or `origin` for pages as the origin cuts and orders them, each fetched only when it is asked for);
/// `search` (text). The content of each reply is a ``PageBody``.
public struct ListRequest: Contract {
  public enum Extent: Sendable, Hashable {
    case page(Int)
    case all
  }

  public var kind: KindName
  public var extent: Extent
  /// A sort key of the kind. `nil` is the kind's default order in the cache service and the origin's own order in the fetch service.
  public var sort: String?
  public var descending: Bool
  /// The origin's own pages in the origin's own order. Excludes ``sort`` and ``descending``.
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

  /// `/kinds` and `/stats` are not lists: ask ``KindsRequest`` and ``StatsRequest`` first.
  public init?(_ request: Request) throws(Problem) {
    guard request.method == "GET", request.target.path.count == 1 else { return nil }
    let target = request.target
    guard let kind = KindName(target.path[0]) else {
      throw .badRequest("path", "'\(target.path[0])' is not the name of a kind")
    }
    self.init(kind, try Self.extent(target["page"]), sort: target["sort"], search: target["search"], validation: Validation(request.fields))
    switch target["order"] {
    case nil, "ascending": descending = false
    case "descending": descending = true
    case "origin":
      guard sort == nil else { throw .badRequest("order", "the origin's order and 'sort' exclude each other: leave one out") }
      asOrigin = true
    case let other?: throw .badRequest("order", "'\(other)' is no order: write ascending, descending or origin")
    }
  }

  private static func extent(_ text: String?) throws(Problem) -> Extent {
    switch text {
    case nil: return .page(1)
    case "all": return .all
    case let text?:
      guard let number = Int(text), number > 0 else { throw .badRequest("page", "'\(text)' is no page: write 1 or more, or all") }
      return .page(number)
    }
  }

  public typealias Answer = CachedResponse
  public static func reply(_ answer: CachedResponse) -> Reply { answer.reply }
  public static func answer(_ reply: Reply) throws(Problem) -> CachedResponse { CachedResponse(reply) }
}
