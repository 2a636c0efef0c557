import Localization
import MessageBus
import Models
import Text

/// The localised labels of fields.
struct FieldLabels: Sendable {
  let kinds: Kinds
  let wording: Wording

  /// The label of a field: `Homeworld` for the key `homeworld` of people. The key itself if the kind has no such field.
  subscript(key: String, kind: KindName) -> String {
    guard let field = kinds[kind]?.fields.first(where: { $0.key == key }) else { return key.printable }
    return wording.label(of: field, in: kind).printable
  }
}

extension Context {
  func labels() throws(Problem) -> FieldLabels { FieldLabels(kinds: kinds, wording: try wording()) }
}
