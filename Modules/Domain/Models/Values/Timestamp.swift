public import OrderedJSON

/// UTC timestamp with any number of fractional digits: `2014-12-09T13:50:51.644000Z`.
public struct Timestamp: FactValue, Comparable {
  public let secondsSinceEpoch: Int64
  /// 0 to 999,999,999.
  public let nanoseconds: Int
  private let date: CalendarDate

  /// Parses an RFC 3339 `date-time` with the offset `Z`. Returns `nil` for anything else.
  public init?(parsing text: String) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), text.hasSuffix("Z"), text.utf8.count >= 20 else { return nil }
    let parts = text.dropLast().split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = CalendarDate(parsing: String(parts[0])) else { return nil }
    let clock = parts[1].prefix(8).split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, clock.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isNumber) }), let hour = Int64(clock[0]),
      let minute = Int64(clock[1]), let second = Int64(clock[2]), hour < 24, minute < 60, second <= 60,
      let nanoseconds = Self.nanoseconds(parts[1].dropFirst(8))
    else { return nil }
    self.date = date
    self.nanoseconds = nanoseconds
    secondsSinceEpoch = Int64(date.daysSinceEpoch) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static func nanoseconds(_ fraction: Substring) -> Int? {
    guard !fraction.isEmpty else { return 0 }
    let digits = fraction.dropFirst()
    guard fraction.first == ".", !digits.isEmpty, digits.allSatisfy(\.isNumber) else { return nil }
    return Int(digits.prefix(9) + String(repeating: "0", count: max(0, 9 - digits.count)))
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
