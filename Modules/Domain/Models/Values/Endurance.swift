public import OrderedJSON

/// How long supplies last: `2 months`, `15 hours`.
public struct Endurance: Meaning {
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case hours, days, weeks, months, years

    /// Days in one of them, a month taken as 30 and a year as 365 days.
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

  /// Reads a number and a unit, in singular or plural. A bare `0` is no time at all.
  public init?(reading text: String) {
    let parts = text.split(separator: " ")
    if parts.count == 1, Amount(reading: text) == .whole(0) {
      amount = .whole(0)
      unit = .days
      return
    }
    guard parts.count == 2, let amount = Amount(reading: parts[0]) else { return nil }
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
