/// A request to the server, as far as its answers depend on it.
struct Question: Sendable, Hashable {
  /// `GET`
  var method = "GET"
  /// Path and query as they came: `/api/people/?page=2`.
  var target: String
  /// The field Host; `nil` where the client sent none.
  var host: String?
  /// The field X-Forwarded-Proto, which a proxy in front sets to the scheme its client used.
  var forwardedScheme: String?
  var accept: String?
  var ifNoneMatch: String?
}
