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
    (self.text, self.kind, self.limit, self.mayAskOrigin, self.order) = (text, kind, limit, mayAskOrigin, order)
  }

  public var request: Request {
    Request(
      path: "search",
      query: [
        "q": text, "kind": kind?.text, "limit": limit == Self.defaultLimit ? nil : String(limit), "origin": mayAskOrigin ? nil : "never",
        "sort": order?.key, "order": order?.isDescending == true ? "descending" : nil,
      ])
  }

  public init?(_ request: Request) throws(Problem) {
    let target = request.target
    guard request.isGet("search") else { return nil }
    guard let text = try target.text("q") else { throw .badRequest("q", "missing search text: use /search?q=TEXT") }
    let isDescending = try target.isDescending()
    guard isDescending == nil || target["sort"] != nil else {
      throw .badRequest("order", "'order' needs 'sort': add it, or remove 'order' for the best first")
    }
    self.init(
      text, kind: try target.kind(), limit: try target.number("limit", in: 1...Self.maxLimit) ?? Self.defaultLimit,
      mayAskOrigin: target["origin"] != "never",
      order: target["sort"].map { SearchOrder($0, isDescending: isDescending ?? false) })
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
    (self.query, self.correction, self.count, self.matches, self.coverage) = (query, correction, count, matches, coverage)
  }

  public var json: JSON {
    .members(["query": query, "correction": correction, "count": count, "matches": matches.json, "coverage": coverage.json])
  }

  public init?(_ json: JSON) {
    guard let query = json["query"]?.string, let count = json["count"]?.int, let matches = json["matches"].flatMap({ [Match]($0) }),
      let coverage = json["coverage"].flatMap({ Coverage($0) })
    else { return nil }
    self.init(query: query, correction: json["correction"]?.string, count: count, matches: matches, coverage: coverage)
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
    Request(path: "suggest", query: ["q": text, "kind": kind?.text, "limit": limit == Self.defaultLimit ? nil : String(limit)])
  }

  public init?(_ request: Request) throws(Problem) {
    let target = request.target
    guard request.isGet("suggest") else { return nil }
    self.init(
      try target.text("q") ?? "", kind: try target.kind(),
      limit: try target.number("limit", in: 1...Self.maxLimit) ?? Self.defaultLimit)
  }

  public typealias Answer = [Match]
}
