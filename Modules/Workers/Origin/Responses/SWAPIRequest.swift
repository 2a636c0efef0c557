/// The parts of an HTTP request that affect the response.
struct SWAPIRequest: Sendable, Hashable {
  /// `GET`
  var method = "GET"
  /// Path and query as received: `/api/people/?page=2`.
  var target: String
  /// The field Host; `nil` if the client sent none.
  var host: String?
  /// The field X-Forwarded-Proto, which a reverse proxy sets to the scheme its client used.
  var forwardedScheme: String?
  var accept: String?
  var ifNoneMatch: String?
  /// The time of the request in milliseconds since 1970, for dialects whose documents state it.
  var time: Int64 = 0
}
