public import OrderedJSON

/// UTC timestamp with any number of fractional digits: `2014-12-09T13:50:51.644000Z`.
public struct Timestamp: FactValue, Comparable {
  public let secondsSinceEpoch: Int64
  /// 0 to 999,999,999.
  public let nanoseconds: Int
  private let date: CalendarDate

  /// Parses an RFC 3339 `date-time` with the offset `Z`. Returns `nil` for anything else.
  public init?(parsing text: String) {
    var text = text
    guard let timestamp = text.withUTF8({ Timestamp(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
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

  public static func < (left: Self, right: Self) -> Bool {
    (left.secondsSinceEpoch, left.nanoseconds) < (right.secondsSinceEpoch, right.nanoseconds)
  }

  public static var shape: Shape { .date }
  public static var isPlainText: Bool { true }

  /// The date without the time.
  public var display: DisplayValue { .date(date) }
  public var rank: Rank { .number(Double(secondsSinceEpoch) + Double(nanoseconds) / 1e9) }
  public var members: [(String, JSON)] { [] }
  public static var schemaMembers: [(String, JSON)] { [("format", "date-time")] }
}
