import Contracts
import MessageBus
import Platform

/// The parts of the response to a GET that an origin uses.
struct HTTPResponse: Sendable {
  var status: Int
  /// See ``ForwardedFields``.
  var fields: Fields
  /// The field Location, as written.
  var location: String?
  var contentType: String?
  var body: [UInt8]
  /// The URL that sent the response; `nil` if it is the requested one.
  var redirectedTo: HTTPURL?
  /// Number of requests it took to get the response.
  var attempts = 1
  /// Set if this is an earlier response that was returned instead of contacting the server: the remaining time of the backoff.
  var remainingBackoff: Duration?

  var entityTag: String? { fields["etag"] }

  /// The delay requested by Retry-After, from the arrival of the response. A date is compared with the origin's own clock if the response
  /// has a Date.
  var retryAfter: Duration? {
    let arrival = Int64(SystemTime.seconds)
    let now = fields["date"].flatMap { HTTPDate($0, now: arrival)?.seconds } ?? arrival
    return fields["retry-after"].flatMap { RetryAfter.delay($0, now: now) }
  }
}
