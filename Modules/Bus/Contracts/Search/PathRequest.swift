public import MessageBus
public import Models
public import OrderedJSON

/// `GET /path?from=people/1&to=people/16`: a shortest chain of references from one record to the other, followed in either direction.
/// `alternative=N` selects the N-th shortest chain, counted from 0 and modulo their number, and adds the number of shortest chains. Offered by
/// `holocron.search`. Among equally short chains the choice is deterministic. Answers 404 with ``ProblemType/noPath`` if no
/// chain of indexed records connects the two, and 404 with ``ProblemType/notFound`` if one of them is not indexed.
public struct PathRequest: Contract {
  public var from: Reference
  public var to: Reference
  /// Which of several shortest chains, from 0; `nil` for the first one, without counting the others.
  public var alternative: Int?

  public init(from: Reference, to: Reference, alternative: Int? = nil) {
    (self.from, self.to, self.alternative) = (from, to, alternative)
  }

  public var request: Request {
    Request(path: "path", query: ["from": from.description, "to": to.description, "alternative": alternative.map { String($0) }])
  }

  public init?(_ request: Request) throws(Problem) {
    let target = request.target
    guard request.isGet("path") else { return nil }
    func reference(_ field: String) throws(Problem) -> Reference {
      guard let text = target[field] else { throw .badRequest(field, "missing '\(field)': use /path?from=KIND/ID&to=KIND/ID") }
      return try Reference(text, in: field)
    }
    let alternative = try target.number("alternative", in: 0...Int.max)
    self.init(from: try reference("from"), to: try reference("to"), alternative: alternative)
  }

  public typealias Answer = ReferencePath
}

/// A chain of references: `{"from":{"kind":"people","id":1,"name":"Luke Skywalker"},"steps":[…]}` with steps such as
/// `{"kind":"films","id":1,"name":"A New Hope","relation":"films","reversed":false}`.
public struct ReferencePath: JSONAnswer {
  /// A record on the path.
  public typealias Node = NameIndex.Entry

  /// One connection of a path, from the previous record to the next.
  public struct Step: Sendable, Hashable {
    /// The record the step leads to.
    public var to: Node
    /// Canonical key of the field that connects the two records: `homeworld`.
    public var relation: String
    /// Whether the field belongs to the record the step leads to, rather than to the one it starts from.
    public var isReversed: Bool

    public init(to: Node, relation: String, isReversed: Bool) { (self.to, self.relation, self.isReversed) = (to, relation, isReversed) }
  }

  public var from: Node
  /// Empty if both ends are the same record.
  public var steps: [Step]
  /// Which of the shortest chains this is, from 0, and their number, at most ``maxAlternatives``; `nil` if they were not counted.
  public var alternative: Int?
  public var alternatives: Int?

  /// The number up to which shortest chains are counted.
  public static let maxAlternatives = 1_000

  public init(from: Node, steps: [Step], alternative: Int? = nil, alternatives: Int? = nil) {
    (self.from, self.steps, self.alternative, self.alternatives) = (from, steps, alternative, alternatives)
  }

  public var json: JSON {
    let steps = steps.map { step -> JSON in
      .members([
        "kind": step.to.reference.kind.text, "id": step.to.reference.id, "name": step.to.name, "relation": step.relation,
        "reversed": step.isReversed,
      ])
    }
    return .members(["from": from.json, "steps": JSON.array(steps), "alternative": alternative, "alternatives": alternatives])
  }

  public init?(_ json: JSON) {
    guard let from = json["from"].flatMap({ Node($0) }), let steps = json["steps"]?.array else { return nil }
    let known = steps.compactMap { step -> Step? in
      guard let to = Node(step), let relation = step["relation"]?.string else { return nil }
      return Step(to: to, relation: relation, isReversed: step["reversed"]?.bool ?? false)
    }
    self.init(from: from, steps: known, alternative: json["alternative"]?.int, alternatives: json["alternatives"]?.int)
  }
}
