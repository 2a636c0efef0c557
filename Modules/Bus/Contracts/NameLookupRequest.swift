public import MessageBus
public import Models
public import OrderedJSON

/// `GET /names?like=luke`: the record that a name refers to. Offered by `holocron.cache`.
///
/// Query: `like` (at most ``maxTextLength`` bytes; case, accents and punctuation are ignored); `kind` (only records of this kind).
/// A name that is equal to the text is preferred to one that starts with it, then to one with its words, then to one that contains it.
/// Content of the answer: `{"kind":"people","id":1,"name":"Luke Skywalker"}`. Several records that match equally well are a 409 of type
/// ``ProblemType/ambiguous``, which lists the first ``maxCandidates`` of them; no match is a 404 of type ``ProblemType/notFound``, which
/// suggests similar names.
public struct NameLookupRequest: Contract {
  public static let maxTextLength = SearchRequest.maxTextLength
  /// Maximum number of candidates in the problem of an ambiguous name. A letter may match the names of all records.
  public static let maxCandidates = 100

  public var text: String
  public var kind: KindName?
  public var validation: Validation

  public init(_ text: String, kind: KindName? = nil, validation: Validation = Validation()) {
    self.text = text
    self.kind = kind
    self.validation = validation
  }

  public var request: Request { Request(path: "names", query: ["like": text, "kind": kind?.text], fields: validation.fields) }

  public init?(_ request: Request) throws(Problem) {
    guard request.isGet("names"), let text = try request.target.text("like") else { return nil }
    guard request.target["of"] == nil else { throw .badRequest("of", "'of' cannot be combined with 'like': send two requests") }
    self.init(text, kind: try request.target.kind(), validation: Validation(request.fields))
  }

  /// Returns the one of `entries` that the text refers to. Throws the problem documents of this contract if there are several, or none.
  public func match(in entries: [NameIndex.Entry]) throws(Problem) -> NameIndex.Entry {
    try match(in: NameIndex(kind.map { kind in entries.filter { $0.reference.kind == kind } } ?? entries))
  }

  /// Returns the one record of `index` that the text refers to. The index has no records of kinds other than the requested one.
  package func match(in index: NameIndex) throws(Problem) -> NameIndex.Entry {
    switch index.find(text) {
    case .found(let entry): return entry
    case .ambiguous(let entries): throw .ambiguous(text, entries)
    case .unknown(let similar): throw .unknown(text, kind, similar)
    }
  }

  public typealias Answer = NameIndex.Entry
}

extension NameIndex.Entry: JSONAnswer {
  public var json: JSON { ["kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name)] }

  public init?(_ json: JSON) {
    guard let reference = Reference(canonical: json), let name = json["name"]?.string else { return nil }
    self.init(reference, name)
  }
}

extension ProblemType {
  /// A name matches several records. Extensions: `candidates` (the first of them) and `matches` (the number of all).
  public static let ambiguous = "urn:holocron:ambiguous"
}

extension Problem {
  package static func ambiguous(_ name: String, _ entries: [NameIndex.Entry]) -> Problem {
    Problem(
      409, "ambiguous name", detail: "'\(name)' matches \(entries.count) records; use one of these references",
      type: ProblemType.ambiguous,
      extensions: [
        "candidates": .array(entries.prefix(NameLookupRequest.maxCandidates).map(\.json)), "matches": .number(entries.count),
      ])
  }

  package static func unknown(_ name: String, _ kind: KindName?, _ similar: [NameIndex.Entry]) -> Problem {
    let scope = kind.map { " in \($0)" } ?? ""
    let problem = Problem(
      404, "not found", detail: "no record\(scope) is named '\(name)'", type: ProblemType.notFound, extensions: ["name": .string(name)])
    return problem.suggesting(similar)
  }

  /// Returns the problem with `similar` as its suggestions, unless there are none.
  package func suggesting(_ similar: [NameIndex.Entry]) -> Problem {
    guard !similar.isEmpty else { return self }
    var problem = self
    problem.extensions["suggestions"] = .array(similar.map { .string("\($0.name) (\($0.reference))") })
    return problem
  }
}
