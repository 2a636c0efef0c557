public import MessageBus
import OrderedJSON

/// `GET /origin`: the identity of a fetcher's origin. Offered by the fetch service, which answers without contacting the origin.
/// Content: `{"origin":"http://127.0.0.1:1138/api"}`.
public struct OriginRequest: Contract {
  public init() {}

  public var request: Request { Request("GET", Target(["origin"])) }

  public init?(_ request: Request) {
    guard request.method == "GET", request.target.path == ["origin"] else { return nil }
  }

  public static func reply(_ answer: OriginIdentity) -> Reply {
    Reply(200, fields: [OriginIdentity.field: answer.text], content: (["origin": .string(answer.text)] as JSON).bytes())
  }

  public static func answer(_ reply: Reply) throws(Problem) -> OriginIdentity {
    guard let origin = (try? JSON(parsing: reply.content))?["origin"]?.string.flatMap({ OriginIdentity($0) }) else {
      throw .malformedReply(expected: "the identity of an origin")
    }
    return origin
  }
}
