import Console
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// The option `--fields KEYS`.
enum FieldsOption {
  static let option = Option("fields", "KEYS", "Show only these fields, in this order, such as name,films")

  /// Returns the fields given by their keys or labels, in that order; `nil` without the option. `kind` is `nil` if it is unknown, with all of
  /// its fields. Throws a 400 that names an unknown field.
  static func parse(_ arguments: Arguments, of kind: KindDescription?, _ language: any Language) throws(Problem) -> [FieldDescription]? {
    guard let keys = arguments[option] else { return nil }
    if arguments[WireFormat.flag] { throw .usage("--fields and --wire cannot be combined", field: "--fields") }
    return try keys.split(separator: ",", omittingEmptySubsequences: false).map { key throws(Problem) in
      guard let field = kind.flatMap({ Wording(language).field(key, of: $0) }) else {
        let known = kind?.fields.map(\.key) ?? []
        throw .usage(
          "unknown field \(String(key).quoted) (available: \(known.isEmpty ? "none" : known.joined(separator: ", ")))", field: "--fields",
          suggestions: suggestions(for: String(key), among: known)
        ).marked(.unknownField, String(key), among: known)
      }
      return field
    }
  }

  /// Returns a canonical record with its kind, its ID and `fields` only; with all fields if `fields` is `nil`.
  static func only(_ fields: [FieldDescription]?, of record: JSON) -> JSON {
    guard let fields else { return record }
    return .object(JSON.Object((["kind", "id"] + fields.map(\.key)).compactMap { key in record[key].map { (key, $0) } }))
  }
}
