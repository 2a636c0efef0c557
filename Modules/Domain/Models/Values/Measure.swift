import OrderedJSON

/// Number with its unit, before it is formatted in a language.
public struct Measure: Sendable, Hashable {
  public let amount: Amount
  /// Upper bound of a range, greater than ``amount``.
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

  private init(_ amount: Amount, upTo: Amount? = nil, unit: String, place: String? = nil, number: Double?) {
    self.amount = amount
    self.upTo = upTo
    self.unit = unit
    self.place = place
    self.number = number
  }
}

/// Parsing of trimmed texts that are not words for an absent value.
extension Measure {
  /// Parses a number or a range, with or without its unit.
  init?(_ text: Substring, _ unit: FieldType.Unit) {
    let number = Self.withoutUnit(text, unit)
    if let amount = Amount(parsing: number) {
      self.init(amount, unit: unit.rawValue)
      return
    }
    let ends = number.split(separator: number.contains("–") ? "–" : "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let least = Amount(parsing: ends[0].trimmed), let most = Amount(parsing: ends[1].trimmed), least < most
    else { return nil }
    self.init(least, upTo: most, unit: unit.rawValue)
  }

  private static func withoutUnit(_ text: Substring, _ unit: FieldType.Unit) -> Substring {
    guard let last = text.utf8.last, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) else { return text }
    let bytes = text.utf8
    for spelling in unit.spellings.map(\.utf8) where bytes.suffix(spelling.count).elementsEqual(spelling, by: { lowercased($0) == $1 }) {
      return text[..<bytes.index(bytes.endIndex, offsetBy: -spelling.count)].trimmed
    }
    return text
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Parses `19BBY`, `19 BBY` and the same with `ABY`.
  init?(year text: Substring) {
    let era = Substring(text.utf8.suffix(3)).uppercased()
    guard era == "BBY" || era == "ABY", let years = Amount(parsing: Substring(text.utf8.dropLast(3)).trimmed), years >= .whole(0) else {
      return nil
    }
    self.init(era == "BBY" ? -years : years, unit: "ABY")
  }

  /// Units of time, shortest first, with their lengths in days.
  static let durations: [(unit: String, days: Double)] = [("hours", 1 / 24), ("days", 1), ("weeks", 7), ("months", 30), ("years", 365)]

  /// Parses a number and a unit of time, singular or plural. A `0` without a unit means zero days.
  init?(endurance text: Substring) {
    let parts = text.split(separator: " ")
    if parts.count == 1, Amount(parsing: text) == .whole(0) {
      self.init(.whole(0), unit: "days")
      return
    }
    guard parts.count == 2, let amount = Amount(parsing: parts[0]) else { return nil }
    let word = parts[1].lowercased()
    guard let duration = Self.durations.first(where: { $0.unit == word || $0.unit.dropLast() == word }) else { return nil }
    self.init(amount, unit: duration.unit, number: amount.double * duration.days)
  }

  /// Parses gravities, one for each place. The first one is used for sorting.
  static func gravity(_ text: Substring) -> [Measure]? {
    var measures: [Measure] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      var number = part.trimmed
      var place: String?
      if number.hasSuffix(")"), let open = number.firstIndex(of: "(") {
        place = String(number[number.index(after: open)...].dropLast().trimmed)
        number = number[..<open].trimmed
      }
      if number.hasSuffix("standard") { number = number.dropLast("standard".count).trimmed }
      guard let amount = Amount(parsing: number) else { return nil }
      measures.append(Measure(amount, unit: "standard", place: place))
    }
    return measures
  }
}

/// Number parsed from a text. Whole numbers are exact up to 64 bits.
public enum Amount: Sendable, Hashable, Comparable {
  case whole(Int64)
  /// Number with a fractional part, or too large for 64 bits; always finite.
  case fraction(Double)

  /// Parses `172`, `1,358`, `78.2`, `-3`: digits, optionally grouped in threes by commas. Returns `nil` for anything else, also for other
  /// texts that `Double` accepts: `nan`, `0x1p4`, `1e5`.
  public init?(parsing text: some StringProtocol) {
    if let whole = Int64(digits: text) {
      self = .whole(whole)
      return
    }
    let halves = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let groups = halves[0].dropFirst(isNegative ? 1 : 0).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }),
      halves.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }),
      groups.count == 1 || (groups[0].count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 })
    else { return nil }
    let digits = groups.count == 1 ? String(text) : String(text.filter { $0 != "," })
    if let whole = Int64(digits) {
      self = .whole(whole)
    } else if let number = Double(digits), number.isFinite {
      self = Int64(exactly: number).map(Amount.whole) ?? .fraction(number)
    } else {
      return nil
    }
  }

  public var double: Double {
    switch self {
    case .whole(let number): Double(number)
    case .fraction(let number): number
    }
  }

  public static prefix func - (amount: Amount) -> Amount {
    switch amount {
    case .whole(.min): .fraction(0x1p63)
    case .whole(let number): .whole(-number)
    case .fraction(let number): .fraction(-number)
    }
  }

  public static func < (left: Amount, right: Amount) -> Bool {
    if case .whole(let left) = left, case .whole(let right) = right { left < right } else { left.double < right.double }
  }

  var json: JSON {
    switch self {
    case .whole(let number): .number(number)
    case .fraction(let number): .number(number)
    }
  }

  /// Decimal text with a point and without digit groups: `1000000000000`, `78.2`. Values of 10¹⁶ and more that are not 64-bit integers have
  /// an exponent.
  public var text: String { json.text() }
}

/// Roman numerals, from 1 to 3999.
public enum RomanNumeral {
  private static let letters = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"),
    (4, "IV"), (1, "I"),
  ]

  /// Returns the numeral of a number, such as `IV`; `nil` outside the range.
  public static func text(_ number: Int) -> String? {
    guard (1...3999).contains(number) else { return nil }
    var rest = number
    return letters.reduce(into: "") { text, letter in
      text += String(repeating: letter.1, count: rest / letter.0)
      rest %= letter.0
    }
  }

  /// Returns the number of a numeral in capital letters: 104 for `CIV`; `nil` for other texts, such as `CIVIL`.
  public static func number(_ text: String) -> Int? {
    // The longest numeral is that of 3888.
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy("IVXLCDM".utf8.contains) else { return nil }
    return (1...3999).first { self.text($0) == text }
  }

  /// Returns the numerals of several numbers, ascending: `II, IV–VI`.
  public static func list(_ numbers: [Int]) -> String {
    let runs: [ClosedRange<Int>] = Set(numbers).sorted().reduce(into: []) { runs, number in
      let last = runs.last?.upperBound == number &- 1 ? runs.popLast() : nil
      runs.append((last?.lowerBound ?? number)...number)
    }
    return runs.map { run in
      Set([run.lowerBound, run.upperBound]).sorted().map { text($0) ?? String($0) }.joined(separator: run.count > 2 ? "–" : ", ")
    }.joined(separator: ", ")
  }
}
