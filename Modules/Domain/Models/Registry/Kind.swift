public import OrderedJSON

/// Kind of record: its words and its fields. Canonical JSON, schema, display, sort order and references are derived from the fields.
///
/// A kind of the Star Wars catalogue is one file of `Kinds/`. Front-ends, dialects and caches handle records of any kind in the same way.
public struct Kind: Sendable {
  /// Name in references and paths: `people`.
  public let name: KindName
  /// Name of one record, in lower case: `person`.
  public let singular: String
  /// Heading for a list of records: `People`.
  public let title: String
  /// Keys of the sortable fields; the first is the default.
  public let sortKeys: [String]
  /// Fields in canonical and display order. The first field is the name of the record.
  public let fields: [Field]
  /// The words for the kind that people type: its name, its singular, and others such as `movies`.
  package let words: [String]
  /// Keys of the fields that a front-end shows where another record refers to this one: the name, and the default sort key if that is
  /// another field, such as the episode of a film.
  let labelKeys: [String]

  /// - Parameter aliases: further words for the kind, in lower case.
  public init(_ name: KindName, singular: String, aliases: [String] = [], title: String, sortKeys: [String], fields: [Field]) {
    self.name = name
    self.singular = singular
    self.title = title
    self.sortKeys = sortKeys
    self.fields = fields
    words = [name.text, singular] + aliases
    labelKeys = fields[0].key == sortKeys[0] ? [sortKeys[0]] : [fields[0].key, sortKeys[0]]
  }

  /// Creates a kind that only the origin knows: records have a name, and as labels the raw members of `records` that are no lists or objects.
  public init(unknown name: KindName, of records: [Record] = []) {
    var keys: [String] = []
    var seen: Set = ["name"]
    for member in records.lazy.flatMap(\.extras) where member.value.array == nil && member.value.object == nil {
      if keys.count < Self.maxUnknownFields, seen.insert(member.name).inserted { keys.append(member.name) }
    }
    self.init(
      name, singular: name.text, title: name.text.prefix(1).uppercased() + name.text.dropFirst(), sortKeys: ["name"],
      fields: [Field("name", "Name", .prose)] + keys.map { Field($0, $0, .label, in: "Raw fields") })
  }

  private static let maxUnknownFields = 64

  /// Creates a record from origin values. `originValue` is called with the canonical key of each field; `extras` are the origin's members
  /// that map to no field. Throws ``ModelError/Code/shape``, naming the field, if a value has the wrong type, such as a list for a text.
  public func record(id: Int, extras: JSON.Object = [:], originValue: (_ key: String) -> OriginValue) throws(ModelError) -> Record {
    try record(id: id, extras: extras, values: fields.map { originValue($0.key) })
  }

  /// Creates a record from one origin value for each field.
  package func record(id: Int, extras: JSON.Object, values: [OriginValue]) throws(ModelError) -> Record {
    var values = values
    // By index, because iterating would copy each field.
    for index in fields.indices {
      guard let value = fields[index].type.accepted(values[index]) else {
        throw ModelError(.shape, "the field '\(fields[index].key)' of \(name)/\(id) must be \(fields[index].shape.noun)")
      }
      values[index] = value
    }
    return Record(Reference(name, id), extras: extras, fields: fields, values: values)
  }

  /// Returns the records of this kind sorted by `key`, or by the default key if `key` is `nil`. The sort is stable; records without a value
  /// come last in either direction. Throws ``ModelError/Code/sortKey``, listing the valid keys.
  public func sorted(_ records: [Record], by key: String?, descending: Bool) throws(ModelError) -> [Record] {
    let key = key ?? sortKeys[0]
    guard sortKeys.contains(key) else {
      throw ModelError(.sortKey, "can't sort \(name) by '\(key)': choose one of \(sortKeys.joined(separator: ", "))")
    }
    return records.sorted(descending: descending) { $0.rank(key) }
  }
}

extension Array {
  /// Returns the elements sorted by `rank`. The sort is stable; elements without a rank come last in either direction.
  package func sorted(descending: Bool, by rank: (Element) -> (some Comparable)?) -> [Element] {
    let ranked = enumerated().map { (offset: $0.offset, rank: rank($0.element), element: $0.element) }
    let present = ranked.filter { $0.rank != nil }.sorted { left, right in
      guard let first = left.rank, let second = right.rank, first != second else { return left.offset < right.offset }
      return descending ? first > second : first < second
    }
    return present.map(\.element) + ranked.filter { $0.rank == nil }.map(\.element)
  }
}

/// Field of a kind.
public struct Field: Sendable, Hashable {
  /// Member name in canonical JSON: `birthYear`.
  public let key: String
  /// `Born`
  public let label: String
  public let type: FieldType
  /// Heading of the field in a detail view; `nil` for fields shown elsewhere, such as the name.
  public let section: String?
  /// Matters for quantities.
  public let superlative: Superlative

  public init(_ key: String, _ label: String, _ type: FieldType, in section: String? = nil, superlative: Superlative = .greatest) {
    self.key = key
    self.label = label
    self.type = type
    self.section = section
    self.superlative = superlative
  }

  public var shape: Shape { type.shape }

  /// Kind that the references in this field point to.
  public var target: KindName? {
    switch type {
    case .link(let kind), .links(let kind): kind
    default: nil
    }
  }

  /// Returns the number that the field itself would parse, with its unit: `100`, `1,000kg`, `41.9BBY`, `2 months`. For references, a count.
  /// Returns `nil` if `value` is not a number of the field.
  public func number(_ value: String) -> Double? {
    if shape == .references { return Amount(parsing: value)?.double }
    guard shape == .quantity, let value = type.accepted(.text(value)), case .number(let number)? = type.rank(value) else { return nil }
    return number
  }

  /// Value to compare the field with, for messages: `100`, `19BBY`, `1980-05-21`. `nil` if the values of the field have no order.
  public var exampleOperand: String? {
    switch shape {
    case .date: "1980-05-21"
    case .references: "3"
    case .quantity: ["100", "19BBY", "2 months"].first { number($0) != nil }
    case .text, .prose, .reference: nil
    }
  }
}

/// Shape of a field's values, used to lay out columns.
public enum Shape: String, Sendable, Hashable {
  case text
  /// Free text, possibly with several paragraphs.
  case prose
  /// Number, usually with a unit: sorted by amount and right-aligned in tables.
  case quantity
  case date
  case reference
  case references

  /// Whether fields can be compared with < and >: numbers, dates, and the number of references.
  package var hasOrder: Bool { self == .quantity || self == .date || self == .references }

  var noun: String {
    switch self {
    case .text, .prose, .quantity, .date: "a text or a number"
    case .reference: "a link"
    case .references: "a list of links"
    }
  }
}

/// What the greatest value of a field means: how a person asks for the record that has it.
public enum Superlative: Sendable, Hashable {
  /// The label of the field fits into the sentence: the greatest height.
  case greatest
  case bornLast, longestSupplies, mostPassengers, largestCrew, longestRotation, longestOrbit
  /// The greatest value is not the most: the number of an episode is not an amount, and a hyperdrive of a higher class is slower.
  case meaningless
}
