public import OrderedJSON

/// Registry of the kinds a program knows, in the order in which front-ends list them. Created at the composition root and passed down.
public struct Kinds: Sendable {
  /// Kinds in the order of the registry.
  public let all: [Kind]

  /// Creates a registry of the given kinds, each listed once.
  public init(_ kinds: [Kind]) { all = kinds }

  /// Returns the registry with further kinds after its own.
  public func adding(_ others: [Kind]) -> Kinds { Kinds(all.filter { kind in !others.contains { $0.name == kind.name } } + others) }

  /// The kinds of the Star Wars catalogue.
  public static let standard = Kinds(standardKinds)

  /// Number of records on a full page of a list: that of the original SWAPI server, where a list of 82 people has nine pages.
  public static let pageSize = 10

  /// The kind named `name`, or `nil` if it is unknown to the program.
  public subscript(name: KindName) -> Kind? { all.first { $0.name == name } }

  /// Returns the kind with this name, singular or alias, in any case.
  package func kind(called word: some StringProtocol) -> Kind? {
    let word = word.lowercased()
    return all.first { $0.words.contains(word) }
  }

  /// Returns the names of the kinds that `word` may stand for: the kind called so, or else kinds with a similar spelling.
  package func names(like word: String) -> [String] {
    if let kind = kind(called: word) { return [kind.name.text] }
    let similar = suggestions(for: word, among: all.flatMap(\.words))
    return all.filter { !$0.words.filter(similar.contains).isEmpty }.map(\.name.text)
  }

  /// Returns the name of the canonical record `json` without decoding the other fields; `nil` if the record has none.
  public func name(of json: JSON, _ kind: KindName) -> String? {
    let found = json[self[kind]?.fields[0].key ?? "name"]?.string
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the canonical record `json` with its kind, its ID and the fields that references to it show: the name, and the default sort field
  /// if that is another one, such as the episode of a film. The result is a canonical record, too; every other field is missing.
  public func label(of json: JSON) -> JSON {
    let kind = json["kind"]?.string.flatMap { KindName($0) }.flatMap { self[$0] }
    var members: JSON.Object = [:]
    for key in ["kind", "id"] + (kind?.labelKeys ?? ["name"]) { members[key] = json[key] }
    return .object(members)
  }
}
