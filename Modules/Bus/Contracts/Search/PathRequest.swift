public import MessageBus
public import Models
public import OrderedJSON

/// `GET /path?from=people/1&to=people/16`: a shortest chain of references that leads from one record to the other, whichever way they point.
/// Offered by `holocron.search`. Among equally short ones it is always the same. Answers 404 with ``ProblemType/noPath`` when nothing
/// that is indexed connects the two, and 404 with ``ProblemType/notFound`` when one of them is not indexed.
public struct PathRequest: Contract {
  public var from: Reference
  public var to: Reference

  public init(from: Reference, to: Reference) {
    self.from = from
    self.to = to
  }

  public var request: Request {
    Request("GET", Target(["path"], query: [.init("from", from.description), .init("to", to.description)]))
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "GET", request.target.path == ["path"] else { return nil }
    func reference(_ field: String) throws(Problem) -> Reference {
      guard let text = request.target[field] else { throw .badRequest(field, "'\(field)' is missing: write /path?from=KIND/ID&to=KIND/ID") }
      guard let reference = Reference(text) else {
        throw .badRequest(field, "\(text.quotation) names no record: write KIND/ID, for example people/1")
      }
      return reference
    }
    self.init(from: try reference("from"), to: try reference("to"))
  }

  public static func reply(_ answer: ReferencePath) -> Reply { Reply(200, content: answer.json.bytes()) }
  public static func answer(_ reply: Reply) throws(Problem) -> ReferencePath { try ReferencePath(try reply.json()) }
}

/// A chain of references:
/// `{"from":{"kind":"people","id":1,"name":"Luke Skywalker"},"steps":[{"kind":"films","id":1,"name":"A New Hope","relation":"films","reversed":false},…]}`.
public struct ReferencePath: Sendable, Hashable {
  public struct Stop: Sendable, Hashable {
    public var reference: Reference
    public var name: String

    public init(_ reference: Reference, _ name: String) {
      self.reference = reference
      self.name = name
    }

    var members: JSON.Object { ["kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name)] }

    init?(_ json: JSON?) {
      guard let json, let reference = Reference(canonical: json), let name = json["name"]?.string else { return nil }
      self.init(reference, name)
    }
  }

  public struct Step: Sendable, Hashable {
    /// Where it leads.
    public var to: Stop
    /// The canonical key of the field that connects the two: `homeworld`.
    public var relation: String
    /// The field is one of the record it leads to, not of the one it comes from.
    public var isReversed: Bool

    public init(to: Stop, relation: String, isReversed: Bool) {
      self.to = to
      self.relation = relation
      self.isReversed = isReversed
    }
  }

  public var from: Stop
  /// Empty when both ends are the same record.
  public var steps: [Step]

  public init(from: Stop, steps: [Step]) {
    self.from = from
    self.steps = steps
  }

  public var json: JSON {
    let steps = steps.map { step -> JSON in
      var members = step.to.members
      members["relation"] = .string(step.relation)
      members["reversed"] = .bool(step.isReversed)
      return .object(members)
    }
    return ["from": .object(from.members), "steps": .array(steps)]
  }

  public init(_ json: JSON) throws(Problem) {
    guard let from = Stop(json["from"]), let steps = json["steps"]?.array else { throw .unexpected("a chain of references") }
    self.from = from
    self.steps = steps.compactMap { step in
      guard let to = Stop(step), let relation = step["relation"]?.string else { return nil }
      return Step(to: to, relation: relation, isReversed: step["reversed"]?.bool ?? false)
    }
  }
}
