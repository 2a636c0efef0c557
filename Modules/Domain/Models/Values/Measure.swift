/// A number with its unit: what a value amounts to, before a language words it.
public struct Measure: Sendable, Hashable {
  public let amount: Amount
  /// The upper end of a range.
  public let upTo: Amount?
  /// As canonical JSON names it: `cm`, `credits`, `months`, `standard` for gravities, `ABY` for years (negative before the battle); `episode`
  /// for the number of a film.
  public let unit: String
  /// Where it holds, in the origin's words; `nil` when it holds everywhere.
  public let place: String?
  /// One plain number for programs; `nil` for a range. Supplies are given in days whatever the unit.
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
