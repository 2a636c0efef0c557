/// Number with its unit, before it is formatted in a language.
public struct Measure: Sendable, Hashable {
  public let amount: Amount
  /// Upper bound of a range.
  public let upTo: Amount?
  /// Unit as in canonical JSON: `cm`, `credits`, `months`, `standard` for gravity, `ABY` for years (negative before the battle); `episode`
  /// for episode numbers.
  public let unit: String
  /// Where the value applies, in the origin's words; `nil` if it applies everywhere.
  public let place: String?
  /// Single number for programs; `nil` for a range. The endurance of supplies is always in days.
  public let number: Double?

  public init(_ amount: Amount, upTo: Amount? = nil, unit: String, place: String? = nil) {
    self.init(amount, upTo: upTo, unit: unit, place: place, number: upTo == nil ? amount.double : nil)
  }

  init(_ amount: Amount, upTo: Amount? = nil, unit: String, place: String? = nil, number: Double?) {
    self.amount = amount
    self.upTo = upTo
    self.unit = unit
    self.place = place
    self.number = number
  }
}
