public import MessageBus
public import Models
import OrderedJSON

/// `GET /kinds`: names of the kinds the origin offers, in the origin's order. Content: `["films","people",…]`.
public struct KindsRequest: Contract {
  public var validation: Validation

  public init(validation: Validation = Validation()) { self.validation = validation }

  public var request: Request { Request("GET", Target(["kinds"]), fields: validation.fields) }

  public init?(_ request: Request) {
    guard request.method == "GET", request.target.path == ["kinds"] else { return nil }
    self.init(validation: Validation(request.fields))
  }

  public static func reply(_ answer: [KindName]) -> Reply {
    Reply(200, content: JSON.array(answer.map { .string($0.text) }).bytes())
  }

  public static func answer(_ reply: Reply) throws(Problem) -> [KindName] {
    guard let names = (try? JSON(parsing: reply.content))?.array else { throw .malformedReply(expected: "a list of kinds") }
    return names.compactMap { $0.string.flatMap { KindName($0) } }
  }
}
