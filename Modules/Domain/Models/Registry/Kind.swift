import OrderedJSON

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

/// Field of a kind: its description and the property that stores its value.
public struct Field<Root: Sendable>: Sendable {
  public let description: FieldDescription
  let read: @Sendable (Root) -> any FieldValue
  /// The value's canonical form, without the value as an existential: a record has tens of values.
  let canonical: @Sendable (Root) -> JSON?
  /// Stores a value; returns `false` if its type does not match the field's.
  let write: @Sendable (inout Root, OriginValue) -> Bool
  let schema: @Sendable () -> JSON

  /// Creates a field. Fields without a section are shown in the heading of a detail view. `superlative` matters for quantities.
  ///
  /// The property is a pair of closures, because the runtime builds the key paths of such a table at the first use: a fifth of what a
  /// command executes.
  public init<Value: FieldValue>(
    _ key: String, _ label: String, in section: String? = nil, superlative: Superlative = .greatest,
    get: @escaping @Sendable (Root) -> Value, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    description = FieldDescription(
      key: key, label: label, section: section, shape: Value.shape, target: Value.target, superlative: superlative)
    read = { get($0) }
    canonical = { get($0).canonical }
    write = { root, originValue in
      guard let value = Value(originValue) else { return false }
      set(&root, value)
      return true
    }
    schema = { Value.schema }
  }
}

/// Type-erased description of a field.
public struct FieldDescription: Sendable, Hashable {
  /// Member name in canonical JSON: `birthYear`.
  public let key: String
  /// `Born`
  public let label: String
  /// Heading of the field in a detail view; `nil` for fields shown elsewhere, such as the name.
  public let section: String?
  public let shape: Shape
  /// Kind that the references in this field point to.
  public let target: KindName?
  public let superlative: Superlative
}

/// What the greatest value of a field means: how a person asks for the record that has it.
public enum Superlative: Sendable, Hashable {
  /// The label of the field fits into the sentence: the greatest height.
  case greatest
  case bornLast, longestSupplies, mostPassengers, largestCrew, longestRotation, longestOrbit
  /// The greatest value is not the most: the number of an episode is not an amount, and a hyperdrive of a higher class is slower.
  case meaningless
}
