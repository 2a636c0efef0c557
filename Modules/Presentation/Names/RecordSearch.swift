import Contracts
public import MessageBus
public import Models
import OrderedJSON

extension Repository {
  /// The record that a person means by `text`: `people/1`, a name, or a name of one kind (`people/luke`).
  ///
  /// Names are looked up in the lists of all `kinds` at once. Throws ``Problem/Kind/notFound`` with suggestions when nothing fits,
  /// ``Problem/Kind/ambiguous`` with the candidates when several records fit equally well.
  public func find(_ text: String, kinds: Kinds) async throws(Problem) -> Reference {
    if let reference = Reference(text) { return reference }
    var wanted = kinds.all.map(\.name)
    var name = text
    if let slash = text.firstIndex(of: "/"), let kind = KindName(text[..<slash]), kinds[kind] != nil {
      wanted = [kind]
      name = String(text[text.index(after: slash)...])
    }
    switch NameIndex(try await names(of: wanted, kinds: kinds)).find(name) {
    case .found(let entry): return entry.reference
    case .ambiguous(let entries): throw .ambiguous(name, entries)
    case .unknown(let alike): throw .unknown(name, wanted.count == 1 ? wanted[0] : nil, alike)
    }
  }
}

extension Problem {
  static func ambiguous(_ name: String, _ entries: [NameIndex.Entry]) -> Problem {
    let candidates = entries.map { entry -> JSON in
      ["kind": .string(entry.reference.kind.text), "id": .number(entry.reference.id), "name": .string(entry.name)]
    }
    return Problem(
      409, "which one", detail: "'\(name)' fits \(entries.count) records: write more of the name, or one of these references",
      type: Kind.ambiguous, extensions: ["candidates": .array(candidates)])
  }

  static func unknown(_ name: String, _ kind: KindName?, _ alike: [NameIndex.Entry]) -> Problem {
    let place = kind.map { "in \($0)" } ?? "in any kind"
    var problem = Problem(404, "not found", detail: "nothing \(place) is called '\(name)'", type: Kind.notFound)
    if !alike.isEmpty { problem.extensions["suggestions"] = .array(alike.map { .string("\($0.name) (\($0.reference))") }) }
    return problem
  }

  /// A record of a kind that the program does not know was not found: the kind may be mistyped.
  public func suggestingKinds(for reference: Reference, kinds: Kinds) -> Problem {
    guard type == Kind.notFound, kinds[reference.kind] == nil, extensions["suggestions"] == nil else { return self }
    let alike = kinds.names(like: reference.kind.text)
    guard !alike.isEmpty else { return self }
    var problem = self
    problem.extensions["suggestions"] = .array(alike.map { .string("\($0)/\(reference.id)") })
    return problem
  }
}
