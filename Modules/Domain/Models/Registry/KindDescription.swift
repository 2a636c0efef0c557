public import OrderedJSON

/// A kind, type erased: what a front-end, a dialect or a cache needs in order to handle records of any kind alike.
public struct KindDescription: Sendable {
  let type: any Kind.Type

  init(_ type: any Kind.Type) { self.type = type }

  /// `people`
  public var name: KindName { type.kind }
  /// `person`
  public var singular: String { type.singular }
  /// `People`
  public var title: String { type.title }
  /// In canonical order; the first one is the name.
  public var fields: [FieldDescription] { type.descriptions }
  /// The first one is the default order.
  public var sortKeys: [String] { type.sortKeys }

  /// Makes a record from what an origin wrote, asked field by field under the canonical key. `extras` are members of the origin that
  /// no field stands for. Throws ``ModelError/Code/shape`` and names the field that holds a list for a text or the like.
  public func record(id: Int, extras: JSON.Object = [:], written: (_ key: String) -> Written) throws(ModelError) -> Record {
    try type.record(id: id, extras: extras, written: written)
  }

  /// Puts records of this kind in the order of `key`; `nil` is the default order. Records without a value come last in either
  /// direction, and equal ones keep their order. Throws ``ModelError/Code/sortKey`` with the keys there are.
  public func sorted(_ records: [Record], by key: String?, descending: Bool) throws(ModelError) -> [Record] {
    let key = key ?? sortKeys[0]
    guard sortKeys.contains(key) else {
      throw ModelError(.sortKey, "\(name) have no order '\(key)': choose one of \(sortKeys.joined(separator: ", "))")
    }
    let ranked = records.map { (record: $0, rank: $0.rank(key)) }
    let present = ranked.enumerated().filter { $0.element.rank != nil }.sorted { left, right in
      guard let first = left.element.rank, let second = right.element.rank, first != second else { return left.offset < right.offset }
      return descending ? first > second : first < second
    }
    return present.map(\.element.record) + ranked.filter { $0.rank == nil }.map(\.record)
  }
}

extension Kind {
  fileprivate static var descriptions: [FieldDescription] { fields.map(\.description) }

  fileprivate static func record(id: Int, extras: JSON.Object, written: (String) -> Written) throws(ModelError) -> Record {
    var subject = Self()
    for field in fields {
      let key = field.description.key
      guard field.write(&subject, written(key)) else {
        throw ModelError(.shape, "the field '\(key)' of \(kind)/\(id) holds something else than \(field.description.shape.noun)")
      }
    }
    return Record(subject, id: id, extras: extras)
  }
}
