public import OrderedJSON

/// Type-erased kind: lets a front-end, a dialect or a cache handle records of any kind in the same way.
public struct KindDescription: Sendable {
  let type: any Kind.Type

  init(_ type: any Kind.Type) { self.type = type }

  /// `people`
  public var name: KindName { type.kind }
  /// `person`
  public var singular: String { type.singular }
  /// The words for the kind: its name, its singular, and others such as `movies`.
  package var words: [String] { [name.text, singular] + type.aliases }
  /// `People`
  public var title: String { type.title }
  /// Fields in canonical order; the first is the name.
  public var fields: [FieldDescription] { type.descriptions }
  /// Keys of the sortable fields; the first is the default.
  public var sortKeys: [String] { type.sortKeys }

  /// Creates a record from origin values. `originValue` is called with the canonical key of each field; `extras` are the origin's members
  /// that map to no field. Throws ``ModelError/Code/shape``, naming the field, if a value has the wrong type, such as a list for a text.
  public func record(id: Int, extras: JSON.Object = [:], originValue: (_ key: String) -> OriginValue) throws(ModelError) -> Record {
    try type.record(id: id, extras: extras, originValue: originValue)
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

extension Kind {
  fileprivate static var descriptions: [FieldDescription] { fields.map(\.description) }

  fileprivate static func record(id: Int, extras: JSON.Object, originValue: (String) -> OriginValue) throws(ModelError) -> Record {
    var subject = Self()
    let fields = fields
    // By index, because iterating would copy each field.
    for index in fields.indices {
      let key = fields[index].description.key
      guard fields[index].write(&subject, originValue(key)) else {
        throw ModelError(.shape, "the field '\(key)' of \(kind)/\(id) must be \(fields[index].description.shape.noun)")
      }
    }
    return Record(subject, id: id, extras: extras)
  }
}

extension KindDescription {
  /// Returns a value to compare a field with, for messages: `100`, `19BBY`, `1980-05-21`. Returns `nil` if the values of the field have no order.
  public func exampleOperand(of field: FieldDescription) -> String? {
    switch field.shape {
    case .date: "1980-05-21"
    case .references: "3"
    case .quantity: Self.quantities.first { number($0, in: field) != nil }
    case .text, .prose, .reference: nil
    }
  }

  /// Quantities with the units that fields require.
  private static let quantities = ["100", "19BBY", "2 months"]

  /// Returns the number that the field itself would parse, with its unit: `100`, `1,000kg`, `41.9BBY`, `2 months`. For references, a count.
  /// Returns `nil` if `value` is not a number of the field.
  public func number(_ value: String, in field: FieldDescription) -> Double? {
    switch field.shape {
    case .references: return Amount(parsing: value)?.double
    case .quantity:
      let record = try? record(id: 1) { $0 == field.key ? .text(value) : .missing }
      if case .number(let number)? = record?.rank(field.key) { return number }
      return nil
    default: return nil
    }
  }
}
