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

  /// Returns the kind with this name, singular or title: `people`, `person`. Throws a 400 problem with suggestions if there is none.
  func kind(_ text: String) throws(Problem) -> KindName {
    let folded = FoldedText(text).compact
    let found = kinds.all.first { kind in
      [kind.name.text, kind.singular, kind.title].contains { FoldedText($0).compact == folded }
    }
    if let found { return found.name }
    // Origins may offer kinds that are not in the registry.
    if kinds.all.isEmpty, let name = KindName(text) { return name }
    let available = kinds.all.map(\.name.text)
    throw .unknown(
      "kind", text, .unknownFilterKind, suggestions(for: text, among: kinds.all.flatMap { [$0.name.text, $0.singular] }),
      hint: " (available: \(available.joined(separator: ", ")))", ["choices": .array(available.map { .string($0) })])
  }

  /// Returns whether a text is a field and a comparison without a value, as while typing: `homeworld:`, `mass>=`.
  func isUnfinishedFilter(_ text: String) -> Bool {
    let field = text.prefix { !Self.comparisonCharacters.contains($0) }
    guard field.count < text.count, text.dropFirst(field.count).allSatisfy(Self.comparisonCharacters.contains) else { return false }
    return field.lowercased() == Self.kind || !fields(folded: FoldedText(field).compact, of: kinds.all).isEmpty
  }

  private static let comparisonCharacters = FieldComparison.characters

  /// Returns the fields of the given kinds that have this name: a canonical key, a key in SWAPI's spelling, or `name` for the field that
  /// names a record; a label only if no key matches. Throws a 400 problem with suggestions if there is none.
  func fields(_ text: String, among names: [KindName]) throws(Problem) -> [KindName: [FieldDescription]] {
    let folded = FoldedText(text).compact
    let described = names.compactMap { kinds[$0] }
    let found = fields(folded: folded, of: described)
    guard found.isEmpty else { return found }
    if let kind = try? kind(text) {
      let example = "\(Self.kind):\(kind)"
      throw .unknown("field", text, .kindAsField, hint: ": '\(text)' is a kind; write \(example)", ["instead": .string(example)])
    }
    let elsewhere = kinds.all.filter { kind in kind.fields.contains { $0.key.lowercased() == folded } }.map(\.name.text)
    guard elsewhere.isEmpty else {
      throw .unknown(
        "field", text, .fieldOfOtherKinds, hint: ": it exists only in \(elsewhere.joined(separator: ", "))",
        ["kinds": .array(elsewhere.map { .string($0) })])
    }
    let similar = suggestions(for: text, among: described.flatMap { $0.fields.map(\.key) } + [Self.kind, Self.name])
    throw .unknown("field", text, .unknownFilterField, similar, hint: ": quote the text to search for it")
  }

  /// Returns the fields of the given kinds whose folded name is `folded`; empty if there are none. Costs a fraction of the error that
  /// ``fields(_:among:)`` throws, which needs the closest names.
  private func fields(folded: String, of described: [KindDescription]) -> [KindName: [FieldDescription]] {
    var found: [KindName: [FieldDescription]] = [:]
    for kind in described {
      let fields = kind.fields.enumerated().filter { $0.element.key.lowercased() == folded || ($0.offset == 0 && folded == Self.name) }
      if !fields.isEmpty { found[kind.name] = fields.map(\.element) }
    }
    guard found.isEmpty else { return found }
    for kind in described {
      let fields = kind.fields.filter { FoldedText($0.label).compact == folded }
      if !fields.isEmpty { found[kind.name] = fields }
    }
    return found
  }
}
