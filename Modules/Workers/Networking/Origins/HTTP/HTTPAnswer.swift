import Glibc
import MessageBus

/// What a server answered to one GET, as far as an origin looks at it.
struct HTTPAnswer: Sendable {
  var status: Int
  /// ``CarriedFields``.
  var fields: Fields
  /// The field Location, as it was written.
  var location: String?
  var contentType: String?
  /// The codings of the body; `nil` for none. None was asked for.
  var contentEncoding: String?
  var body: [UInt8]
  /// Requests it took.
  var requests = 1
  /// Set in an earlier answer that still holds, so that the server was not asked: for how long it does.
  var timeLeft: Duration?

  var entityTag: String? { fields["etag"] }

  /// What Retry-After asks for, from when the answer came. A date is compared with the origin's own clock, where it tells that.
  var wait: Duration? {
    let now = fields["date"].flatMap { RetryAfter.seconds(ofDate: $0) } ?? Int64(time(nil))
    return fields["retry-after"].flatMap { RetryAfter.wait($0, now: now) }
  }
}
