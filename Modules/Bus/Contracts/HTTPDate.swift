import Models

/// An HTTP date such as `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 section 5.6.7).
///
/// The two obsolete formats are not supported: servers no longer send them, and callers treat an unreadable date as expired or absent.
public struct HTTPDate: Sendable, Hashable {
  /// Seconds since 1970, negative for earlier dates.
  public let seconds: Int64

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT", parts[4].utf8.count == 8,
      let month = Self.months.firstIndex(of: String(parts[2]))
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    guard let time = Timestamp(parsing: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z") else { return nil }
    seconds = time.secondsSinceEpoch
  }
}
