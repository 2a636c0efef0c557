import OrderedJSON

/// Number parsed from a text. Whole numbers are exact up to 64 bits.
public enum Amount: Sendable, Hashable, Comparable {
  case whole(Int64)
  /// Number with a fractional part, or too large for 64 bits; always finite.
  case fraction(Double)

  /// Parses `172`, `1,358`, `78.2`, `-3`: digits, optionally grouped in threes by commas. Returns `nil` for anything else.
  public init?(parsing text: some StringProtocol) {
    var text = String(text)
    guard let digits = text.withUTF8({ Self.ungrouped(UnsafeRawBufferPointer($0)) }) else { return nil }
    if let whole = Int64(digits) {
      self = .whole(whole)
    } else if let number = Double(digits), number.isFinite {
      self = Int64(exactly: number).map(Amount.whole) ?? .fraction(number)
    } else {
      return nil
    }
  }

  /// Returns a text as a plain decimal literal. Rejects other texts that `Double` accepts: `nan`, `0x1p4`, `1e5`.
  private static func ungrouped(_ text: UnsafeRawBufferPointer) -> String? {
    let isNegative = text.first == UInt8(ascii: "-")
    var literal: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    literal.reserveCapacity(text.count)
    let unsigned = text.dropFirst(literal.count)
    let whole = unsigned.prefix { $0 != UInt8(ascii: ".") }
    var (groups, length) = (1, 0)
    for byte in whole {
      if byte == UInt8(ascii: ",") {
        guard groups == 1 ? (1...3).contains(length) : length == 3 else { return nil }
        (groups, length) = (groups + 1, 0)
      } else {
        guard isDigit(byte) else { return nil }
        length += 1
        literal.append(byte)
      }
    }
    guard groups == 1 ? length > 0 : length == 3 else { return nil }
    let fraction = unsigned[whole.endIndex...]
    guard fraction.isEmpty || (fraction.count > 1 && fraction.dropFirst().allSatisfy(isDigit)) else { return nil }
    literal += fraction
    return String(decoding: literal, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

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
