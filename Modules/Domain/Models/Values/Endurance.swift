public import OrderedJSON

/// Time that supplies last: `2 months`, `15 hours`.
public struct Endurance: FactValue {
  /// Unit of time, shortest first; the raw value is the unit in canonical JSON.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case hours, days, weeks, months, years

    /// Length of the unit in days, with 30 days per month and 365 days per year.
    public var days: Double {
      switch self {
      case .hours: 1 / 24
      case .days: 1
      case .weeks: 7
      case .months: 30
      case .years: 365
      }
    }
  }

  public let amount: Amount
  public let unit: Unit

  /// Parses a number and a unit, singular or plural. A `0` without a unit means zero days.
  public init?(parsing text: String) {
    let parts = text.split(separator: " ")
    if parts.count == 1, Amount(parsing: text) == .whole(0) {
      amount = .whole(0)
      unit = .days
      return
    }
    guard parts.count == 2, let amount = Amount(parsing: parts[0]) else { return nil }
    let word = parts[1].lowercased()
    guard let unit = Unit.allCases.first(where: { $0.rawValue == word || $0.rawValue.dropLast() == word }) else { return nil }
    self.amount = amount
    self.unit = unit
  }

  public var days: Double { amount.double * unit.days }

  public static var shape: Shape { .quantity }

  public var display: DisplayValue { .quantity([Measure(amount, unit: unit.rawValue, number: days)]) }

  public var rank: Rank { .number(days) }
  public var members: [(String, JSON)] { [("value", amount.json), ("unit", .string(unit.rawValue))] }

  public static var schemaMembers: [(String, JSON)] {
    [("value", ["type": "number"]), ("unit", ["enum": .array(Unit.allCases.map { .string($0.rawValue) })])]
  }
}
