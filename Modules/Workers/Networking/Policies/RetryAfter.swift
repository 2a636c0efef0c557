import Contracts

/// The field Retry-After (RFC 9110 section 10.2.3): seconds, or an HTTP date.
enum RetryAfter {
  /// Upper limit for delays: after a day it is worth checking whether the delay was intended, and sums stay in range.
  static let maxDelay = Duration.seconds(86_400)

  /// Parses `field`. Returns `nil` if the value has neither format, and zero for a date in the past.
  ///
  /// - Parameter now: seconds since 1970.
  static func delay(_ field: String, now: Int64) -> Duration? {
    let text = field.split(separator: " ", omittingEmptySubsequences: true)
    if text.count == 1, let digits = text.first, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int64(digits).map { min(.seconds($0), maxDelay) } ?? maxDelay
    }
    return HTTPDate(field, now: now).map { min(max(.zero, .seconds($0.seconds - now)), maxDelay) }
  }
}
