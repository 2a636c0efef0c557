import Console
import MessageBus
import Models

/// The option `--kind KIND`.
enum KindOption {
  static func option(_ help: String) -> Option<String> { Option("kind", "KIND", help, offering: Kinds.standard.all.map(\.name.text)) }

  /// Returns the kind named `word`. Throws a 400 that lists the available kinds.
  static func parse(_ word: String?, _ kinds: Kinds) throws(Problem) -> KindName? {
    guard let word else { return nil }
    guard let kind = kinds.kind(called: word) else { throw .unknownKind(word, kinds) }
    return kind.name
  }
}
