import Models
import Platform

/// An HTTP date in one of the three formats that a recipient must accept (RFC 9110 section 5.6.7):
///
/// | format | example |
/// |---|---|
/// | IMF-fixdate, preferred | `Sun, 06 Nov 1994 08:49:37 GMT` |
/// | RFC 850, obsolete | `Sunday, 06-Nov-94 08:49:37 GMT` |
/// | asctime, obsolete | `Sun Nov  6 08:49:37 1994` |
public struct HTTPDate: Sendable, Hashable {
  /// Seconds since 1970, negative for earlier dates.
  public let seconds: Int64

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let days = ["Monday,", "Tuesday,", "Wednesday,", "Thursday,", "Friday,", "Saturday,", "Sunday,"]

  /// Returns `nil` for any other text. `now`, in seconds since 1970, decides about years of two digits.
  public init?(_ text: String, now: Int64) { self.init(text, in: CalendarTime(secondsSince1970: Int(now)).year) }

  /// - Parameter year: the current year. A year of two digits that is more than 50 years in the future means the previous century.
  init?(_ text: String, in year: @autoclosure () -> Int) {
    let parts = text.split(separator: " ")
    let (day, month, yearText, time): (Substring, Substring, String, Substring)
    switch parts.count {
    case 6 where parts[0].utf8.count == 4 && parts[0].hasSuffix(",") && parts[5] == "GMT":
      (day, month, yearText, time) = (parts[1], parts[2], String(parts[3]), parts[4])
    case 4 where Self.days.contains(String(parts[0])) && parts[3] == "GMT":
      let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard date.count == 3, date[2].utf8.count == 2, let short = Int(date[2]), short >= 0 else { return nil }
      let current = year()
      var full = current - current % 100 + short
      if full > current + 50 { full -= 100 } else if full <= current - 50 { full += 100 }
      (day, month, yearText, time) = (date[0], date[1], String(full), parts[2])
    case 5 where parts[0].utf8.count == 3 && (1...2).contains(parts[2].utf8.count):
      (day, month, yearText, time) = (parts[2].utf8.count == 1 ? "0" + parts[2] : parts[2], parts[1], String(parts[4]), parts[3])
    default: return nil
    }
    guard time.utf8.count == 8, let index = Self.months.firstIndex(of: String(month)) else { return nil }
    let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
    guard let timestamp = Timestamp(parsing: "\(yearText)-\(number)-\(day)T\(time)Z") else { return nil }
    seconds = timestamp.secondsSinceEpoch
  }
}
