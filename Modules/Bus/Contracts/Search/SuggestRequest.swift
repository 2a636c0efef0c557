public import MessageBus
public import Models
import OrderedJSON

/// `GET /suggest?q=…`: names that fit what was typed so far, best first, from memory alone. Offered by `holocron.search`.
///
/// Query: `q` (may be empty: then records worth a look, the same ones for a day); `kind`; `limit` (1 to 50, default 8).
/// Content of the answer: a list of ``Match``.
public struct SuggestRequest: Contract {
  public static let standardLimit = 8
  public static let largestLimit = 50

  public var text: String
  public var kind: KindName?
  public var limit: Int

  public init(_ text: String, kind: KindName? = nil, limit: Int = Self.standardLimit) {
    self.text = text
    self.kind = kind
    self.limit = limit
  }

  public var request: Request {
    var query = [Target.Item("q", text)]
    if let kind { query.append(.init("kind", kind.text)) }
    if limit != Self.standardLimit { query.append(.init("limit", String(limit))) }
    return Request("GET", Target(["suggest"], query: query))
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "GET", request.target.path == ["suggest"] else { return nil }
    let target = request.target
    self.init(
      try target.text() ?? "", kind: try target.kind(), limit: try target.limit(orElse: Self.standardLimit, atMost: Self.largestLimit))
  }

  public static func reply(_ answer: [Match]) -> Reply { Reply(200, content: JSON.array(answer.map(\.json)).bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> [Match] {
    guard let matches = try reply.json().array else { throw .unexpected("a list of suggestions") }
    return matches.compactMap { Match($0) }
  }
}
