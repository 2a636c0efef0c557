/// Numbers as people read them.
public enum Figures {
  /// `1,234,567`
  public static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A share from 0 to 1 with one decimal: `97.5 %`.
  public static func percent(_ share: Double) -> String { "\(decimal(share * 100)) %" }

  /// `0.4 ms`, `12 ms`.
  public static func milliseconds(_ value: Double) -> String { value < 10 ? "\(decimal(value)) ms" : "\(Int(value.rounded())) ms" }

  /// `640 B`, `12.0 KiB`, `3.4 MiB`.
  public static func bytes(_ count: Int) -> String {
    guard count >= 1_024 else { return "\(count) B" }
    var value = Double(count) / 1_024
    var units = ["KiB", "MiB", "GiB", "TiB"][...]
    while value >= 1_024, units.count > 1 {
      value /= 1_024
      units.removeFirst()
    }
    return "\(decimal(value)) \(units.first ?? "")"
  }

  /// Seconds in one or two units: `40 s`, `12 min`, `5 h 3 min`, `3 d 4 h`.
  public static func duration(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds))
    func pair(_ first: Int, _ unit: String, _ second: Int, _ smaller: String) -> String {
      second == 0 ? "\(first) \(unit)" : "\(first) \(unit) \(second) \(smaller)"
    }
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3_600: return "\(whole / 60) min"
    case ..<86_400: return pair(whole / 3_600, "h", whole / 60 % 60, "min")
    default: return pair(whole / 86_400, "d", whole / 3_600 % 24, "h")
    }
  }

  /// One decimal.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(grouped(tenths / 10)).\(tenths.magnitude % 10)"
  }
}
