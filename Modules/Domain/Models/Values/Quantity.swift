public import OrderedJSON

/// Number with a unit, or a range: `172`, `1,358`, `1000km`, `30-165`.
public struct Quantity<Unit: UnitOfMeasure>: FactValue {
  public let amount: Amount
  /// Upper bound of a range, greater than ``amount``.
  public let upTo: Amount?

  public init?(parsing text: String) {
    let number = Self.withoutUnit(text)
    if let amount = Amount(parsing: number) {
      self.amount = amount
      upTo = nil
      return
    }
    let ends = number.split(separator: number.contains("–") ? "–" : "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let least = Amount(parsing: ends[0].trimmed), let most = Amount(parsing: ends[1].trimmed), least < most
    else { return nil }
    amount = least
    upTo = most
  }

  private static func withoutUnit(_ text: String) -> Substring {
    let bytes = text.utf8
    for spelling in Unit.spellings.map(\.utf8) where bytes.suffix(spelling.count).elementsEqual(spelling, by: { lowercased($0) == $1 }) {
      return text[..<bytes.index(bytes.endIndex, offsetBy: -spelling.count)].trimmed
    }
    return text[...]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  public static var shape: Shape { .quantity }

  public var display: DisplayValue { .quantity([Measure(amount, upTo: upTo, unit: Unit.name)]) }

  public var rank: Rank { .number(amount.double) }

  public var members: [(String, JSON)] {
    var members = [("value", amount.json)]
    if let upTo { members.append(("upTo", upTo.json)) }
    members.append(("unit", .string(Unit.name)))
    return members
  }

  public static var schemaMembers: [(String, JSON)] {
    [
      ("value", ["type": "number"]),
      ("upTo", ["type": "number", "description": "Upper bound, if the text is a range that starts at value."]),
      ("unit", ["const": .string(Unit.name)]),
    ]
  }
}
