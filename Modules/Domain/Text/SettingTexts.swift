/// Durations as written in settings: a decimal number and a unit.
public enum DurationText {
  private static let units: [(name: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// Parses digits with at most one decimal point, followed by ms, s, m, h or d; `0` needs no unit. Rounds to milliseconds. Returns `nil` for any other
  /// text.
  public static func parse(_ text: String) -> Duration? {
    if text == "0" { return .zero }
    guard let split = text.firstIndex(where: { $0.isLetter }), let unit = units.first(where: { $0.name == text[split...] }),
      let number = decimal(text[..<split])
    else { return nil }
    let milliseconds = (number * unit.milliseconds).rounded()
    return milliseconds < 1e15 ? .milliseconds(Int64(milliseconds)) : nil
  }

  /// Formats a duration in the largest unit that needs no fraction: `90s`, `2m`, `25h`.
  public static func format(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds != 0 else { return "0" }
    for unit in units.reversed() where milliseconds % Int64(unit.milliseconds) == 0 {
      return "\(milliseconds / Int64(unit.milliseconds))\(unit.name)"
    }
    return "\(milliseconds)ms"
  }

  private static func decimal(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    return Double(text)
  }
}

/// Sizes as written in settings: a number of bytes, KiB, MiB or GiB.
public enum ByteCount {
  private static let units: [(name: String, bytes: Int)] = [("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]

  /// Parses digits and an optional unit. Returns `nil` for any other text, and for sizes that do not fit in 63 bits.
  public static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count)
    guard let number = Int(digits),
      let unit = name.isEmpty ? units.first : units.first(where: { $0.name.lowercased() == name.lowercased() })
    else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.bytes)
    return overflow ? nil : bytes
  }

  /// Formats a size in the largest unit that needs no fraction, such as `64KiB`; bytes have no unit.
  public static func format(_ bytes: Int) -> String {
    for unit in units.dropFirst().reversed() where bytes != 0 && bytes % unit.bytes == 0 { return "\(bytes / unit.bytes)\(unit.name)" }
    return String(bytes)
  }
}
