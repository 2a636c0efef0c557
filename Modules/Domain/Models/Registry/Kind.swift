/// A kind of record. A conformer is a struct with a stored property per field and the static facts about them, in one file of
/// `Kinds/`; everything else (canonical JSON, schema, display, order, references) follows from the facts.
public protocol Kind: Sendable, Hashable, SendableMetatype {
  /// As it stands in references and paths: `people`.
  static var kind: KindName { get }
  /// One of them, in lower case: `person`.
  static var singular: String { get }
  /// A heading for all of them: `People`.
  static var title: String { get }
  /// In canonical and display order. The first one is the name of the record.
  static var fields: [Field<Self>] { get }
  /// Keys of the fields that a list can be sorted by, the default order first.
  static var sortKeys: [String] { get }

  /// A record of which nothing is known.
  init()

  /// What people call the record.
  var name: Prose { get }
}
