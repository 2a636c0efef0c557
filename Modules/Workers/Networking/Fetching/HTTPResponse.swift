import Contracts
import HTTPClient
import MessageBus
import Platform

/// A GET with the validators of the caller's copy.
struct HTTPRequest: Sendable, Hashable {
  var url: HTTPURL
  var entityTag, modifiedSince: String?
}

/// The parts of the response to a GET that an origin uses.
struct HTTPResponse: Sendable {
  var status: Int
  /// See ``ForwardedFields``.
  var fields: Fields
  /// The target of a redirect.
  var redirectTarget: HTTPURL?
  var contentType: String?
  var body: [UInt8]
  /// The URL that sent the response; `nil` if it is the requested one.
  var redirectedTo: HTTPURL?
  /// Number of requests it took to get the response.
  var attempts = 1
  /// Set if this is an earlier response that was returned instead of contacting the server: the remaining time of the backoff.
  var remainingBackoff: Duration?

  init(status: Int, fields: Fields = [:], redirectTarget: HTTPURL? = nil, contentType: String? = nil, body: [UInt8] = []) {
    (self.status, self.fields, self.redirectTarget, self.contentType, self.body) = (status, fields, redirectTarget, contentType, body)
  }

  init(_ response: HTTPClientResponse) {
    self.init(
      status: response.status, fields: ForwardedFields.fields(response.fields.lazy.map { ($0.name, $0.value) }),
      redirectTarget: response.redirectURL.flatMap { try? HTTPURL($0) }, contentType: response.field("content-type"), body: response.body)
  }

  var entityTag: String? { fields["etag"] }

  /// The delay requested by Retry-After, from the arrival of the response. A date is compared with the origin's own clock if the response
  /// has a Date.
  var retryAfter: Duration? {
    let arrival = Int64(SystemTime.seconds)
    let now = fields["date"].flatMap { HTTPDate($0, now: arrival)?.seconds } ?? arrival
    return fields["retry-after"].flatMap { RetryAfter.delay($0, now: now) }
  }
}

/// Header fields of an origin's response that are forwarded to the cache: the inputs to freshness and revalidation (RFC 9111 sections 3 to
/// 5, RFC 9110 sections 8.8, 10.2.3 and 12.5.5). Values are forwarded as the origin wrote them.
enum ForwardedFields {
  /// List fields: several field lines are joined with commas (RFC 9110 section 5.3).
  static let lists = ["cache-control", "vary"]
  /// Singleton fields: the first field line counts.
  static let singletons = ["age", "date", "etag", "expires", "last-modified", "retry-after"]
  /// Maximum length of a forwarded value in bytes. A longer list is replaced by its most conservative value; a longer singleton is dropped.
  static let maxLength = 4_096

  /// - Parameter lines: all field lines, in order.
  static func fields(_ lines: some Sequence<(name: String, value: String)>) -> Fields {
    var values: [String: String] = [:]
    for line in lines {
      let name = line.name.lowercased()
      if lists.contains(name) {
        values[name, default: ""] += values[name] == nil ? line.value : ", " + line.value
      } else if singletons.contains(name), values[name] == nil {
        values[name] = line.value
      }
    }
    var fields = Fields()
    for name in singletons {
      if let value = values[name], value.utf8.count <= maxLength { fields[name] = value }
    }
    for name in lists {
      if let value = values[name] { fields[name] = value.utf8.count <= maxLength ? value : name == "vary" ? "*" : "no-store" }
    }
    return fields
  }

  /// Adds `fields` to `reply` without replacing existing fields.
  static func add(_ fields: Fields, to reply: inout Reply) {
    for name in fields.names where reply.fields[name] == nil { reply.fields[name] = fields[name] }
  }
}

extension OriginError {
  init(_ error: HTTPClientError, host: String, origin: String, maxBodySize: Int) {
    switch error.code {
    case .cancelled: self.init(.cancelled, "the request was cancelled", cause: error)
    case .invalid: self.init(.invalid, "\(origin) cannot be asked: \(error.message)", cause: error)
    case .refused:
      self.init(.unreachable, "\(origin) refused the connection", cause: error)
      specificReason = .refused
    case .unknownHost:
      self.init(.unreachable, "unknown host '\(host)' of \(origin)", cause: error)
      specificReason = .unknownHost
    case .connectTimeout:
      self.init(.unreachable, "the connection to \(origin) timed out", cause: error)
      specificReason = .connectTimeout
    case .unreachable, .system: self.init(.unreachable, "no connection to \(origin): \(error.message)", cause: error)
    case .tlsFailed: self.init(.tlsFailed, "no TLS connection to \(origin): \(error.message)", cause: error)
    case .timedOut: self.init(.timedOut, "\(origin) did not answer in time", cause: error)
    case .tooLarge: self.init(.tooLarge, "\(origin) sent a response of more than \(maxBodySize) bytes", cause: error)
    case .headTooLarge: self.init(.tooLarge, "\(origin) sent a response whose header is too large", cause: error)
    case .malformed: self.init(.malformed, "the response of \(origin) is not valid HTTP: \(error.message)", cause: error)
    default:
      self.init(.connectionLost, "\(origin) closed the connection before the response was complete: \(error.message)", cause: error)
    }
  }
}
