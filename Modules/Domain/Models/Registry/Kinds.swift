/// Registry of the kinds a program knows, in the order in which front-ends list them. Created at the composition root and passed down.
public struct Kinds: Sendable {
  /// Kinds in the order of the registry.
  public let all: [KindDescription]

  /// Creates a registry of the given kinds, each listed once.
  public init(_ types: [any Kind.Type]) { all = types.map(KindDescription.init) }

  /// The kinds of the Star Wars catalogue.
  public static let standard = Kinds(standardKinds)

  /// Number of records on a full page of a list: that of the original SWAPI server, where a list of 82 people has nine pages.
  public static let pageSize = 10

  /// The kind named `name`, or `nil` if it is unknown to the program.
  public subscript(name: KindName) -> KindDescription? { all.first { $0.name == name } }

  /// Returns the kind with this name, singular or alias, in any case.
  package func kind(called word: some StringProtocol) -> KindDescription? {
    let word = word.lowercased()
    return all.first { $0.words.contains(word) }
  }
}
