import OrderedJSON

/// A field of a kind: what it is called and which property keeps it.
public struct Field<Root: Sendable>: Sendable {
  public let description: FieldDescription
  let read: @Sendable (Root) -> any FieldValue
  /// `false` when the value has a form that the field never has.
  let write: @Sendable (inout Root, Written) -> Bool
  let schema: @Sendable () -> JSON

  /// A field without a section belongs to the heading of a detail view.
  public init<Value: FieldValue>(
    _ path: any WritableKeyPath<Root, Value> & Sendable, _ key: String, _ label: String, in section: String? = nil
  ) {
    description = FieldDescription(key: key, label: label, section: section, shape: Value.shape, target: Value.target)
    read = { $0[keyPath: path] }
    write = { root, written in
      guard let value = Value(written) else { return false }
      root[keyPath: path] = value
      return true
    }
    schema = { Value.schema }
  }
}

/// What is known of a field without its type.
public struct FieldDescription: Sendable, Hashable {
  /// The member in canonical JSON: `birthYear`.
  public let key: String
  /// `Born`
  public let label: String
  /// The heading in a detail view under which the field stands; `nil` for what is shown apart, such as the name.
  public let section: String?
  public let shape: Shape
  /// The kind that references of this field point to.
  public let target: KindName?
}
