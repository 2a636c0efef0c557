public import Contracts
public import MessageBus
public import Models
import OrderedJSON

extension Repository {
  /// Returns the record that `text` refers to: a reference (`people/1`), a name, or a name within a kind (`people/luke`).
  ///
  /// Throws ``ProblemType/notFound`` with suggestions if no record matches, and ``ProblemType/ambiguous`` with the candidates if several
  /// match equally well.
  public func find(_ text: String, kinds: Kinds) async throws(Problem) -> Reference {
    if let reference = Reference(text) { return reference }
    return try await find([text], kinds: kinds)[0]
  }

  /// Returns the records that `texts` refer to, in order. Never fetches a whole list; see ``candidates(for:of:kinds:)``. The problem of a
  /// name without a match carries the name in the extension `name`.
  public func find(_ texts: [String], kinds: Kinds) async throws(Problem) -> [Reference] {
    var references: [Reference] = []
    for text in texts {
      let query = try RecordQuery(text, kinds)
      if let reference = query.reference {
        references.append(reference)
      } else {
        references.append(try query.match(in: try await candidates(for: query.name, of: query.kinds, kinds: kinds)))
      }
    }
    return references
  }
}

/// A parsed reference or name of a record.
private struct RecordQuery {
  let reference: Reference?
  let name: String
  /// The kinds to search for the name.
  let kinds: [KindName]

  /// Throws a 400 if nothing follows the slash, or a number that is not a valid ID: such a number is not searched for as a name.
  init(_ text: String, _ known: Kinds) throws(Problem) {
    reference = Reference(text)
    if let slash = text.firstIndex(of: "/"), let kind = KindName(text[..<slash]), known[kind] != nil {
      kinds = [kind]
      name = String(text[text.index(after: slash)...])
      guard name.contains(where: { !$0.isWhitespace }) else { throw .badRequest("name", "missing ID or name after '\(kind)/'") }
      let digits = name.first.map { "+-".contains($0) } == true ? name.dropFirst() : name[...]
      if reference == nil, !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) {
        throw .badRequest("name", "invalid ID '\(name)': use a whole number from 1, such as \(kind)/1")
      }
    } else {
      kinds = known.all.map(\.name)
      name = text
    }
  }

  func match(in entries: [NameIndex.Entry]) throws(Problem) -> Reference {
    if let reference { return reference }
    switch NameIndex(entries.filter { kinds.contains($0.reference.kind) }).find(name) {
    case .found(let entry): return entry.reference
    case .ambiguous(let entries): throw .ambiguous(name, entries)
    case .unknown(let similar): throw .unknown(name, kinds.count == 1 ? kinds[0] : nil, similar)
    }
  }
}

extension Problem {
  /// Adds suggestions for the kind to a "not found" problem if the kind of `reference` is unknown and may be mistyped.
  public func suggestingKinds(for reference: Reference, kinds: Kinds) -> Problem {
    guard type == ProblemType.notFound, kinds[reference.kind] == nil, extensions["suggestions"] == nil else { return self }
    let similar = kinds.names(like: reference.kind.text)
    guard !similar.isEmpty else { return self }
    var problem = self
    problem.extensions["suggestions"] = .array(similar.map { .string("\($0)/\(reference.id)") })
    return problem
  }
}
