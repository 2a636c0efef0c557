public import OrderedJSON

/// One record of any kind, also of a kind that the program does not know: that one has a name and the raw members of its origin.
public struct Record: Sendable, Hashable, CustomStringConvertible {
  public let reference: Reference
  /// What people call it. A record whose origin gives no name is called by its reference.
  public let name: String
  /// Members of the origin that no field stands for, in their order and raw. For an unknown kind these are all there are.
  public let extras: JSON.Object
  let subject: (any Kind)?

  /// A record of a kind the program knows. `id` is 1 or more.
  public init<K: Kind>(_ subject: K, id: Int, extras: JSON.Object = [:]) {
    reference = Reference(K.kind, id)
    name = subject.name.text.flatMap { $0.isEmpty ? nil : $0 } ?? reference.description
    self.extras = extras
    self.subject = subject
  }

  /// A record of a kind the program does not know. Its name is the member `name` or `title`, else its reference.
  public init(unknown reference: Reference, extras: JSON.Object) {
    let name = [extras["name"], extras["title"]].lazy.compactMap { $0?.string }.first { !$0.isEmpty }
    self.init(unknown: reference, name: name ?? reference.description, extras: extras)
  }

  init(unknown reference: Reference, name: String, extras: JSON.Object) {
    self.reference = reference
    self.name = name
    self.extras = extras
    subject = nil
  }

  /// The record with its type. `nil` when it is of another kind.
  public func `as`<K: Kind>(_ type: K.Type) -> K? { subject as? K }

  /// What the origin wrote in the field of that canonical key. ``Written/missing`` also for keys that the kind does not have.
  public func written(_ key: String) -> Written { value(key)?.written ?? .missing }

  /// The field of that canonical key as people read it. `nil` when the origin said nothing of it.
  public func display(_ key: String) -> DisplayValue? { value(key)?.display }

  /// Where the record stands in the order of that key. `nil` where there is no value: it compares with nothing.
  public func rank(_ key: String) -> Rank? { value(key)?.rank }

  private func value(_ key: String) -> (any FieldValue)? { subject?.value(key) }

  /// All fields with their values, in canonical order. Empty for an unknown kind.
  var values: [(field: FieldDescription, value: any FieldValue)] { subject?.values ?? [] }

  /// All it points to, in display order and without duplicates.
  public var references: [Reference] {
    var seen: Set<Reference> = []
    return values.flatMap { $0.value.references }.filter { seen.insert($0).inserted }
  }

  /// The canonical form.
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

  fileprivate func value(_ key: String) -> (any FieldValue)? {
    // By index: a loop over the elements would copy each field it passes, and lists ask for hundreds of values a frame.
    let fields = Self.fields
    return fields.indices.first { fields[$0].description.key == key }.map { fields[$0].read(self) }
  }

  fileprivate var erased: AnyHashable { AnyHashable(self) }
}
