public import Models

/// Formats of a language for numbers, sizes, durations and dates.
public struct NumberFormat: Sendable, Hashable {
  /// The formats of texts that are not translated.
  public static let english = English().figures

  /// Separator between groups of three digits.
  public var grouping: String
  public var decimal: String
  /// Minimum number of integer digits that are grouped: Spanish writes 1234 but 12.345.
  public var smallestGrouped: Int
  /// Percent sign, with a leading space if the language requires one.
  public var percentSign: String
  public var durations: DurationFormat
  public var dates: DateFormat
  /// Byte units, each 1,024 times the previous one.
  public var byteUnits: [String]

  public init(
    grouping: String, decimal: String, smallestGrouped: Int = 4, percentSign: String = "%", durations: DurationFormat = .international,
    dates: DateFormat, byteUnits: [String] = ["B", "KiB", "MiB", "GiB", "TiB"]
  ) {
    self.grouping = grouping
    self.decimal = decimal
    self.smallestGrouped = smallestGrouped
    self.percentSign = percentSign
    self.durations = durations
    self.dates = dates
    self.byteUnits = byteUnits
  }

  /// Formats an integer: `1,234,567`.
  public func integer(_ number: Int) -> String { grouped(String(number)) }

  /// Formats an amount with all its digits: `78.2`, `1,000,000,000,000`.
  public func amount(_ amount: Amount) -> String {
    let text = amount.text
    guard !text.contains("e") else { return text }
    let parts = text.split(separator: ".", maxSplits: 1)
    return grouped(String(parts[0])) + (parts.count == 2 ? decimal + parts[1] : "")
  }

  /// Formats a number with exactly `places` decimals, clamped to 0 through 6, rounding half away from zero. Infinity is `∞`, NaN is `—`.
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

  /// Formats a fraction from 0 to 1 as a percentage: `97.5%`.
  public func percent(_ share: Double, places: Int = 1) -> String { decimal(share * 100, places: places) + percentSign }

  /// Formats milliseconds, in seconds from 10 s on: `0.4 ms`, `12 ms`, `12.5 s`.
  public func milliseconds(_ value: Double) -> String {
    switch value {
    case 10_000...: "\(decimal(value / 1_000))\(durations.gap)\(durations.second)"
    case 10...: "\(decimal(value, places: 0)) ms"
    default: "\(decimal(value)) ms"
    }
  }

  /// Formats a byte count: `640 B`, `12.0 KiB`, `3.4 MiB`.
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

  /// Formats seconds in one unit, rounded down: `40 s`, `2 min`, `3 h`, `5 d`. Negative values count as 0.
  public func age(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case ..<60: span(max(0, seconds), durations.second)
    case ..<3_600: span(seconds / 60, durations.minute)
    case ..<86_400: span(seconds / 3_600, durations.hour)
    default: span(seconds / 86_400, durations.day)
    }
  }

  /// Formats seconds in one or two units: `40 s`, `12 min`, `5 h 3 min`, `3 d 4 h`. Negative values count as 0.
  public func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e12))
    func pair(_ first: Int, _ unit: String, _ second: Int, _ smaller: String) -> String {
      second == 0 ? span(first, unit) : "\(span(first, unit)) \(span(second, smaller))"
    }
    switch whole {
    case ..<60: return span(whole, durations.second)
    case ..<3_600: return span(whole / 60, durations.minute)
    case ..<86_400: return pair(whole / 3_600, durations.hour, whole / 60 % 60, durations.minute)
    default: return pair(whole / 86_400, durations.day, whole / 3_600 % 24, durations.hour)
    }
  }

  /// Formats the time that something took: `640 ms`, `2.1 s`, `12 min`.
  public func elapsed(_ seconds: Double) -> String {
    switch seconds {
    case ..<1: milliseconds(seconds * 1_000)
    case ..<60: "\(decimal(seconds))\(durations.gap)\(durations.second)"
    default: duration(seconds)
    }
  }

  /// Formats a rate: `0.4/s`, `1,250/s`.
  public func rate(_ perSecond: Double) -> String {
    // Counters come from other processes, so limit the value to the range of Int.
    "\(perSecond < 10 ? decimal(perSecond) : integer(Int(min(perSecond, 1e15).rounded())))/s"
  }

  /// Formats seconds as such: `90 s`.
  public func seconds(_ count: Int) -> String { span(count, durations.second) }

  /// Formats a date: `25 May 1977`.
  public func date(_ date: CalendarDate) -> String { dates.text(date) }

  /// Returns the number and its noun: `1 film`, `1,234 films`.
  public func counted(_ count: Int, _ one: String, _ other: String) -> String { "\(integer(count)) \(count == 1 ? one : other)" }

  private func span(_ number: Int, _ unit: String) -> String { integer(number) + durations.gap + unit }

  /// Inserts separators into the digits of an integer, which may have a sign.
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

/// Abbreviated time units of a language.
public struct DurationFormat: Sendable, Hashable {
  public var second, minute, hour, day: String
  /// Separator between a number and its unit.
  public var gap: String

  public init(second: String = "s", minute: String = "min", hour: String = "h", day: String = "d", gap: String = " ") {
    self.second = second
    self.minute = minute
    self.hour = hour
    self.day = day
    self.gap = gap
  }

  /// International symbols: `s`, `min`, `h`, `d`.
  public static let international = DurationFormat()
}

/// Date format of a language.
public struct DateFormat: Sendable, Hashable {
  /// A part of a formatted date: a component or fixed text.
  public enum Piece: Sendable, Hashable, ExpressibleByStringLiteral {
    case day, month, year
    case literal(String)
    public init(stringLiteral value: String) { self = .literal(value) }
  }

  /// Names of the twelve months, starting with January.
  public let months: [String]
  public let pieces: [Piece]
  /// Text for the first day of a month, if it differs from `1`: `1er`.
  public let firstDay: String?

  public init(_ pieces: [Piece], months: [String], firstDay: String? = nil) {
    self.pieces = pieces
    self.months = months
    self.firstDay = firstDay
  }

  public func text(_ date: CalendarDate) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .day: text += date.day == 1 ? firstDay ?? "1" : String(date.day)
      case .month: text += months.indices.contains(date.month - 1) ? months[date.month - 1] : String(date.month)
      case .year: text += String(date.year)
      case .literal(let literal): text += literal
      }
    }
  }
}
