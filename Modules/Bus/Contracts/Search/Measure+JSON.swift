import Models
import OrderedJSON

extension Measure {
  /// `{"value":172,"unit":"cm"}`, with `upTo` for a range and `place` for a value that applies there only.
  var json: JSON {
    var members: JSON.Object = ["value": Self.number(amount)]
    if let upTo { members["upTo"] = Self.number(upTo) }
    members["unit"] = .string(unit)
    if let place { members["place"] = .string(place) }
    return .object(members)
  }

  /// Decodes the form that ``json`` writes. Returns `nil` for any other form.
  init?(_ json: JSON) {
    guard let amount = Self.amount(json["value"]), let unit = json["unit"]?.string else { return nil }
    self.init(amount, upTo: Self.amount(json["upTo"]), unit: unit, place: json["place"]?.string)
  }

  private static func number(_ amount: Amount) -> JSON {
    switch amount {
    case .whole(let number): .number(number)
    case .fraction(let number): .number(number)
    }
  }

  private static func amount(_ json: JSON?) -> Amount? {
    if case .number(let number)? = json { Amount(parsing: number.text) } else { nil }
  }
}
