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
  /// The bus does not accept the key of this process.
  public static let unauthorized = "urn:holocron:unauthorized"
  /// The role of this process's key does not allow the request. Extensions: `role` and `action`, what it may not do.
  public static let forbidden = "urn:holocron:forbidden"
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
    case .unauthorized: self.init(503, "the bus does not accept this key", detail: error.message, type: ProblemType.unauthorized)
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

/// Why a problem of a common type occurred: the extension member `reason`. Front-ends make its text from the members that each case names.
public enum ProblemReason: String, Sendable, Hashable, CaseIterable {
  // The broker. `service` is the service of the request.
  case queueFull = "queue-full"
  case clientFull = "client-full"
  case brokerFull = "broker-full"
  case slowClient = "slow-client"
  case queueTimeout = "queue-timeout"
  case noTimeLeft = "no-time-left"
  case workerTimeout = "worker-timeout"

  // The connection to the bus.
  /// A service did not answer a request; `service`, `request`, and `limit` in milliseconds.
  case noAnswer = "no-answer"
  /// The broker does not respond; `endpoint`.
  case brokerSilent = "broker-silent"
  /// A process listens on `endpoint` but does not respond like a bus: a stopped broker, or another program.
  case noHandshake = "no-handshake"

  // The cache, fetchers and search workers. `subject` is a record, a kind or `kinds`.
  case noFetcher = "no-fetcher"
  case cacheBusy = "cache-busy"
  case stillFetching = "still-fetching"
  case originBusy = "origin-busy"
  case searchBusy = "search-busy"

  // The origin. `origin` is its address.
  case refused
  case unreachable
  case unknownHost = "unknown-host"
  case connectTimeout = "connect-timeout"
  case connectionLost = "connection-lost"
  case tlsFailed = "tls-failed"
  case timedOut = "timed-out"
  /// `origin-status`, and `origin-detail` if the origin gives a reason.
  case errorStatus = "error-status"
  case throttled
  /// The origin is not asked, because it has been failing.
  case failing

  // Mistakes in a query. `name` is a field or a kind in it, `instead` what to write instead.
  /// `maximum`.
  case tooManyWords = "too-many-words"
  /// A filter has spaces around its comparison; `instead`.
  case spacedFilter = "spaced-filter"
  /// The field cannot be compared with < or >; `name` and `instead`.
  case fieldWithoutOrder = "field-without-order"
  /// The value of a comparison is no number, or no date; `name` and `instead`.
  case numberNeeded = "number-needed"
  case dateNeeded = "date-needed"
  /// `name`, and `suggestions` if there are similar ones.
  case unknownFilterField = "unknown-filter-field"
  /// `name` is a kind; `instead`.
  case kindAsField = "kind-as-field"
  /// Only the kinds that the query excludes have the field; `name` and `kinds`.
  case fieldOfOtherKinds = "field-of-other-kinds"
  /// `name`, and `suggestions` or else `choices`.
  case unknownFilterKind = "unknown-filter-kind"

  // Records.
  /// The origin has no such record; `subject`, and `origin` if it is known.
  case noRecord = "no-record"
  /// A list has no such page; `subject`, `page` and `pages`.
  case noPage = "no-page"
}

extension Problem {
  /// The reason; `nil` for problems without one, and for those of other versions.
  public var reason: ProblemReason? {
    get { extensions["reason"]?.string.flatMap(ProblemReason.init) }
    set { extensions["reason"] = newValue.map { .string($0.rawValue) } }
  }

  /// What was requested: a record as `people/1`, a kind, or `kinds`.
  public var subject: String? {
    get { extensions["subject"]?.string }
    set { extensions["subject"] = newValue.map { .string($0) } }
  }

  /// Returns the problem with a reason, and the subject if there is one.
  public func because(_ reason: ProblemReason, of subject: String? = nil) -> Problem {
    var problem = self
    problem.reason = reason
    problem.subject = subject ?? self.subject
    return problem
  }
}
