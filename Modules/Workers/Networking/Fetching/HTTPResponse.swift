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
  /// See ``ForwardedFields``.
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
  init(_ response: HTTPClientResponse) {
    self.init(
      status: response.status, fields: ForwardedFields.fields(of: response), redirectTarget: response.redirectURL,
      contentType: response.field("content-type"), body: response.body)
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

/// Header fields of an origin's response that are forwarded to the cache: the inputs to freshness and revalidation (RFC 9111 sections 3 to
/// 5, RFC 9110 sections 8.8, 10.2.3 and 12.5.5). Values are forwarded as the origin wrote them.
enum ForwardedFields {
  /// Singleton fields: the first field line counts.
  static let singletons = ["age", "date", "etag", "expires", "last-modified", "retry-after"]
  /// List fields: several field lines are joined with commas (RFC 9110 section 5.3).
  static let lists = ["cache-control", "vary"]
  /// Maximum length of a forwarded value in bytes. A longer list is replaced by its most conservative value; a longer singleton is dropped.
  static let maxLength = 4_096

  static func fields(of response: HTTPClientResponse) -> Fields {
    var fields = Fields()
    response.forEachField { name, value in
      if let name = singletons.first(where: { name.isEqual(to: $0) }) {
        if fields[name] == nil { fields[name] = value.text }
      } else if let name = lists.first(where: { name.isEqual(to: $0) }) {
        fields[name] = fields[name].map { "\($0), \(value.text)" } ?? value.text
      }
    }
    for name in fields.names where fields[name]?.utf8.count ?? 0 > maxLength {
      fields[name] = name == "vary" ? "*" : name == "cache-control" ? "no-store" : nil
    }
    return fields
  }
}
