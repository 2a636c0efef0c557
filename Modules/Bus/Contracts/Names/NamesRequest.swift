public import MessageBus
public import Models
public import OrderedJSON

/// `GET /names?of=people/1&of=films/2…`: the names of these records. Offered by `holocron.cache`.
///
/// Query: `of`, a reference, 1 to ``maxReferences`` times. Content of each reply: a list of ``NameAnswer``.
///
/// The answer is a stream of parts: first the names that the cache holds, then each of the others when it arrives. The final reply is the last
/// part. All parts together name each reference once, in any order, or again after a lost connection, or have the reason why not.
public struct NamesRequest: Contract {
  /// Maximum number of references in a request. With the longest kind names and IDs, the request line stays below its limit of 64 KiB.
  public static let maxReferences = 500

  public var references: [Reference]
  public var validation: Validation

  public init(_ references: [Reference], validation: Validation = Validation()) {
    self.references = references
    self.validation = validation
  }

  public var request: Request {
    var request = Request("GET", Target(["names"], query: references.map { Target.Item("of", "\($0)") }), fields: validation.fields)
    // Another worker, or the same one later, has other names at hand, so it cuts the answer into other parts.
    request.hasUnorderedParts = true
    return request
  }

  /// Decodes a request. Throws a 400 for an invalid reference, for no reference at all, and for more than ``maxReferences``. Returns `nil`
  /// for a ``NameLookupRequest``. Decode this request before ``ListRequest``: `/names` is not a list.
  public init?(_ request: Request) throws(Problem) {
    guard request.isGet("names"), request.target["like"] == nil else { return nil }
    var references: [Reference] = []
    for item in request.target.query where item.name == "of" { references.append(try Reference(item.value, in: "of")) }
    guard !references.isEmpty else {
      throw .badRequest("of", "no record is given: use of=KIND/ID for the names of records, or like=TEXT to look up a name")
    }
    guard references.count <= Self.maxReferences else {
      throw .badRequest("of", "\(references.count) records are given; the maximum is \(Self.maxReferences): send several requests")
    }
    self.init(references, validation: Validation(request.fields))
  }

  public typealias Answer = [NameAnswer]
}

/// The name of one record, or the reason why it is missing.
public struct NameAnswer: JSONAnswer {
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

  /// Reads the reply to a ``RecordRequest`` for `reference`: the label of this record, or a problem.
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
  public init?(_ json: JSON) {
    guard let reference = Reference(canonical: json) else { return nil }
    guard let document = json["problem"] else {
      self.init(reference, .label(json))
      return
    }
    guard let problem = Problem(document) else { return nil }
    self.init(reference, .missing(problem))
  }
}
