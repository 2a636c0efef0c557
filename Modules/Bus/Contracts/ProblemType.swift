public import MessageBus
import OrderedJSON

/// Problem types of Holocron (RFC 9457 section 3.1.1). Clients distinguish problems by type, never by wording.
public enum ProblemType {
  public static let badRequest = "urn:holocron:bad-request"
  public static let notFound = "urn:holocron:not-found"
  /// The origin of a record has no web page for it.
  public static let noWebPage = "urn:holocron:no-web-page"
  /// No known chain of references connects two records.
  public static let noPath = "urn:holocron:no-path"
  public static let noBus = "urn:holocron:no-bus"
  /// The connection to the bus was lost while a request waited for its reply. A worker may have executed the request.
  public static let connectionLost = "urn:holocron:connection-lost"
  /// Another user owns or could replace the bus, so its replies could be forged.
  public static let untrusted = "urn:holocron:untrusted-bus"
  /// Nothing is cached, and the request forbids asking the origin (`cache-control: only-if-cached`).
  public static let notCached = "urn:holocron:not-cached"
  /// No worker offers the service named in the extension `service`.
  public static let noWorker = "urn:holocron:no-worker"
  /// Too many requests are queued already.
  public static let overloaded = "urn:holocron:overloaded"
  public static let workerLost = "urn:holocron:worker-lost"
  public static let deadline = "urn:holocron:deadline"
  public static let cancelled = "urn:holocron:cancelled"
  /// The origin is unreachable, refused the request or answered with an error. Extensions: `origin` and `originStatus`.
  public static let origin = "urn:holocron:origin"
  /// The request is pinned to another origin. Extensions: `origin` (the fetcher's origin) and `askedOrigin` (the requested one).
  public static let misdirected = "urn:holocron:misdirected"
  /// A reply does not have the form its contract requires.
  public static let malformed = "urn:holocron:malformed"
}

extension Problem {
  /// Converts a failure of the bus to the problem reported to the caller.
  public init(_ error: BusError) {
    switch error.code {
    case .deadlineExceeded: self.init(504, "the deadline passed", detail: error.message, type: ProblemType.deadline)
    case .unreachable: self.init(503, "no bus is running", detail: error.message, type: ProblemType.noBus)
    case .connectionLost: self.init(503, "the connection to the bus was lost", detail: error.message, type: ProblemType.connectionLost)
    case .untrusted: self.init(503, "the bus cannot be trusted", detail: error.message, type: ProblemType.untrusted)
    case .cancelled: self.init(499, "cancelled", detail: error.message, type: ProblemType.cancelled)
    case .overloaded: self.init(503, "too many outstanding requests", detail: error.message, type: ProblemType.overloaded)
    case .tooLarge: self.init(413, "content too large", detail: error.message, type: ProblemType.badRequest)
    case .invalid: self.init(400, "invalid endpoint", detail: error.message, type: ProblemType.badRequest)
    default: self.init(500, "the bus failed", detail: error.message)
    }
  }

  /// Returns a 400 that names the invalid `field`: a path component, a query item or a header field.
  public static func badRequest(_ field: String, _ detail: String) -> Problem {
    Problem(400, "bad request", detail: detail, type: ProblemType.badRequest, extensions: ["field": .string(field)])
  }

  /// Returns a 421 (RFC 9110 section 15.5.20) for a request pinned to origin `asked` that reached a fetcher for `origin`.
  public static func misdirected(to asked: String, from origin: OriginIdentity) -> Problem {
    Problem(
      421, "wrong origin", detail: "the request is for \(asked), but this fetcher uses \(origin)", type: ProblemType.misdirected,
      extensions: ["origin": .string(origin.text), "askedOrigin": .string(asked)])
  }

  /// Returns a 502 for a reply that does not have the form its contract requires.
  public static func malformedReply(_ detail: String) -> Problem {
    Problem(502, "malformed reply from a worker", detail: detail, type: ProblemType.malformed)
  }

  static func malformedReply(expected: String) -> Problem { malformedReply("expected \(expected)") }

  /// The error status with which the origin answered; `nil` if the problem is another one.
  public var originError: Int? { extensions["originStatus"]?.int.flatMap { $0 >= 400 ? $0 : nil } }

  /// The 499 of a request whose task was cancelled.
  public static let cancelled = Problem(499, "cancelled", type: ProblemType.cancelled)
}
