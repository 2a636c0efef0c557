/// Durations on the command line, a number and a unit: `500us`, `5ms`, `1.5s`, `10m` or `1h`.
enum DurationText {
  /// Completes "expected …" in an error.
  static let expected = "a duration such as 500us, 5ms, 1.5s, 10m or 1h"

  /// The units by their length in seconds. Longer names come first, because `m` begins `ms`.
  private static let units: [(name: String, seconds: Double)] = [
    ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("ns", 1e-9), ("s", 1), ("m", 60), ("h", 3_600),
  ]
  /// Seven days: longer runs and limits are mistakes.
  private static let longest = 7.0 * 24 * 3_600

  /// Parses a duration from 0 to seven days; `nil` for anything else. `0` needs no unit.
  static func parse(_ text: some StringProtocol) -> Duration? {
    if text == "0" { return .zero }
    guard let unit = units.first(where: { text.hasSuffix($0.name) }), let number = Decimal.parse(text.dropLast(unit.name.count)) else {
      return nil
    }
    let seconds = number * unit.seconds
    return seconds <= longest ? .seconds(seconds) : nil
  }
}

/// Decimal numbers on the command line.
enum Decimal {
  /// Parses digits with at most one point: `100`, `0.1`. Signs, exponents and names such as `inf` are not numbers here.
  static func parse(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
    return text.first == "." || text.last == "." ? nil : Double(text)
  }

  /// Parses a percentage: `0.5%` is 0.005.
  static func percentage(_ text: some StringProtocol) -> Double? { text.hasSuffix("%") ? parse(text.dropLast()).map { $0 / 100 } : nil }
}
