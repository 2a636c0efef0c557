import Models

/// Units in which lengths, weights and speeds are displayed. Records keep the metric units of their origin; all other units are the same in
/// both systems.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  case metric, imperial

  var isImperial: Bool { self == .imperial }

  /// Imperial units per metric unit, from the definitions of the inch (2.54 cm) and the pound (0.45359237 kg). Heights in `cm` are
  /// converted to ``FeetAndInches``. Languages must support these units in addition to those of Models.
  static let imperialFactors: [String: (unit: String, factor: Double?)] = [
    "m": ("ft", 1 / 0.3048),
    "kg": ("lb", 1 / 0.453_592_37),
    "km": ("mi", 1 / 1.609_344),
    "km/h": ("mph", 1 / 1.609_344),
  ]

  /// Rounds a converted value so that it suggests no false precision: one decimal below 10, otherwise a whole number, with four significant
  /// digits from 100,000 on.
  static func rounded(_ value: Double) -> Amount {
    if value.magnitude < 10 { return whole((value * 10).rounded() / 10) }
    if value.magnitude < 100_000 { return whole(value.rounded()) }
    let largest = Double.greatestFiniteMagnitude
    let value = min(max(-largest, value), largest)
    var scale = 1.0
    while value.magnitude / scale >= 10_000 { scale *= 10 }
    let rounded = (value / scale).rounded() * scale
    return whole(rounded.isFinite ? rounded : value)
  }

  private static func whole(_ value: Double) -> Amount { Int64(exactly: value).map(Amount.whole) ?? .fraction(value) }
}

/// Height in feet and inches: `5′8″`.
struct FeetAndInches: Hashable {
  let feet: Int
  /// 0 to 11.
  let inches: Int

  /// Converts centimetres, rounded to whole inches.
  init(centimeters: Double) {
    let total = Int(min(max(-1e12, centimeters / 2.54), 1e12).rounded())
    (feet, inches) = total.quotientAndRemainder(dividingBy: 12)
  }

  var text: String { feet == 0 ? "\(inches)″" : "\(feet)′\(abs(inches))″" }
}
