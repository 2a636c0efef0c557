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

/// Unit of a ``Quantity``.
public protocol UnitOfMeasure: Sendable, Hashable {
  /// Name of the unit in canonical JSON.
  static var name: String { get }
  /// Lower-case suffixes accepted in the origin's text, longest first.
  static var spellings: [String] { get }
}

extension UnitOfMeasure {
  public static var spellings: [String] { [name.lowercased()] }
}

public enum Centimeters: UnitOfMeasure { public static let name = "cm" }
public enum Kilograms: UnitOfMeasure { public static let name = "kg" }
public enum Meters: UnitOfMeasure { public static let name = "m" }
public enum Kilometers: UnitOfMeasure { public static let name = "km" }

/// Speed. Some origins write only `km`.
public enum KilometersPerHour: UnitOfMeasure {
  public static let name = "km/h"
  public static let spellings = ["km/h", "km"]
}

/// Megalights per standard hour.
public enum Megalights: UnitOfMeasure { public static let name = "MGLT" }

public enum Hours: UnitOfMeasure { public static let name = "hours" }

public enum Days: UnitOfMeasure { public static let name = "days" }

public enum Years: UnitOfMeasure { public static let name = "years" }

public enum Credits: UnitOfMeasure { public static let name = "credits" }

public enum Percent: UnitOfMeasure {
  public static let name = "percent"
  public static let spellings = ["percent", "%"]
}

/// Number of beings of any species: crews, passengers, populations.
public enum Individuals: UnitOfMeasure { public static let name = "individuals" }

/// Class of a hyperdrive; lower is faster.
public enum HyperdriveClass: UnitOfMeasure { public static let name = "class" }

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
