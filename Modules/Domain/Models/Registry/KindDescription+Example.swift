extension KindDescription {
  /// Returns a value to compare a field with, for messages: `100`, `19BBY`, `1980-05-21`. Returns `nil` if the values of the field have no order.
  public func exampleOperand(of field: FieldDescription) -> String? {
    switch field.shape {
    case .date: "1980-05-21"
    case .references: "3"
    case .quantity: Self.quantities.first { isNumber($0, in: field.key) }
    case .text, .prose, .reference: nil
    }
  }

  /// Quantities with the units that fields require.
  private static let quantities = ["100", "19BBY", "2 months"]

  private func isNumber(_ text: String, in key: String) -> Bool {
    let example = try? record(id: 1) { $0 == key ? .text(text) : .missing }
    if case .number? = example?.rank(key) { return true }
    return false
  }
}
