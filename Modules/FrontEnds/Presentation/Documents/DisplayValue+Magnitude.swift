public import Models

extension DisplayValue {
  /// The number of a value that is more or less of something: 172 for a height of 172 cm; `nil` for other values, for ranges, and for
  /// numbers that only order, such as years and classes.
  public var magnitude: Double? {
    guard case .quantity(let measures) = self, measures.count == 1, !["episode", "ABY", "class"].contains(measures[0].unit) else {
      return nil
    }
    return measures[0].number
  }
}
