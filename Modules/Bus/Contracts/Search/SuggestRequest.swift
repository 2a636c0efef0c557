public import MessageBus
public import Models
import OrderedJSON

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
