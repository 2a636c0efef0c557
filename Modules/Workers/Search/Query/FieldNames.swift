import Contracts
import MessageBus
import Models
import OrderedJSON

/// The names under which people know kinds and fields: `homeworld`, `hair_color`, `Hair`, `HAIRCOLOR`. Case and punctuation do not count.
struct FieldNames: Sendable {
  /// What asks for a kind, like a field: `kind:people`.
  static let kind = "kind"
  private static let name = "name"

  let kinds: Kinds

  /// The kinds that are called so, by name, singular or title: `people`, `person`. Throws a 400 with what may have been meant.
  func kind(_ text: String) throws(Problem) -> KindName {
    let wanted = FoldedText(text).compact
    let found = kinds.all.first { kind in
      [kind.name.text, kind.singular, kind.title].contains { FoldedText($0).compact == wanted }
    }
    if let found { return found.name }
    // Origins may have kinds that this program does not know.
    if kinds.all.isEmpty, let name = KindName(text) { return name }
    throw .unknown(
      "kind", text, Alike.names(like: text, among: kinds.all.flatMap { [$0.name.text, $0.singular] }),
      because: "there are \(kinds.all.map(\.name.text).joined(separator: ", "))")
  }

  /// A field that waits for its value, as somebody types: `homeworld:`, `mass>=`.
  func isUnfinishedFilter(_ text: String) -> Bool {
    let field = text.prefix { !Self.signs.contains($0) }
    guard field.count < text.count, text.dropFirst(field.count).allSatisfy(Self.signs.contains) else { return false }
    return field.lowercased() == Self.kind || (try? fields(String(field), among: kinds.all.map(\.name))) != nil
  }

  private static let signs = Set(QueryTerm.Comparison.allCases.flatMap(\.rawValue))

  /// The fields of `among` that are called so: by canonical key, in SWAPI's spelling, or `name` for whatever names a record; by their
  /// label only where nothing has such a key. Throws a 400 with what may have been meant.
  func fields(_ text: String, among names: [KindName]) throws(Problem) -> [KindName: [FieldDescription]] {
    let wanted = FoldedText(text).compact
    let described = names.compactMap { kinds[$0] }
    var found: [KindName: [FieldDescription]] = [:]
    for kind in described {
      found[kind.name] = kind.fields.enumerated().filter {
        $0.element.key.lowercased() == wanted || ($0.offset == 0 && wanted == Self.name)
      }
      .map(\.element)
    }
    if found.values.allSatisfy(\.isEmpty) {
      for kind in described { found[kind.name] = kind.fields.filter { FoldedText($0.label).compact == wanted } }
    }
    guard found.values.allSatisfy(\.isEmpty) else { return found.filter { !$0.value.isEmpty } }
    if let kind = try? kind(text) { throw .unknown("field", text, because: "it is a kind; write \(Self.kind):\(kind)") }
    let elsewhere = kinds.all.filter { kind in kind.fields.contains { $0.key.lowercased() == wanted } }.map(\.name.text)
    guard elsewhere.isEmpty else {
      throw .unknown("field of what is searched", text, because: "only \(elsewhere.joined(separator: ", ")) have it")
    }
    let alike = Alike.names(like: text, among: described.flatMap { $0.fields.map(\.key) } + [Self.kind, Self.name])
    throw .unknown("field", text, alike, because: "to search for the text itself, put it in quotation marks")
  }
}

extension Problem {
  /// A 400 about the query that names what is wrong with it, with the members `name` and `suggestions`. `reason` is told where there are no
  /// suggestions: front-ends word those themselves.
  static func unknown(_ what: String, _ name: String, _ suggestions: [String] = [], because reason: String) -> Problem {
    var problem = Problem.badRequest("q", "'\(name)' is no \(what)" + (suggestions.isEmpty ? ": \(reason)" : ""))
    problem.extensions["name"] = .string(name)
    if !suggestions.isEmpty { problem.extensions["suggestions"] = .array(suggestions.map { .string($0) }) }
    return problem
  }
}
