import Contracts
public import MessageBus
import OrderedJSON
import Platform

/// The reason a request to an origin failed.
public struct OriginError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs; the description is its stable name.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The origin or an option given by the user is not valid.
    public static let invalid = Code(description: "invalid")
    /// The origin has no such record, page or kind.
    public static let notFound = Code(description: "not-found")
    /// The connection could not be established: refused, no route, unknown host.
    public static let unreachable = Code(description: "unreachable")
    /// The connection was lost before the response was complete.
    public static let connectionLost = Code(description: "connection-lost")
    /// The TLS connection could not be established.
    public static let tlsFailed = Code(description: "tls-failed")
    /// The request timeout or the caller's deadline passed.
    public static let timedOut = Code(description: "timed-out")
    /// The origin throttles requests (429).
    public static let throttled = Code(description: "throttled")
    /// The origin answered with another error status.
    public static let errorStatus = Code(description: "error-status")
    /// The origin redirects to another origin, or in a loop.
    public static let redirected = Code(description: "redirected")
    /// The response is larger than the configured maximum.
    public static let tooLarge = Code(description: "too-large")
    /// The response does not match the dialect.
    public static let malformed = Code(description: "malformed")
    /// Too many requests are queued for the origin.
    public static let overloaded = Code(description: "overloaded")
    /// The origin has been failing, so the request was not sent (``OriginError/failingFor``).
    public static let failing = Code(description: "failing")
    /// The calling task was cancelled.
    public static let cancelled = Code(description: "cancelled")
  }

  public let code: Code
  /// One sentence for people: what happened and at which origin, then, where useful, what to do.
  public let message: String
  /// Status of the origin's response, if there was one.
  public var status: Int?
  /// Delay before a retry is worthwhile: from the origin's Retry-After, or the remaining lifetime of a cached failure.
  public var retryAfter: Duration?
  /// With ``Code/failing``: how long the origin has been failing.
  public var failingFor: Duration?
  /// The reason that front-ends translate; `nil` if the code says which one it is.
  var specificReason: ProblemReason?
  /// The reason that the origin gives in an error response.
  var originDetail: String?
  /// The record that the origin does not have, as `people/1`.
  var subject: String?
  /// The caching fields of the origin's response (``ForwardedFields``).
  public var fields: Fields = [:]
  /// With ``Code/notFound``: the actual number of pages of the list, and the number of records the origin counts beyond them.
  var pages, missing: Int?
  /// Number of requests sent to the origin that failed this way.
  var attempts = 1
  /// Whether the origin may have rejected the caller's validators, which says nothing about the document.
  var concernsValidators = false
  /// Whether this is the failure of an earlier request, returned without contacting the origin.
  var isCached = false
  /// Whether the caller's deadline passed, which does not mean that the origin fails for other callers.
  var callerTimedOut = false
  /// Whether the request left the queue before the caller's deadline, so the origin is to blame.
  var wasSent = false
  /// Whether the caller's deadline passed while the request was queued behind others.
  var timedOutInQueue: Bool { callerTimedOut && !wasSent }
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, status: Int? = nil, retryAfter: Duration? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.status = status
    self.retryAfter = retryAfter
    self.cause = cause
  }

  public var description: String { message }
}

extension OriginError {
  /// The reason that front-ends translate; `nil` for failures that are rare.
  var problemReason: ProblemReason? {
    if let specificReason { return specificReason }
    return switch code {
    case .unreachable: .unreachable
    case .connectionLost: .connectionLost
    case .tlsFailed: .tlsFailed
    case .timedOut: timedOutInQueue ? nil : .timedOut
    case .throttled: .throttled
    case .errorStatus: .errorStatus
    case .failing: .failing
    case .notFound: subject == nil ? nil : .noRecord
    default: nil
    }
  }
}

extension Problem {
  /// Converts a failure of the origin to the problem reported by the fetch service. The status tells client errors from failures of the
  /// origin (RFC 9110 section 15.6); the detail includes the origin's own reason and advice.
  init(_ error: OriginError, origin: String) {
    let retryAfter = error.retryAfter.map(\.wholeSecondsRoundedUp)
    switch error.code {
    case .notFound: self.init(404, "not found", detail: error.message, type: ProblemType.notFound)
    case .invalid: self.init(400, "bad request", detail: error.message, type: ProblemType.badRequest)
    case .cancelled: self.init(499, "cancelled", detail: error.message, type: ProblemType.cancelled)
    case .overloaded: self.init(503, "too many requests are waiting for the origin", detail: error.message, type: ProblemType.overloaded)
    case .failing: self.init(503, "the origin is failing", detail: error.message, type: ProblemType.origin)
    case .throttled: self.init(429, "the origin asks to slow down", detail: error.message, type: ProblemType.origin)
    case .timedOut where error.timedOutInQueue:
      self.init(504, "the deadline passed", detail: error.message, type: ProblemType.deadline)
    case .timedOut: self.init(504, "the origin did not answer in time", detail: error.message, type: ProblemType.origin)
    case .errorStatus:
      let status = error.status == 503 ? 503 : 502
      self.init(status, "the origin answered with an error", detail: error.message, type: ProblemType.origin)
    case .unreachable:
      let isLoopback = (try? HTTPURL(origin))?.isLoopback ?? false
      // The title names the subject already.
      let reason = String(error.message.trimmingPrefix("the origin "))
      self.init(502, "the origin cannot be reached", detail: isLoopback ? "\(reason); start it" : reason, type: ProblemType.origin)
    default: self.init(502, "the origin sent no usable response", detail: error.message, type: ProblemType.origin)
    }
    self.retryAfter = retryAfter
    reason = error.problemReason
    subject = error.subject
    extensions["originDetail"] = error.originDetail.map { .string($0) }
    if let pages = error.pages { extensions["pages"] = .number(pages) }
    if let missing = error.missing { extensions["missing"] = .number(missing) }
    extensions["origin"] = .string(origin)
    extensions["failingSince"] = error.failingFor.map {
      .string(CalendarTime(secondsSince1970: SystemTime.seconds - Int($0.components.seconds)).text)
    }
    extensions["originStatus"] = error.status.map { .number($0) }
  }
}
