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
