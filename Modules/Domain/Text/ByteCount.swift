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
