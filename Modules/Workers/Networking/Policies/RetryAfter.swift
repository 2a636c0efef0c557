/// The field Retry-After (RFC 9110 section 10.2.3): seconds, or a date in the preferred format, `Fri, 21 Nov 2025 08:54:00 GMT`.
public enum RetryAfter {
  /// Upper limit for delays: after a day it is worth checking whether the delay was intended, and sums stay in range.
  public static let maxDelay = Duration.seconds(86_400)

  /// Parses `field`. Returns `nil` if the value has neither format, and zero for a date in the past.
  ///
  /// - Parameter now: seconds since 1970.
  public static func delay(_ field: String, now: Int64) -> Duration? {
    let text = field.split(separator: " ", omittingEmptySubsequences: true)
    if text.count == 1, let digits = text.first, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int64(digits).map { min(.seconds($0), maxDelay) } ?? maxDelay
    }
    return seconds(ofDate: text).map { min(max(.zero, .seconds($0 - now)), maxDelay) }
  }

  /// Parses an IMF-fixdate. Returns seconds since 1970, or `nil` for any other text.
  static func seconds(ofDate text: String) -> Int64? { seconds(ofDate: text.split(separator: " ", omittingEmptySubsequences: true)) }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Parses an IMF-fixdate (RFC 9110 section 5.6.7) that has been split at its spaces. Returns seconds since 1970.
  private static func seconds(ofDate parts: [Substring]) -> Int64? {
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT", let day = Int64(parts[1]),
      let month = months.firstIndex(of: String(parts[2])), let year = Int64(parts[3]), (1970...9999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (1...31).contains(day), (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    return ((days(year, Int64(month + 1), day) * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
  }

  /// Returns the days since 1970-01-01 in the Gregorian calendar. Years start in March, so that the leap day comes last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
