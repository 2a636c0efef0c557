/// An HTTP date such as `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 section 5.6.7).
///
/// The two obsolete formats are not supported: servers no longer send them, and an unreadable date means "expired", which is safe.
struct HTTPDate: Sendable, Hashable {
  let time: WallTime

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = Int64(parts[1]), (1...31).contains(day), let month = Self.months.firstIndex(of: String(parts[2])),
      let year = Int64(parts[3]), (1_600...9_999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { $0.utf8.count == 2 ? Int64($0) : nil }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let days = Self.days(year: year, month: Int64(month) + 1, day: day)
    time = WallTime(seconds: days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// Returns the days since 1970-01-01 in the Gregorian calendar. Years start in March, so that the leap day is the last day and the
  /// lengths of the other months follow a linear formula.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
