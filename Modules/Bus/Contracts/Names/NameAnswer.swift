public import MessageBus
public import Models
public import OrderedJSON

/// The name of one record, or the reason why it is missing.
public struct NameAnswer: Sendable, Hashable {
  /// The name, or why there is none.
  public enum Content: Sendable, Hashable {
    /// The record with the fields of its label only (``Models/Kinds/label(of:)``):
    /// `{"kind":"films","id":1,"title":"A New Hope","episode":4}`.
    case label(JSON)
    /// `{"kind":"films","id":9,"problem":{"title":"not found","status":404,…}}`
    case missing(Problem)
  }

  public var reference: Reference
  public var content: Content

  public init(_ reference: Reference, _ content: Content) {
    self.reference = reference
    self.content = content
  }

  /// Reads the reply to a ``RecordRequest`` for `reference`: the record's label, or the reply's problem. A record other than the requested
  /// one is a problem, too.
  public init(_ reference: Reference, from reply: Reply, kinds: Kinds) {
    self.reference = reference
    if let problem = reply.problem {
      content = .missing(problem)
    } else if let json = try? JSON(parsing: reply.content), Reference(canonical: json) == reference {
      content = .label(kinds.label(of: json))
    } else {
      content = .missing(.malformedReply(expected: "the record \(reference)"))
    }
  }

  public var json: JSON {
    switch content {
    case .label(let label): label
    case .missing(let problem): ["kind": .string(reference.kind.text), "id": .number(reference.id), "problem": problem.json]
    }
  }

  /// Decodes the form that ``json`` writes; `nil` for any other form.
  init?(_ json: JSON) {
    guard let reference = Reference(canonical: json) else { return nil }
    guard let document = json["problem"] else {
      self.init(reference, .label(json))
      return
    }
    guard let problem = Problem(document) else { return nil }
    self.init(reference, .missing(problem))
  }
}
