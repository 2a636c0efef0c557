public import MessageBus

/// Why an origin gave no answer that can be used.
public struct OriginError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// What the user wrote as an origin or option cannot be used.
    public static let invalid = Code(description: "invalid")
    /// The origin has no such record, page or kind.
    public static let notFound = Code(description: "not-found")
    /// No connection came about: refused, no route, unknown host.
    public static let unreachable = Code(description: "unreachable")
    /// The connection broke before the answer was whole.
    public static let broken = Code(description: "broken")
    /// No secure connection came about.
    public static let insecure = Code(description: "insecure")
    /// The time for one request passed, or the caller's deadline.
    public static let timedOut = Code(description: "timed-out")
    /// The origin asks us to slow down (429).
    public static let throttled = Code(description: "throttled")
    /// The origin answered with another error status.
    public static let refused = Code(description: "refused")
    /// The origin points to another origin, or in a circle.
    public static let redirected = Code(description: "redirected")
    /// The answer is larger than the bound that was set.
    public static let tooLarge = Code(description: "too-large")
    /// The answer is not what the dialect says.
    public static let malformed = Code(description: "malformed")
    /// More requests wait than the origin will answer soon.
    public static let overloaded = Code(description: "overloaded")
    /// The calling task was cancelled.
    public static let cancelled = Code(description: "cancelled")
  }

  public let code: Code
  /// One sentence for people: what happened, to which origin, and where it helps, what to do.
  public let message: String
  /// The status the origin answered with, if it did.
  public var status: Int?
  /// How long it is not worth asking again: what the origin's Retry-After asks for, or what is left of the time a failure is remembered.
  public var retryAfter: Duration?
  /// What the origin said about keeping its answer.
  public var fields: Fields = [:]
  /// With ``Code/notFound``: how many pages the list has instead, and how many records the origin counts beyond them.
  var pages, missing: Int?
  /// Requests that the origin got and that ended this way.
  var requests = 1
  /// The failure of an earlier request: the origin was not asked again.
  var isRemembered = false
  /// The caller's time passed, which says nothing about the origin to others.
  var hasOnlyWaited = false
  /// The request had its turn before that, so it is the origin that did not answer.
  var hadItsTurn = false
  /// The request never reached the origin: too many others did.
  var neverHadItsTurn: Bool { hasOnlyWaited && !hadItsTurn }
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, status: Int? = nil, retryAfter: Duration? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.status = status
    self.retryAfter = retryAfter
    self.cause = cause
  }

  public var description: String { message }

  /// How a failure without an answer bears on asking again.
  var failure: RetryPolicy.Failure { code == .unreachable || code == .broken ? .connection : .lasting }
}
