import Contracts
import MessageBus
import Models
import OrderedJSON

/// Resolves the names of kinds and fields in queries: `homeworld`, `hair_color`, `Hair`, `HAIRCOLOR`. Ignores case and punctuation.
struct FieldNames: Sendable {
  /// Pseudo-field that selects a kind: `kind:people`.
  static let kind = "kind"
  private static let name = "name"

  let kinds: Kinds
  private let kindNames: [String: KindName]
  /// The fields of each kind by their folded keys, and by their folded labels: folding all of them for each filter would cost far more than
  /// the rest of its parsing.
  private var keys, labels: [KindName: [String: [Field]]]

  /// Folds the names of all kinds and fields, which takes a fraction of a millisecond.
  init(kinds: Kinds) {
    self.kinds = kinds
    kindNames = Dictionary(
      kinds.all.flatMap { kind in (kind.words + [kind.title]).map { (FoldedText($0).compact, kind.name) } },
      uniquingKeysWith: { first, _ in first })
    (keys, labels) = ([:], [:])
    for kind in kinds.all {
      let fields = kind.fields
      keys[kind.name] = Dictionary(grouping: fields) { $0.key.lowercased() }
      labels[kind.name] = Dictionary(grouping: fields) { FoldedText($0.label).compact }
      if let first = fields.first, first.key != Self.name { keys[kind.name]?[Self.name, default: []].insert(first, at: 0) }
    }
  }

  /// Returns the kind with this name, singular, alias or title: `people`, `person`, `characters`. Throws a 400 problem with suggestions if there is none.
  func kind(_ text: String) throws(Problem) -> KindName {
    if let found = kindNames[FoldedText(text).compact] { return found }
    // Origins may offer kinds that are not in the registry.
    if kinds.all.isEmpty, let name = KindName(text) { return name }
    let available = kinds.all.map(\.name.text)
    throw .unknown(
      "kind", text, .unknownFilterKind, suggestions(for: text, among: kinds.all.flatMap(\.words)),
      hint: " (available: \(available.joined(separator: ", ")))", ["choices": .array(available.map { .string($0) })])
  }

  /// Returns whether a text is a field and a comparison without a value, as while typing: `homeworld:`, `mass>=`.
  func isUnfinishedFilter(_ text: String) -> Bool {
    let field = text.prefix { !Self.comparisonCharacters.contains($0) }
    guard field.count < text.count, text.dropFirst(field.count).allSatisfy(Self.comparisonCharacters.contains) else { return false }
    return field.lowercased() == Self.kind || !fields(folded: FoldedText(field).compact, of: kinds.all.map(\.name)).isEmpty
  }

  private static let comparisonCharacters = FieldComparison.characters

  /// Returns the fields of the given kinds that have this name: a canonical key, a key in SWAPI's spelling, or `name` for the field that
  /// names a record; a label only if no key matches. Throws a 400 problem with suggestions if there is none.
  func fields(_ text: String, among names: [KindName]) throws(Problem) -> [KindName: [Field]] {
    let folded = FoldedText(text).compact
    let found = fields(folded: folded, of: names)
    guard found.isEmpty else { return found }
    if let kind = try? kind(text) {
      let example = "\(Self.kind):\(kind)"
      throw .unknown("field", text, .kindAsField, hint: ": '\(text)' is a kind; write \(example)", ["instead": .string(example)])
    }
    let elsewhere = kinds.all.map(\.name).filter { keys[$0]?[folded] != nil }.map(\.text)
    guard elsewhere.isEmpty else {
      throw .unknown(
        "field", text, .fieldOfOtherKinds, hint: ": it exists only in \(elsewhere.joined(separator: ", "))",
        ["kinds": .array(elsewhere.map { .string($0) })])
    }
    let similar = suggestions(for: text, among: names.flatMap { kinds[$0]?.fields.map(\.key) ?? [] } + [Self.kind, Self.name])
    throw .unknown("field", text, .unknownFilterField, similar, hint: ": quote the text to search for it")
  }

  /// Returns the fields of the given kinds whose folded name is `folded`; empty if there are none. Costs a fraction of the error that
  /// ``fields(_:among:)`` throws, which needs the closest names.
  private func fields(folded: String, of names: [KindName]) -> [KindName: [Field]] {
    func found(in index: [KindName: [String: [Field]]]) -> [KindName: [Field]] {
      Dictionary(names.compactMap { name in index[name]?[folded].map { (name, $0) } }, uniquingKeysWith: { first, _ in first })
    }
    let fields = found(in: keys)
    return fields.isEmpty ? found(in: labels) : fields
  }
}

extension Problem {
  /// Creates a 400 problem for a mistake in a query, with the members that the reason needs.
  static func query(_ reason: ProblemReason, _ detail: String, _ members: JSON.Object) -> Problem {
    var problem = Problem.badRequest("q", detail).because(reason)
    for member in members { problem.extensions[member.name] = member.value }
    return problem
  }

  /// Creates a 400 problem for a field that cannot be compared with < or >.
  static func withoutOrder(_ name: String, example: String) -> Problem {
    query(
      .fieldWithoutOrder, "\(name) cannot be compared with < or >; write \(example)", ["name": .string(name), "instead": .string(example)])
  }

  /// Creates a 400 problem for an unknown name in the query, with the members `name` and `suggestions`. Without suggestions, which front-ends
  /// word themselves, it has `members`, and the detail ends with `hint`, which begins with its punctuation.
  static func unknown(
    _ type: String, _ name: String, _ reason: ProblemReason, _ suggestions: [String] = [], hint: String, _ members: JSON.Object = [:]
  ) -> Problem {
    var problem = Problem.query(reason, "unknown \(type) '\(name)'" + (suggestions.isEmpty ? hint : ""), ["name": .string(name)])
    if suggestions.isEmpty {
      for member in members { problem.extensions[member.name] = member.value }
    } else {
      problem.extensions["suggestions"] = .array(suggestions.map { .string($0) })
    }
    return problem
  }
}
