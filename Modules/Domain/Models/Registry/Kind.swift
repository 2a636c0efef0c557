/// Kind of record. A conforming type is a struct with one stored property per field and a static description of each field, in one file of
/// `Kinds/`. Canonical JSON, schema, display, sort order and references are derived from the field descriptions.
public protocol Kind: Sendable, Hashable, SendableMetatype {
  /// Name in references and paths: `people`.
  static var kind: KindName { get }
  /// Name of one record, in lower case: `person`.
  static var singular: String { get }
  /// Other words for the kind that people type, in lower case: `movies`.
  static var aliases: [String] { get }
  /// Heading for a list of records: `People`.
  static var title: String { get }
  /// Fields in canonical and display order. The first field is the name of the record.
  static var fields: [Field<Self>] { get }
  /// Keys of the sortable fields; the first is the default.
  static var sortKeys: [String] { get }

  /// Creates a record with all fields missing.
  init()

  /// Display name of the record.
  var name: Prose { get }
}

extension Kind {
  public static var aliases: [String] { [] }
}
