import Contracts
import HTTPClient
import MessageBus
import Platform

/// A GET with the validators of the caller's copy.
struct HTTPRequest: Sendable, Hashable {
  var url: String
  var entityTag, modifiedSince: String?

  /// Approximate memory use of a waiting request.
  var byteCount: Int { url.utf8.count + (entityTag?.utf8.count ?? 0) + (modifiedSince?.utf8.count ?? 0) + 1_024 }

  /// Fields of every request.
  private static let fields = [HTTPClientField("accept", "application/json"), HTTPClientField("user-agent", "holocron")]

  var clientFields: [HTTPClientField] {
    guard entityTag != nil || modifiedSince != nil else { return Self.fields }
    // If both are sent, the tag takes precedence (RFC 9110 section 13.1.3); servers without tags use the date.
    let validators = [("if-none-match", entityTag), ("if-modified-since", modifiedSince)]
    return Self.fields + validators.compactMap { name, value in value.map { HTTPClientField(name, $0) } }
  }
}

/// The parts of the response to a GET that an origin uses.
struct HTTPResponse: Sendable {
  var status: Int
  /// The fields that are forwarded to the cache, as the origin wrote them: the inputs to freshness and revalidation (RFC 9111 sections 3 to 5,
  /// RFC 9110 sections 8.8, 10.2.3 and 12.5.5).
  var fields: Fields = [:]
  /// The URL that a redirect leads to.
  var redirectTarget: String?
  var contentType: String?
  var body: [UInt8] = []
  /// The URL that sent the response; `nil` if it is the requested one.
  var redirectedTo: String?
  /// Number of requests it took to get the response.
  var attempts = 1
  /// Set if this is an earlier response that was returned instead of contacting the server: the remaining time of the backoff.
  var remainingBackoff: Duration?
}

extension HTTPResponse {
  /// Fields whose first line counts.
  private static let singletons = ["age", "date", "etag", "expires", "last-modified", "retry-after"]
  /// Fields whose lines are joined with commas (RFC 9110 section 5.3), and their most conservative values, which replace longer ones.
  private static let lists = ["cache-control": "no-store", "vary": "*"]
  /// Maximum length of a forwarded value in bytes.
  private static let maxLength = 4_096

  init(_ response: HTTPClientResponse) {
    self.init(status: response.status, redirectTarget: response.redirectURL, body: response.body)
    response.forEachField { name, value in
      if let name = Self.singletons.first(where: { name.isEqual(to: $0) }) {
        if fields[name] == nil, value.count <= Self.maxLength { fields[name] = value.text }
      } else if let (name, longest) = Self.lists.first(where: { name.isEqual(to: $0.key) }) {
        let joined = fields[name].map { "\($0), \(value.text)" } ?? value.text
        fields[name] = joined.utf8.count <= Self.maxLength ? joined : longest
      } else if contentType == nil, name.isEqual(to: "content-type") {
        contentType = value.text
      }
    }
  }

  var entityTag: String? { fields["etag"] }

  /// The delay requested by Retry-After, from the arrival of the response. A date is compared with the origin's own clock if the response
  /// has a Date.
  var retryAfter: Duration? {
    guard let delay = fields["retry-after"] else { return nil }
    let arrival = Int64(SystemTime.seconds)
    return RetryAfter.delay(delay, now: fields["date"].flatMap { HTTPDate($0, now: arrival)?.seconds } ?? arrival)
  }

  /// Whether the status blames the request: a 4xx other than "not found", "gone" and "too many requests".
  var isRejection: Bool { (400..<500).contains(status) && ![404, 410, 429].contains(status) }
}
