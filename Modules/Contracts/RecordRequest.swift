public import MessageBus
public import Models

/// `GET /{kind}/{id}`: one record. Offered by the cache and the fetch service.
public struct RecordRequest: Contract {
  public var reference: Reference
  public var validation: Validation

  public init(_ reference: Reference, validation: Validation = Validation()) {
    self.reference = reference
    self.validation = validation
  }

  public var request: Request {
    Request("GET", Target([reference.kind.text, String(reference.id)]), fields: validation.fields)
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "GET", request.target.path.count == 2 else { return nil }
    let text = request.target.path.joined(separator: "/")
    guard let reference = Reference(text) else {
      throw .badRequest("path", "'\(text)' names no record: write KIND/ID, for example people/1")
    }
    self.init(reference, validation: Validation(request.fields))
  }

  public typealias Answer = Answered
  public static func reply(_ answer: Answered) -> Reply { answer.reply }
  public static func answer(_ reply: Reply) throws(Problem) -> Answered { Answered(reply) }
}
