import Contracts
import MessageBus
import Models
import OrderedJSON

/// The names under which people know kinds and fields: `homeworld`, `hair_color`, `Hair`, `HAIRCOLOR`. Case and punctuation do not count.
struct FieldNames: Sendable {
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
    throw .unknown("kind", text, Alike.names(like: text, among: kinds.all.flatMap { [$0.name.text, $0.singular] }))
  }

  /// The fields of `among` that are called so: by canonical key, in SWAPI's spelling, or `name` for whatever names a record; by their
  /// label only where nothing has such a key. Throws a 400 with what may have been meant.
  func fields(_ text: String, among names: [KindName]) throws(Problem) -> [KindName: [FieldDescription]] {
    let wanted = FoldedText(text).compact
    let described = names.compactMap { kinds[$0] }
    var found: [KindName: [FieldDescription]] = [:]
    for kind in described {
      found[kind.name] = kind.fields.enumerated().filter { $0.element.key.lowercased() == wanted || ($0.offset == 0 && wanted == "name") }
        .map(\.element)
    }
    if found.values.allSatisfy(\.isEmpty) {
      for kind in described { found[kind.name] = kind.fields.filter { FoldedText($0.label).compact == wanted } }
    }
    guard found.values.allSatisfy(\.isEmpty) else { return found.filter { !$0.value.isEmpty } }
    let known = described.flatMap { $0.fields.map(\.key) } + ["kind", "name"]
    let elsewhere = kinds.all.filter { kind in kind.fields.contains { $0.key.lowercased() == wanted } }.map(\.name.text)
    throw .unknown("field", text, Alike.names(like: text, among: known), elsewhere: elsewhere)
  }
}

extension Problem {
  /// A 400 about the query that names what is wrong with it, with the members `name` and `suggestions`.
  static func unknown(_ what: String, _ name: String, _ suggestions: [String], elsewhere: [String] = []) -> Problem {
    var detail = "'\(name)' is no \(what)"
    if !elsewhere.isEmpty {
      detail += " of what is searched: only \(elsewhere.joined(separator: ", ")) have it"
    } else if !suggestions.isEmpty {
      detail += ": did you mean \(suggestions.joined(separator: " or "))?"
    } else {
      detail += ": to search for the text itself, put it in quotation marks"
    }
    var problem = Problem.badRequest("q", detail)
    problem.extensions["name"] = .string(name)
    if !suggestions.isEmpty { problem.extensions["suggestions"] = .array(suggestions.map { .string($0) }) }
    return problem
  }
}
