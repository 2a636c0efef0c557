package import Client
package import Models
package import OrderedJSON

/// References within canonical records: `{"kind":"films","id":1}`.
extension JSON {
  /// Returns the references of a canonical record, in order. Those of the origin's own members (`extra`) do not count.
  package var recordReferences: [Reference] { (object ?? [:]).filter { $0.name != Self.extra }.flatMap(\.value.references) }

  /// Returns a canonical record whose references have names: `{"kind":"films","id":1,"name":"A New Hope"}`. Those without a name stay as they
  /// are.
  package func naming(_ names: ReferenceNames) -> JSON {
    guard let object else { return self }
    return .object(Object(object.map { ($0.name, $0.name == Self.extra ? $0.value : $0.value.named(names)) }))
  }

  private static let extra = "extra"

  /// The reference that this value is; `nil` for any other value.
  private var reference: Reference? {
    guard let object, object.count == 2 else { return nil }
    return Reference(canonical: self)
  }

  private var references: [Reference] {
    if let reference { return [reference] }
    return array?.flatMap(\.references) ?? []
  }

  private func named(_ names: ReferenceNames) -> JSON {
    if let reference {
      guard case .named(let name) = names[reference], var members = object else { return self }
      members["name"] = .string(name)
      return .object(members)
    }
    return array.map { .array($0.map { $0.named(names) }) } ?? self
  }
}
