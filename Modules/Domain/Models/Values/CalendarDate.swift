/// Date in the Gregorian calendar: `1977-05-25`.
public struct CalendarDate: Sendable, Hashable, Comparable {
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to the length of the month.
  public let day: Int

  /// Parses an RFC 3339 `full-date`. Returns `nil` for anything else.
  public init?(parsing text: some StringProtocol) {
    guard let date = Array(text.utf8).withUnsafeBytes({ CalendarDate(utf8: $0) }) else { return nil }
    self = date
  }

  fileprivate init?(utf8 bytes: UnsafeRawBufferPointer) {
    let dash = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == dash, bytes[7] == dash, let year = bytes.digits(0..<4), let month = bytes.digits(5..<7),
      let day = bytes.digits(8..<10), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, negative for earlier dates. Counts years from March so that a leap day is the last day of its year.
  public var daysSinceEpoch: Int {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let leapDays = Self.floored(shifted, 4) - Self.floored(shifted, 100) + Self.floored(shifted, 400)
    return shifted * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468
  }

  private static func floored(_ number: Int, _ divisor: Int) -> Int { number >= 0 ? number / divisor : (number - divisor + 1) / divisor }

  public static func < (left: Self, right: Self) -> Bool { (left.year, left.month, left.day) < (right.year, right.month, right.day) }

  /// `1977-05-25`
  public var text: String {
    let padded = { (number: Int, length: Int) in
      String(repeating: "0", count: max(0, length - String(number).count)) + String(number)
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

/// UTC timestamp with any number of fractional digits: `2014-12-09T13:50:51.644000Z`.
public struct Timestamp: Sendable, Hashable {
  public let secondsSinceEpoch: Int64
  /// 0 to 999,999,999.
  public let nanoseconds: Int
  let date: CalendarDate

  /// Parses an RFC 3339 `date-time` with the offset `Z`. Returns `nil` for anything else.
  public init?(parsing text: some StringProtocol) {
    guard let timestamp = Array(text.utf8).withUnsafeBytes({ Timestamp(utf8: $0) }) else { return nil }
    self = timestamp
  }

  private init?(utf8 bytes: UnsafeRawBufferPointer) {
    let colon = UInt8(ascii: ":")
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[10] == UInt8(ascii: "T"), bytes[13] == colon, bytes[16] == colon,
      let date = CalendarDate(utf8: UnsafeRawBufferPointer(rebasing: bytes[..<10])), let hour = bytes.digits(11..<13),
      let minute = bytes.digits(14..<16), let second = bytes.digits(17..<19), hour < 24, minute < 60, second <= 60,
      let nanoseconds = Self.nanoseconds(UnsafeRawBufferPointer(rebasing: bytes[19..<bytes.count - 1]))
    else { return nil }
    self.date = date
    self.nanoseconds = nanoseconds
    secondsSinceEpoch = Int64(date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// Parses a fraction with its point. Digits after the ninth do not count.
  private static func nanoseconds(_ fraction: UnsafeRawBufferPointer) -> Int? {
    guard !fraction.isEmpty else { return 0 }
    let kept = min(fraction.count, 10)
    guard fraction[0] == UInt8(ascii: "."), kept > 1, let number = fraction.digits(1..<kept),
      fraction[kept...].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return (kept..<10).reduce(number) { number, _ in number * 10 }
  }

  /// Seconds since 1970 with their fraction.
  var seconds: Double { Double(secondsSinceEpoch) + Double(nanoseconds) / 1e9 }
}

extension UnsafeRawBufferPointer {
  /// The decimal number in `range`, of at most 18 bytes; `nil` if a byte is not a digit.
  fileprivate func digits(_ range: Range<Int>) -> Int? {
    var number = 0
    for byte in self[range] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
