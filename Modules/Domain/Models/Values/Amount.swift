import OrderedJSON

/// Number parsed from a text. Whole numbers are exact up to 64 bits.
public enum Amount: Sendable, Hashable, Comparable {
  case whole(Int64)
  /// Number with a fractional part, or too large for 64 bits; always finite.
  case fraction(Double)

  /// Parses `172`, `1,358`, `78.2`, `-3`: digits, optionally grouped in threes by commas. Returns `nil` for anything else.
  public init?(parsing text: some StringProtocol) {
    // Most numbers have neither sign, point nor groups.
    if let whole = Int64(digits: text) {
      self = .whole(whole)
      return
    }
    guard let digits = Self.ungrouped(text) else { return nil }
    if let whole = Int64(digits) {
      self = .whole(whole)
    } else if let number = Double(digits), number.isFinite {
      self = Int64(exactly: number).map(Amount.whole) ?? .fraction(number)
    } else {
      return nil
    }
  }

  /// Returns `text` as a plain decimal literal. Rejects other texts that `Double` accepts: `nan`, `0x1p4`, `1e5`.
  private static func ungrouped(_ text: some StringProtocol) -> String? {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isDigits = { (part: Substring.UTF8View) in
      !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard let whole = parts.first else { return nil }
    let groups = String(whole).split(separator: ",", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ isDigits($0.utf8) }), groups.count == 1 || groups[0].utf8.count <= 3,
      groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
    else { return nil }
    var digits = (isNegative ? "-" : "") + groups.joined()
    if parts.count == 2 {
      guard isDigits(Substring(parts[1]).utf8) else { return nil }
      digits += "." + parts[1]
    }
    return digits
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
