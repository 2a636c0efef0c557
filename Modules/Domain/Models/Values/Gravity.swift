public import OrderedJSON

/// The pull of a planet in standard gravities, and where it differs by place: `1.5 (surface), 1 standard (Cloud City)`.
public struct Gravity: Meaning {
  public struct Pull: Sendable, Hashable {
    public let amount: Amount
    /// `nil` when the pull is the same everywhere.
    public let place: String?
  }

  /// Never empty; the first one stands for the planet.
  public let pulls: [Pull]

  public init?(reading text: String) {
    var pulls: [Pull] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let pull = Self.pull(part.trimmed) else { return nil }
      pulls.append(pull)
    }
    self.pulls = pulls
  }

  private static func pull(_ text: Substring) -> Pull? {
    var number = text
    var place: String?
    if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
      number = text[..<open].trimmed
      place = String(text[text.index(after: open)...].dropLast().trimmed)
    }
    if number.hasSuffix("standard") { number = number.dropLast("standard".count).trimmed }
    return Amount(reading: number).map { Pull(amount: $0, place: place) }
  }

  public static var shape: Shape { .quantity }

  public var display: DisplayValue { .quantity(pulls.map { Measure($0.amount, unit: "standard", place: $0.place) }) }

  public var rank: Rank { .number(pulls[0].amount.double) }

  public var members: [(String, JSON)] {
    var members: [(String, JSON)] = [("value", pulls[0].amount.json), ("unit", "standard")]
    if pulls.contains(where: { $0.place != nil }) {
      members.append(
        ("places", .array(pulls.map { ["place": $0.place.map(JSON.string) ?? .null, "value": $0.amount.json] })))
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
          "type": "array", "description": "The pull place by place, where it differs.",
          "items": [
            "type": "object", "properties": ["place": ["type": ["string", "null"]], "value": ["type": "number"]],
            "required": ["place", "value"],
          ],
        ]
      ),
    ]
  }
}
