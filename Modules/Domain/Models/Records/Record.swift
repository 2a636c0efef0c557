public import OrderedJSON

/// Record of any kind. A record of an unknown kind has a name and the raw members that its origin sent.
public struct Record: Sendable, Hashable, CustomStringConvertible {
  public let reference: Reference
  /// Display name; the reference, if the origin gives no name.
  public let name: String
  /// Raw members of the origin's record that map to no field, in their order. For an unknown kind, all members.
  public let extras: JSON.Object
  let subject: (any Kind)?

  /// Creates a record of a known kind. `id` is 1 or more.
  public init<K: Kind>(_ subject: K, id: Int, extras: JSON.Object = [:]) {
    reference = Reference(K.kind, id)
    name = subject.name.text.flatMap { Self.isBlank($0) ? nil : $0 } ?? reference.description
    self.extras = extras
    self.subject = subject
  }

  /// Creates a record of an unknown kind, named by its member `name` or `title`, or else by its reference.
  public init(unknown reference: Reference, extras: JSON.Object) {
    let name = [extras["name"], extras["title"]].lazy.compactMap { $0?.string }.first { !Self.isBlank($0) }
    self.init(unknown: reference, name: name ?? reference.description, extras: extras)
  }

  init(unknown reference: Reference, name: String, extras: JSON.Object) {
    self.reference = reference
    self.name = name
    self.extras = extras
    subject = nil
  }

  /// Whether a name has only white space and characters that are not drawn. It would be an empty row in a list.
  private static func isBlank(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      // Most names begin with an ASCII letter, for which the properties need not be looked up.
      guard scalar.value <= 0x20 || scalar.value >= 0x7F else { return false }
      return scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns the record as its concrete type, or `nil` if it is of another kind.
  public func `as`<K: Kind>(_ type: K.Type) -> K? { subject as? K }

  /// Returns the origin's value of the field with canonical key `key`; ``OriginValue/missing`` if the kind has no such field.
  public func originValue(_ key: String) -> OriginValue { value(key)?.originValue ?? .missing }

  /// The origin's values of all fields, in the order of ``KindDescription/fields``. Empty for an unknown kind.
  package var originValues: [OriginValue] { subject?.originValues ?? [] }

  /// Returns the display value of the field with canonical key `key`, or `nil` if the field is missing.
  public func display(_ key: String) -> DisplayValue? { value(key)?.display }

  /// Returns the sort rank of the field with canonical key `key`, or `nil` if the field has no value.
  public func rank(_ key: String) -> Rank? { value(key)?.rank }

  /// Returns whether the kind has a field with canonical key `key`; false for an unknown kind.
  public func hasField(_ key: String) -> Bool { value(key) != nil }

  private func value(_ key: String) -> (any FieldValue)? { subject?.value(key) }

  /// Fields with their values, in canonical order. Empty for an unknown kind.
  var values: [(field: FieldDescription, value: any FieldValue)] { subject?.values ?? [] }

  /// Records that this record refers to, in display order and without duplicates.
  public var references: [Reference] {
    var seen: Set<Reference> = []
    return values.flatMap { $0.value.references }.filter { seen.insert($0).inserted }
  }

  /// Canonical JSON.
  public var description: String { canonical.text() }

  public static func == (left: Record, right: Record) -> Bool {
    left.reference == right.reference && left.name == right.name && left.extras == right.extras
      && (left.subject?.erased == right.subject?.erased)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(reference)
    hasher.combine(name)
  }
}

extension Kind {
  fileprivate var values: [(field: FieldDescription, value: any FieldValue)] { Self.fields.map { ($0.description, $0.read(self)) } }

  fileprivate var originValues: [OriginValue] {
    // By index, because iterating would copy each field.
    let fields = Self.fields
    return fields.indices.map { fields[$0].read(self).originValue }
  }

  fileprivate func value(_ key: String) -> (any FieldValue)? {
    // Searches by index because iterating would copy every field visited; lists read hundreds of values per frame.
    let fields = Self.fields
    return fields.indices.first { fields[$0].description.key == key }.map { fields[$0].read(self) }
  }

  fileprivate var erased: AnyHashable { AnyHashable(self) }
}
