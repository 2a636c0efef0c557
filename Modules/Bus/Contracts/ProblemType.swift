public import MessageBus
import OrderedJSON

/// The problem types of Holocron (RFC 9457 section 3.1.1). Clients decide by these, never by the wording.
public enum ProblemType {
  public static let badRequest = "urn:holocron:bad-request"
  public static let notFound = "urn:holocron:not-found"
  /// Nothing that is known connects two records.
  public static let noPath = "urn:holocron:no-path"
  public static let noBus = "urn:holocron:no-bus"
  /// The bus belongs to another user: whatever it says could be forged.
  public static let untrusted = "urn:holocron:untrusted-bus"
  /// Nothing is stored, and the request says not to ask the origin (`cache-control: only-if-cached`).
  public static let notCached = "urn:holocron:not-cached"
  /// No worker offers the service; the extension `service` names it.
  public static let noWorker = "urn:holocron:no-worker"
  /// Too many requests wait already.
  public static let overloaded = "urn:holocron:overloaded"
  public static let workerLost = "urn:holocron:worker-lost"
  public static let deadline = "urn:holocron:deadline"
  public static let cancelled = "urn:holocron:cancelled"
  /// The origin could not be reached, refused, or answered with an error; the extensions `origin` and `origin-status` say more.
  public static let origin = "urn:holocron:origin"
  /// The request is for another origin than the fetcher's; the extensions `origin` (the fetcher's) and `asked-origin` name both.
  public static let misdirected = "urn:holocron:misdirected"
  /// A peer answered in a form that the contract does not know.
  public static let malformed = "urn:holocron:malformed"
}

extension Problem {
  /// A failure of the bus as the problem a caller sees.
  public init(_ error: BusError) {
    switch error.code {
    case .deadlineExceeded: self.init(504, "the deadline passed", detail: error.message, type: ProblemType.deadline)
    case .unreachable: self.init(503, "no bus is running", detail: error.message, type: ProblemType.noBus)
    case .untrusted: self.init(503, "the bus belongs to somebody else", detail: error.message, type: ProblemType.untrusted)
    case .cancelled: self.init(499, "cancelled", detail: error.message, type: ProblemType.cancelled)
    case .overloaded: self.init(503, "too much is outstanding", detail: error.message, type: ProblemType.overloaded)
    case .invalid: self.init(400, "the endpoint is not valid", detail: error.message, type: ProblemType.badRequest)
    default: self.init(500, "the bus failed", detail: error.message)
    }
  }

  /// `field` is what the caller got wrong: a path component, a query item or a header field.
  public static func badRequest(_ field: String, _ detail: String) -> Problem {
    Problem(400, "bad request", detail: detail, type: ProblemType.badRequest, extensions: ["field": .string(field)])
  }

  /// A request for origin `asked` that reached a fetcher of `origin` (421, RFC 9110 section 15.5.20).
  public static func misdirected(to asked: String, from origin: OriginIdentity) -> Problem {
    Problem(
      421, "the fetcher asks another origin", detail: "the request is for \(asked), and this fetcher asks \(origin)",
      type: ProblemType.misdirected,
      extensions: ["origin": .string(origin.text), "asked-origin": .string(asked)])
  }
}
