public import OrderedJSON

/// Year relative to the Battle of Yavin: `41.9BBY` is 41.9 years before the battle.
public struct BirthYear: FactValue {
  /// Years after the battle; negative before it.
  public let year: Amount

  /// Parses `19BBY`, `19 BBY` and the same with `ABY`.
  public init?(parsing text: String) {
    let era = text.suffix(3).uppercased()
    guard era == "BBY" || era == "ABY", let years = Amount(parsing: text.dropLast(3).trimmed), years >= .whole(0) else { return nil }
    switch years {
    case .whole(let years): year = .whole(era == "BBY" ? -years : years)
    case .fraction(let years): year = .fraction(era == "BBY" ? -years : years)
    }
  }

  public static var shape: Shape { .quantity }

  public var display: DisplayValue { .quantity([Measure(year, unit: "ABY")]) }

  public var rank: Rank { .number(year.double) }
  public var members: [(String, JSON)] { [("value", year.json), ("unit", "ABY")] }

  public static var schemaMembers: [(String, JSON)] {
    [
      ("value", ["type": "number", "description": "Years after the Battle of Yavin, negative before it."]),
      ("unit", ["const": "ABY"]),
    ]
  }
}
