import Platform

/// Values of the field Date and of dates in Retry-After: IMF-fixdate (RFC 9110 section 5.6.7).
enum DateField {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. Years have four digits.
  static func text(secondsSince1970 seconds: Int) -> String {
    let time = CalendarTime(secondsSince1970: seconds)
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    // 1 January 1970 was a Thursday.
    let name = days[((day % 7) + 7) % 7]
    let clock = [time.hour, time.minute, time.second].map { padded($0) }.joined(separator: ":")
    return "\(name), \(padded(time.day)) \(months[time.month - 1]) \(padded(time.year, 4)) \(clock) GMT"
  }
}
