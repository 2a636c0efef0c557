/// How a language writes numbers.
public struct NumberFormat: Sendable, Hashable {
  /// Between groups of three digits.
  public var grouping: String
  public var decimal: String
  /// Digits of the whole part from which on they are grouped: Spanish writes 1234 but 12 345.
  public var smallestGrouped: Int

  public init(grouping: String, decimal: String, smallestGrouped: Int = 4) {
    self.grouping = grouping
    self.decimal = decimal
    self.smallestGrouped = smallestGrouped
  }
}

/// Which units lengths, weights and speeds are shown in.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  case metric, imperial
}
