public import Contracts
public import MessageBus
public import Models
import OrderedJSON

extension Repository {
  /// The record that a person means by `text`: `people/1`, a name, or a name of one kind (`people/luke`).
  ///
  /// Throws ``ProblemType/notFound`` with suggestions when nothing fits,
  /// ``ProblemType/ambiguous`` with the candidates when several records fit equally well.
  public func find(_ text: String, kinds: Kinds) async throws(Problem) -> Reference {
    if let reference = Reference(text) { return reference }
    return try await find([text], kinds: kinds)[0]
  }

  /// The records that a person means by `texts`, in their order. No list is fetched whole: see ``candidates(for:of:kinds:)``. The problem of a name
  /// that nothing fits carries it in the extension `name`.
  public func find(_ texts: [String], kinds: Kinds) async throws(Problem) -> [Reference] {
    var references: [Reference] = []
    for text in texts {
      let wanted = try WantedRecord(text, kinds)
      if let reference = wanted.reference {
        references.append(reference)
      } else {
        references.append(try wanted.found(among: try await candidates(for: wanted.name, of: wanted.kinds, kinds: kinds)))
      }
    }
    return references
  }
}

/// What a person wrote for a record, taken apart.
private struct WantedRecord {
  let reference: Reference?
  let name: String
  /// Where the name may stand.
  let kinds: [KindName]

  /// Throws a 400 where nothing stands behind the slash, and where a number that is no ID does: it is not to be taken for part of a name.
  init(_ text: String, _ known: Kinds) throws(Problem) {
    reference = Reference(text)
    if let slash = text.firstIndex(of: "/"), let kind = KindName(text[..<slash]), known[kind] != nil {
      kinds = [kind]
      name = String(text[text.index(after: slash)...])
      guard name.contains(where: { !$0.isWhitespace }) else { throw .badRequest("name", "write an ID or a name after '\(kind)/'") }
      let digits = name.first.map { "+-".contains($0) } == true ? name.dropFirst() : name[...]
      if reference == nil, !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) {
        throw .badRequest("name", "'\(name)' is no ID: write a whole number from 1, such as \(kind)/1")
      }
    } else {
      kinds = known.all.map(\.name)
      name = text
    }
  }

  func found(among entries: [NameIndex.Entry]) throws(Problem) -> Reference {
    if let reference { return reference }
    switch NameIndex(entries.filter { kinds.contains($0.reference.kind) }).find(name) {
    case .found(let entry): return entry.reference
    case .ambiguous(let entries): throw .ambiguous(name, entries)
    case .unknown(let alike): throw .unknown(name, kinds.count == 1 ? kinds[0] : nil, alike)
    }
  }
}

extension ProblemType {
  /// A name fits several records; the extension `candidates` lists them.
  public static let ambiguous = "urn:holocron:ambiguous"
}

extension Problem {
  package static func ambiguous(_ name: String, _ entries: [NameIndex.Entry]) -> Problem {
    let candidates = entries.map { entry -> JSON in
      ["kind": .string(entry.reference.kind.text), "id": .number(entry.reference.id), "name": .string(entry.name)]
    }
    return Problem(
      409, "which one", detail: "'\(name)' fits \(entries.count) records: write more of the name, or one of these references",
      type: ProblemType.ambiguous, extensions: ["candidates": .array(candidates)])
  }

  package static func unknown(_ name: String, _ kind: KindName?, _ alike: [NameIndex.Entry]) -> Problem {
    let place = kind.map { "in \($0)" } ?? "in any kind"
    var problem = Problem(
      404, "not found", detail: "nothing \(place) is called '\(name)'", type: ProblemType.notFound, extensions: ["name": .string(name)])
    if !alike.isEmpty { problem.extensions["suggestions"] = .array(alike.map { .string("\($0.name) (\($0.reference))") }) }
    return problem
  }

  /// A record of a kind that the program does not know was not found: the kind may be mistyped.
  public func suggestingKinds(for reference: Reference, kinds: Kinds) -> Problem {
    guard type == ProblemType.notFound, kinds[reference.kind] == nil, extensions["suggestions"] == nil else { return self }
    let alike = kinds.names(like: reference.kind.text)
    guard !alike.isEmpty else { return self }
    var problem = self
    problem.extensions["suggestions"] = .array(alike.map { .string("\($0)/\(reference.id)") })
    return problem
  }
}
