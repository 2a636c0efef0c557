/// Numbers as people read them, in English: digit groups, units and a sensible number of digits.
package enum Quantity {
  /// Returns a number with `digits` decimals: `1234.50`. Numbers too large for exact decimals have an exponent.
  package static func decimal(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "–" }
    let power = (0..<digits).reduce(1) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (value.magnitude * Double(power)).rounded()) else { return "\(value)" }
    let whole = (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / power)"
    return digits > 0 ? whole + "." + "\(scaled % power + power)".dropFirst() : whole
  }

  /// Returns at most `digits` decimals, without zeros at the end.
  static func short(_ value: Double, digits: Int) -> String {
    var text = decimal(value, digits: digits)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// Returns an integer with commas between groups of three digits: `30,000`.
  package static func count(_ value: Int) -> String {
    let digits = "\(value.magnitude)"
    var grouped = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return grouped
  }

  /// Returns a count with a noun: `1 request`, `30,000 requests`.
  package static func count(_ value: Int, _ noun: String) -> String { "\(count(value)) \(noun)\(value == 1 ? "" : "s")" }

  /// Returns nanoseconds with three significant digits: `850 ns`, `1.20 ms`, `75.3 s`.
  static func duration(_ nanoseconds: Int) -> String { duration(Double(nanoseconds)) }

  package static func duration(_ nanoseconds: Double) -> String {
    let (value, unit) = scaled(nanoseconds)
    return "\(decimal(value, digits: unit == "ns" || value.magnitude >= 99.95 ? 0 : value.magnitude >= 9.995 ? 1 : 2)) \(unit)"
  }

  /// Returns a duration without zeros at the end, for messages and options: `5 s`, `1.5 ms`.
  static func shortDuration(_ duration: Duration) -> String { duration == .zero ? "0 s" : shortDuration(duration / .nanoseconds(1)) }

  /// Returns nanoseconds without zeros at the end, for options and axes: `200 µs`, `1 ms`.
  static func shortDuration(_ nanoseconds: Double) -> String {
    let (value, unit) = scaled(nanoseconds)
    return "\(short(value, digits: 3)) \(unit)"
  }

  private static func scaled(_ nanoseconds: Double) -> (value: Double, unit: String) {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    return units.first { nanoseconds.magnitude >= $0.0 * 0.9995 }.map { (nanoseconds / $0.0, $0.1) } ?? (nanoseconds, "ns")
  }

  static func seconds(_ value: Double) -> String { "\(short(value, digits: 3)) s" }

  /// Returns a number per second: `1,000/s`, `12.5/s`.
  package static func rate(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "–" }
    return (value.magnitude >= 100 ? count(Int(value.rounded())) : short(value, digits: 1)) + "/s"
  }

  /// Returns a share of 1 in percent: `95.1 %`, `0.02 %`, `100 %`. A share that is not quite 0 or 1 is not rounded to it.
  package static func percent(_ share: Double) -> String {
    guard share.isFinite else { return "–" }
    let value = share * 100
    if value > 0, value < 0.01 { return "< 0.01 %" }
    if value < 100, value > 99.99 { return "> 99.99 %" }
    return short(value, digits: value.magnitude < 1 || value > 99 && value < 100 ? 2 : 1) + " %"
  }

  /// Returns a relative change with its sign: `+12.3 %`, `-4.0 %`, `±0.0 %`.
  package static func change(_ ratio: Double) -> String {
    guard ratio.isFinite else { return "–" }
    let text = decimal(ratio * 100, digits: 1)
    return (text == "0.0" ? "±" : text.hasPrefix("-") ? "" : "+") + text + " %"
  }

  static func bytes(_ value: Int) -> String {
    for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] where value >= 1 << shift {
      return "\(short(Double(value) / Double(1 << shift), digits: 1)) \(unit)"
    }
    return "\(value) B"
  }
}

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
    guard let unit = units.first(where: { text.hasSuffix($0.name) }), let number = Decimal.parse(text.dropLast(unit.name.count)),
      number * unit.seconds <= longest
    else { return nil }
    return .seconds(number * unit.seconds)
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
