import Glibc

/// What a server answered to one GET, as far as an origin looks at it.
struct HTTPAnswer: Sendable {
  var status: Int
  var entityTag: String?
  /// The field Location, as it was written.
  var location: String?
  var retryAfter: String?
  var contentType: String?
  var body: [UInt8]

  /// What Retry-After asks for, from now.
  var wait: Duration? { retryAfter.flatMap { RetryAfter.wait($0, now: Int64(time(nil))) } }
}
