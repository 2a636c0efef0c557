public import OrderedJSON

/// Gravity of a planet in standard gravities, with one value per place if it differs: `1.5 (surface), 1 standard (Cloud City)`.
public struct Gravity: FactValue {
  /// A gravity in standard gravities, and where on the planet it applies.
  public struct LocalValue: Sendable, Hashable {
    public let amount: Amount
    /// Where the value applies; `nil` if it applies everywhere.
    public let place: String?
  }

  /// Values by place, never empty. The first one is used for sorting.
  public let values: [LocalValue]

  public init?(parsing text: String) {
    var values: [LocalValue] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = Self.localValue(part.trimmed) else { return nil }
      values.append(value)
    }
    self.values = values
  }

  private static func localValue(_ text: Substring) -> LocalValue? {
    var number = text
    var place: String?
    if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      number = text[..<open].trimmed
      place = String(text[text.index(after: open)...].dropLast().trimmed)
    }
    if number.hasSuffix("standard") { number = number.dropLast("standard".count).trimmed }
    return Amount(parsing: number).map { LocalValue(amount: $0, place: place) }
  }

  public static var shape: Shape { .quantity }

  public var display: DisplayValue { .quantity(values.map { Measure($0.amount, unit: "standard", place: $0.place) }) }

  public var rank: Rank { .number(values[0].amount.double) }

  public var members: [(String, JSON)] {
    var members: [(String, JSON)] = [("value", values[0].amount.json), ("unit", "standard")]
    if values.contains(where: { $0.place != nil }) {
      members.append(
        ("places", .array(values.map { ["place": $0.place.map(JSON.string) ?? .null, "value": $0.amount.json] })))
    }
    return members
  }

  public static var schemaMembers: [(String, JSON)] {
    [
      ("value", ["type": "number"]),
      ("unit", ["const": "standard"]),
      (
        "places",
        [
          "type": "array", "description": "Gravity by place, if it differs.",
          "items": [
            "type": "object", "properties": ["place": ["type": ["string", "null"]], "value": ["type": "number"]],
            "required": ["place", "value"],
          ],
        ]
      ),
    ]
  }
}
