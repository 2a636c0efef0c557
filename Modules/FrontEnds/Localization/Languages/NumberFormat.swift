public import Models

/// How a language writes numbers, sizes, spans of time and dates.
public struct NumberFormat: Sendable, Hashable {
  /// Between groups of three digits.
  public var grouping: String
  public var decimal: String
  /// Digits of the whole part from which on they are grouped: Spanish writes 1234 but 12.345.
  public var smallestGrouped: Int
  /// Stands after a percentage, with the space before it where the language wants one.
  public var percentSign: String
  public var clock: ClockFormat
  public var dates: DateFormat
  /// Bytes, then 1,024 times as much with each step.
  public var byteUnits: [String]

  public init(
    grouping: String, decimal: String, smallestGrouped: Int = 4, percentSign: String = "%", clock: ClockFormat = .international,
    dates: DateFormat, byteUnits: [String] = ["B", "KiB", "MiB", "GiB", "TiB"]
  ) {
    self.grouping = grouping
    self.decimal = decimal
    self.smallestGrouped = smallestGrouped
    self.percentSign = percentSign
    self.clock = clock
    self.dates = dates
    self.byteUnits = byteUnits
  }

  /// `1,234,567`
  public func integer(_ number: Int) -> String { grouped(String(number)) }

  /// All digits of the number: `78.2`, `1,000,000,000,000`.
  public func amount(_ amount: Amount) -> String {
    let text = amount.text
    guard !text.contains("e") else { return text }
    let parts = text.split(separator: ".", maxSplits: 1)
    return grouped(String(parts[0])) + (parts.count == 2 ? decimal + parts[1] : "")
  }

  /// With exactly so many digits after the decimal sign, 0 to 6; rounded half away from zero. What no number of that form can say is `∞` or `—`.
  public func decimal(_ value: Double, places: Int = 1) -> String {
    guard value.isFinite else { return value.isNaN ? "—" : value < 0 ? "-∞" : "∞" }
    let places = min(max(0, places), 6)
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.magnitude < 1e18 else { return amount(.fraction(value.rounded())) }
    let digits = Int64(scaled)
    let sign = digits < 0 ? "-" : ""
    let whole = sign + grouped(String(digits.magnitude / UInt64(scale)))
    guard places > 0 else { return whole }
    let rest = String(digits.magnitude % UInt64(scale))
    return whole + decimal + String(repeating: "0", count: places - rest.count) + rest
  }

  /// A share from 0 to 1 with one decimal: `97.5%`.
  public func percent(_ share: Double, places: Int = 1) -> String { decimal(share * 100, places: places) + percentSign }

  /// `0.4 ms`, `12 ms`, and from ten seconds on `12.5 s`.
  public func milliseconds(_ value: Double) -> String {
    switch value {
    case 10_000...: "\(decimal(value / 1_000))\(clock.gap)\(clock.second)"
    case 10...: "\(decimal(value, places: 0)) ms"
    default: "\(decimal(value)) ms"
    }
  }

  /// `640 B`, `12.0 KiB`, `3.4 MiB`.
  public func bytes(_ count: Int) -> String {
    guard count >= 1_024, byteUnits.count > 1 else { return "\(count) \(byteUnits.first ?? "")" }
    var value = Double(count) / 1_024
    var step = 1
    while value >= 1_024, step < byteUnits.count - 1 {
      value /= 1_024
      step += 1
    }
    return "\(decimal(value)) \(byteUnits[step])"
  }

  /// In one unit, rounded down: `40 s`, `2 min`, `3 h`, `5 d`. A negative span counts as none.
  public func age(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case ..<60: span(max(0, seconds), clock.second)
    case ..<3_600: span(seconds / 60, clock.minute)
    case ..<86_400: span(seconds / 3_600, clock.hour)
    default: span(seconds / 86_400, clock.day)
    }
  }

  /// In one or two units: `40 s`, `12 min`, `5 h 3 min`, `3 d 4 h`. A negative span counts as none.
  public func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e12))
    func pair(_ first: Int, _ unit: String, _ second: Int, _ smaller: String) -> String {
      second == 0 ? span(first, unit) : "\(span(first, unit)) \(span(second, smaller))"
    }
    switch whole {
    case ..<60: return span(whole, clock.second)
    case ..<3_600: return span(whole / 60, clock.minute)
    case ..<86_400: return pair(whole / 3_600, clock.hour, whole / 60 % 60, clock.minute)
    default: return pair(whole / 86_400, clock.day, whole / 3_600 % 24, clock.hour)
    }
  }

  /// `25 May 1977`
  public func date(_ date: CalendarDate) -> String { dates.text(date) }

  private func span(_ number: Int, _ unit: String) -> String { integer(number) + clock.gap + unit }

  /// Groups a whole number of plain digits, which may have a sign.
  private func grouped(_ text: String) -> String {
    let sign = text.hasPrefix("-") ? 1 : 0
    let digits = text.utf8.count - sign
    guard digits >= max(4, smallestGrouped), !grouping.isEmpty else { return text }
    var grouped = ""
    for (offset, digit) in text.enumerated() {
      let left = digits - (offset - sign)
      if offset > sign, left.isMultiple(of: 3) { grouped += grouping }
      grouped.append(digit)
    }
    return grouped
  }
}
