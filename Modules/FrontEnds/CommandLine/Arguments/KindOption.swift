import MessageBus
import Models

/// `--kind KIND`
enum KindOption {
  static func option(_ help: String) -> Option<String> { Option("kind", "KIND", help) }

  /// The kind that was asked for; throws a 400 that names the kinds there are.
  static func read(_ wanted: String?, _ kinds: Kinds) throws(Problem) -> KindName? {
    guard let wanted else { return nil }
    guard let kind = KindName(wanted), kinds[kind] != nil else { throw .unknownKind(wanted, kinds) }
    return kind
  }
}
