/// Durations as people write them in settings: a decimal number and a unit.
public enum DurationText {
  private static let units: [(name: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// `nil` for anything but digits (with at most one point) and one of ms, s, m, h, d; `0` needs no unit. Exact to the millisecond.
  public static func read(_ text: String) -> Duration? {
    if text == "0" { return .zero }
    guard let split = text.firstIndex(where: { $0.isLetter }), let unit = units.first(where: { $0.name == text[split...] }),
      let number = decimal(text[..<split])
    else { return nil }
    let milliseconds = (number * unit.milliseconds).rounded()
    return milliseconds < 1e15 ? .milliseconds(Int64(milliseconds)) : nil
  }

  /// In the largest unit that says it whole: `90s`, `2m`, `24h`.
  public static func text(_ duration: Duration) -> String {
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

/// Sizes as people write them in settings: bytes, or KiB, MiB, GiB.
public enum ByteCount {
  private static let units: [(name: String, bytes: Int)] = [("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]

  /// `nil` for anything but digits and at most one unit, or when the size does not fit 63 bits.
  public static func read(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count)
    guard let number = Int(digits),
      let unit = name.isEmpty ? units.first : units.first(where: { $0.name.lowercased() == name.lowercased() })
    else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.bytes)
    return overflow ? nil : bytes
  }

  /// In the largest unit that says it whole: `64KiB`; plain below one KiB.
  public static func text(_ bytes: Int) -> String {
    for unit in units.dropFirst().reversed() where bytes != 0 && bytes % unit.bytes == 0 { return "\(bytes / unit.bytes)\(unit.name)" }
    return String(bytes)
  }
}
