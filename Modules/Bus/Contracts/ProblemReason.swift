public import MessageBus
import OrderedJSON

/// Why a problem of a common type occurred: the extension member `reason`. Details are in English; front-ends translate those whose reason they
/// know, with the members that each case names.
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
