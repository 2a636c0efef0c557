public import MessageBus
public import Models
public import OrderedJSON

/// `GET /search?q=…`: records of all kinds that match a text, best first. Offered by `holocron.search`.
///
/// Query: `q` (words, and filters such as `kind:people homeworld:tatooine mass>100`; at most ``maxTextLength`` bytes); `kind` (only
/// records of that kind); `sort` (a sort key of a kind, or `name`; default the best first); with `sort`, `order` (`ascending` or `descending`;
/// default `ascending`); `limit` (1 to ``maxLimit``, default ``defaultLimit``); `origin=never` (do not ask the origin, even if the index is
/// incomplete). Content of the answer: ``SearchAnswer``.
public struct SearchRequest: Contract {
  public static let defaultLimit = 20
  public static let maxLimit = 500
  /// Maximum length of a search, a suggestion or a history entry, in bytes of UTF-8. Longer texts are answered with 400.
  public static let maxTextLength = 1_024

  public var text: String
  public var kind: KindName?
  public var limit: Int
  /// Whether the origin's own search may be used while the index is incomplete.
  public var mayAskOrigin: Bool
  /// The order of the records; `nil` for the best first.
  public var order: SearchOrder?

  public init(
    _ text: String, kind: KindName? = nil, limit: Int = Self.defaultLimit, mayAskOrigin: Bool = true, order: SearchOrder? = nil
  ) {
    self.text = text
    self.kind = kind
    self.limit = limit
    self.mayAskOrigin = mayAskOrigin
    self.order = order
  }

  public var request: Request {
    var query = [Target.Item("q", text)]
    if let kind { query.append(.init("kind", kind.text)) }
    if limit != Self.defaultLimit { query.append(.init("limit", String(limit))) }
    if !mayAskOrigin { query.append(.init("origin", "never")) }
    if let order {
      query.append(.init("sort", order.key))
      if order.isDescending { query.append(.init("order", "descending")) }
    }
    return Request("GET", Target(["search"], query: query))
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "GET", request.target.path == ["search"] else { return nil }
    let target = request.target
    guard let text = try target.queryText() else { throw .badRequest("q", "missing search text: use /search?q=TEXT") }
    self.init(
      text, kind: try target.kind(), limit: try target.limit(default: Self.defaultLimit, max: Self.maxLimit),
      mayAskOrigin: target["origin"] != "never",
      order: try Self.order(target))
  }

  private static func order(_ target: Target) throws(Problem) -> SearchOrder? {
    let isDescending: Bool
    switch target["order"] {
    case nil: return target["sort"].map { SearchOrder($0) }
    case "ascending": isDescending = false
    case "descending": isDescending = true
    case let other?: throw .badRequest("order", "unknown order \(other.quoted): use ascending or descending")
    }
    guard let key = target["sort"] else { throw .badRequest("order", "'order' needs 'sort': add it, or remove 'order' for the best first") }
    return SearchOrder(key, isDescending: isDescending)
  }

  public typealias Answer = SearchAnswer
}

/// The order of the results of a search: by the value of a field. Records without a value come last.
public struct SearchOrder: Sendable, Hashable {
  /// A sort key of a kind, or `name` for the names of all kinds.
  public var key: String
  public var isDescending: Bool

  public init(_ key: String, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}

/// The result of a search:
/// `{"query":"tatoine","correction":"tatooine","count":12,"matches":[…],"coverage":{…}}`. `correction` is absent if every word was
/// found as written; `count` is the number of matching records, of which `matches` are the best.
public struct SearchAnswer: JSONAnswer {
  public var query: String
  /// The query with corrections for words that are not in the catalogue.
  public var correction: String?
  public var count: Int
  public var matches: [Match]
  public var coverage: Coverage

  public init(query: String, correction: String? = nil, count: Int, matches: [Match], coverage: Coverage) {
    self.query = query
    self.correction = correction
    self.count = count
    self.matches = matches
    self.coverage = coverage
  }

  public var json: JSON {
    var members: JSON.Object = ["query": .string(query)]
    members["correction"] = correction.map { .string($0) }
    members["count"] = .number(count)
    members["matches"] = .array(matches.map(\.json))
    members["coverage"] = coverage.json
    return .object(members)
  }

  public init(_ json: JSON) throws(Problem) {
    guard let query = json["query"]?.string, let count = json["count"]?.int, let matches = json["matches"]?.array,
      let coverage = json["coverage"].flatMap({ Coverage($0) })
    else { throw .malformedReply(expected: "a search result") }
    self.init(
      query: query, correction: json["correction"]?.string, count: count, matches: matches.compactMap { Match($0) }, coverage: coverage)
  }
}

/// `GET /suggest?q=…`: names that match the text typed so far, best first, answered from memory. Offered by `holocron.search`.
///
/// Query: `q` (if empty, a daily selection of records); `kind`; `limit` (1 to 50, default 8).
/// Content of the answer: a list of ``Match``.
public struct SuggestRequest: Contract {
  public static let defaultLimit = 8
  public static let maxLimit = 50

  public var text: String
  public var kind: KindName?
  public var limit: Int

  public init(_ text: String, kind: KindName? = nil, limit: Int = Self.defaultLimit) {
    self.text = text
    self.kind = kind
    self.limit = limit
  }

  public var request: Request {
    var query = [Target.Item("q", text)]
    if let kind { query.append(.init("kind", kind.text)) }
    if limit != Self.defaultLimit { query.append(.init("limit", String(limit))) }
    return Request("GET", Target(["suggest"], query: query))
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "GET", request.target.path == ["suggest"] else { return nil }
    let target = request.target
    self.init(
      try target.queryText() ?? "", kind: try target.kind(), limit: try target.limit(default: Self.defaultLimit, max: Self.maxLimit))
  }

  public static func reply(_ answer: [Match]) -> Reply { Reply(200, content: JSON.array(answer.map(\.json)).bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> [Match] {
    guard let matches = try reply.json().array else { throw .malformedReply(expected: "a list of suggestions") }
    return matches.compactMap { Match($0) }
  }
}
