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

  /// Days since 1970-01-01, negative for earlier dates. Counts years from March so that a leap day is the last day of its year, and 400 years
  /// more so that none is negative.
  public var daysSinceEpoch: Int {
    let shifted = (month <= 2 ? year - 1 : year) + 400
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + ((month + 9) % 12 * 153 + 2) / 5 + day - 1 - 865_565
  }

  public static func < (left: Self, right: Self) -> Bool { (left.year, left.month, left.day) < (right.year, right.month, right.day) }

  /// `1977-05-25`
  public var text: String {
    let digits = String(100_000_000 + year * 10_000 + month * 100 + day).dropFirst()
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
  }
}

/// UTC timestamp with any number of fractional digits, which do not count: `2014-12-09T13:50:51.644000Z`.
public struct Timestamp: Sendable, Hashable {
  public let secondsSinceEpoch: Int64
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
      bytes.count == 20
        || bytes.count > 21 && bytes[19] == UInt8(ascii: ".")
          && bytes[20..<bytes.count - 1].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.date = date
    secondsSinceEpoch = Int64(date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second)
  }
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
