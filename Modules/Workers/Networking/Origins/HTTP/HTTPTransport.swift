import Contracts
import HTTPClient
import MessageBus
import Platform

/// Sends single GETs to one origin: without redirects or retries, with verified certificates and limits on the response.
final class HTTPTransport: Sendable {
  private let client: HTTPClient
  private let maxBodySize: Int
  /// The origin's name in messages.
  private let origin: String

  init(to server: HTTPURL, _ settings: HTTPSettings, origin: String) throws(OriginError) {
    var options = HTTPClient.Settings(connections: settings.concurrency)
    // The caller cancels the request first; this limit only ends attempts that nobody waits for any more.
    options.connectTimeout = settings.requestTimeout + .seconds(1)
    do { client = try HTTPClient(options) } catch { throw OriginError(.overloaded, error.message, cause: error) }
    maxBodySize = settings.maxBodySize
    self.origin = origin
  }

  /// Runs tasks on the thread of the connections.
  var executor: any TaskExecutor { client.executor }

  /// Sends one request. Has no timeout of its own: the caller limits the time by cancelling the task.
  func get(_ url: HTTPURL, _ conditions: HTTPConditions) async throws(OriginError) -> HTTPResponse {
    var fields = [HTTPClientField("accept", "application/json"), HTTPClientField("user-agent", "holocron")]
    // If both are sent, the tag takes precedence (RFC 9110 section 13.1.3); servers without tags use the date.
    if let tag = conditions.entityTag { fields.append(HTTPClientField("if-none-match", tag)) }
    if let date = conditions.modifiedSince { fields.append(HTTPClientField("if-modified-since", date)) }
    do {
      let response = try await client.send(HTTPClientRequest(url.description, fields: fields, maxBodySize: maxBodySize))
      return HTTPResponse(
        status: response.status, fields: ForwardedFields.fields(response.fields.lazy.map { ($0.name, $0.value) }),
        location: response.field("location"), contentType: response.field("content-type"), body: response.body)
    } catch {
      throw OriginError(error, host: url.host, origin: origin, maxBodySize: maxBodySize)
    }
  }

  /// Cancels requests in flight and closes the connections.
  func close() async { await client.close() }
}

/// The validators of a conditional GET.
struct HTTPConditions: Sendable, Hashable {
  let entityTag: String?
  let modifiedSince: String?
}

extension OriginError {
  fileprivate init(_ error: HTTPClientError, host: String, origin: String, maxBodySize: Int) {
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
