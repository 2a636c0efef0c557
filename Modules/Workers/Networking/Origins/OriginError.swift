import Contracts
import HTTPClient
import MessageBus
import OrderedJSON
import Platform

/// The reason a request to an origin failed.
public struct OriginError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Code: String, Sendable {
    /// The origin or an option given by the user is not valid.
    case invalid
    /// The origin has no such record, page or kind.
    case notFound = "not-found"
    /// The connection could not be established: refused, no route, unknown host.
    case unreachable
    case connectionLost = "connection-lost"
    case tlsFailed = "tls-failed"
    /// The request timeout or the caller's deadline passed.
    case timedOut = "timed-out"
    /// The origin throttles requests (429), or answered with another error status.
    case throttled
    case errorStatus = "error-status"
    /// The origin redirects to another origin, or in a loop.
    case redirected
    case tooLarge = "too-large"
    /// The response does not match the dialect.
    case malformed
    /// Too many requests are queued for the origin.
    case overloaded
    /// The origin has been failing, so the request was not sent (``OriginError/failingFor``).
    case failing
    /// Nobody waits for the answer.
    case cancelled
  }

  public let code: Code
  /// One sentence for people: what happened and at which origin, then, where useful, what to do.
  public let message: String
  /// Status of the origin's response, if there was one.
  public var status: Int?
  /// Delay before a retry is worthwhile: from the origin's Retry-After, or the pause of the circuit breaker.
  public var retryAfter: Duration?
  /// With ``Code/failing``: how long the origin has been failing.
  var failingFor: Duration?
  /// The reason that front-ends translate; `nil` if the code says which one it is.
  var specificReason: ProblemReason?
  /// The reason that the origin gives in an error response.
  var originDetail: String?
  /// The record that the origin does not have, as `people/1`.
  var subject: String?
  /// The caching fields of the origin's response (``HTTPResponse/fields``).
  var fields: Fields = [:]
  /// With ``Code/notFound``: the actual number of pages of the list, and the number of records the origin counts beyond them.
  var pages, missing: Int?
  /// Whether this is the failure of an earlier request, returned without contacting the origin.
  var isCached = false
  /// Whether the caller's deadline passed, which does not mean that the origin fails for other callers.
  var callerTimedOut = false
  /// Whether the request left the queue before the caller's deadline, so the origin is to blame.
  var wasSent = false
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, status: Int? = nil, retryAfter: Duration? = nil, cause: (any Error)? = nil) {
    (self.code, self.message, self.status, self.retryAfter, self.cause) = (code, message, status, retryAfter, cause)
  }

  public var description: String { message }

  /// Whether the caller's deadline passed while the request was queued behind others.
  var timedOutInQueue: Bool { callerTimedOut && !wasSent }
}

extension OriginError {
  static var cancelled: OriginError { OriginError(.cancelled, "the request was cancelled") }

  /// The error for a caller whose deadline passed, which does not mean that `origin` fails for other callers.
  static func callerTimeout(_ origin: String, wasSent: Bool) -> OriginError {
    var error = OriginError(
      .timedOut, wasSent ? "\(origin) did not answer in time" : "the deadline passed while the request to \(origin) was queued")
    (error.callerTimedOut, error.wasSent) = (true, wasSent)
    return error
  }

  /// - Parameter origin: its name in messages.
  init(_ error: HTTPClientError, host: String, origin: String, maxBodySize: Int) {
    let (code, message): (Code, String)
    switch error.code {
    case .cancelled: (code, message) = (.cancelled, "the request was cancelled")
    case .invalid: (code, message) = (.invalid, "\(origin) cannot be asked: \(error.message)")
    case .refused: (code, message) = (.unreachable, "\(origin) refused the connection")
    case .unknownHost: (code, message) = (.unreachable, "unknown host '\(host)' of \(origin)")
    case .connectTimeout: (code, message) = (.unreachable, "the connection to \(origin) timed out")
    case .unreachable, .system: (code, message) = (.unreachable, "no connection to \(origin): \(error.message)")
    case .tlsFailed: (code, message) = (.tlsFailed, "no TLS connection to \(origin): \(error.message)")
    case .timedOut: (code, message) = (.timedOut, "\(origin) did not answer in time")
    case .tooLarge: (code, message) = (.tooLarge, "\(origin) sent a response of more than \(maxBodySize) bytes")
    case .headTooLarge: (code, message) = (.tooLarge, "\(origin) sent a response whose header is too large")
    case .malformed: (code, message) = (.malformed, "the response of \(origin) is not valid HTTP: \(error.message)")
    default:
      (code, message) = (.connectionLost, "\(origin) closed the connection before the response was complete: \(error.message)")
    }
    self.init(code, message, cause: error)
    let reasons: [HTTPClientErrorCode: ProblemReason] = [
      .refused: .refused, .unknownHost: .unknownHost, .connectTimeout: .connectTimeout,
    ]
    specificReason = reasons[error.code]
  }

  /// Status, title and type of the problem that the fetch service reports, and the reason that front-ends translate (`nil` for rare failures).
  /// The status tells client errors from failures of the origin (RFC 9110 section 15.6).
  fileprivate var problem: (status: Int, title: String, type: String, reason: ProblemReason?) {
    switch code {
    case .notFound: (404, "not found", ProblemType.notFound, subject == nil ? nil : .noRecord)
    case .invalid: (400, "bad request", ProblemType.badRequest, nil)
    case .cancelled: (499, "cancelled", ProblemType.cancelled, nil)
    case .overloaded: (503, "too many requests are waiting for the origin", ProblemType.overloaded, .originBusy)
    case .failing: (503, "the origin is failing", ProblemType.origin, .failing)
    case .throttled: (429, "the origin asks to slow down", ProblemType.origin, .throttled)
    case .timedOut where timedOutInQueue: (504, "the deadline passed", ProblemType.deadline, nil)
    case .timedOut: (504, "the origin did not answer in time", ProblemType.origin, .timedOut)
    case .errorStatus: (status == 503 ? 503 : 502, "the origin answered with an error", ProblemType.origin, .errorStatus)
    case .unreachable: (502, "the origin cannot be reached", ProblemType.origin, .unreachable)
    case .connectionLost: (502, "the origin sent no usable response", ProblemType.origin, .connectionLost)
    case .tlsFailed: (502, "the origin sent no usable response", ProblemType.origin, .tlsFailed)
    case .redirected, .tooLarge, .malformed: (502, "the origin sent no usable response", ProblemType.origin, nil)
    }
  }
}

extension Problem {
  /// Converts a failure of the origin to the problem reported by the fetch service. The detail includes the origin's own reason and advice.
  init(_ error: OriginError, origin: String) {
    let (status, title, type, reason) = error.problem
    var detail = error.message
    if error.code == .unreachable {
      // The title names the subject already.
      detail = String(error.message.trimmingPrefix("the origin "))
      if let url = try? HTTPURL(origin), url.isLoopback { detail += "; start it" }
    }
    self.init(status, title, detail: detail, type: type)
    retryAfter = error.retryAfter?.wholeSecondsRoundedUp
    self.reason = error.specificReason ?? reason
    subject = error.subject
    extensions["originDetail"] = error.originDetail.map { .string($0) }
    extensions["pages"] = error.pages.map { .number($0) }
    extensions["missing"] = error.missing.map { .number($0) }
    extensions["origin"] = .string(origin)
    extensions["failingSince"] = error.failingFor.map {
      .string(CalendarTime(secondsSince1970: SystemTime.seconds - Int($0.components.seconds)).text)
    }
    extensions["originStatus"] = error.status.map { .number($0) }
  }
}
