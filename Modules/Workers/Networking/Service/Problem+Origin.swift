import Contracts
import MessageBus
import OrderedJSON

extension Problem {
  /// A failure of the origin as the caller of the fetch service sees it: a status by who is to blame (RFC 9110 section 15.6), the
  /// origin's own words, and what to do about it.
  init(_ error: OriginError, origin: String) {
    let retryAfter = error.retryAfter.map { Int($0.components.seconds) + ($0.components.attoseconds > 0 ? 1 : 0) }
    switch error.code {
    case .notFound: self.init(404, "not found", detail: error.message, type: ProblemType.notFound)
    case .invalid: self.init(400, "bad request", detail: error.message, type: ProblemType.badRequest)
    case .cancelled: self.init(499, "cancelled", detail: error.message, type: ProblemType.cancelled)
    case .overloaded: self.init(503, "too many requests wait for the origin", detail: error.message, type: ProblemType.overloaded)
    case .throttled: self.init(429, "the origin asks to slow down", detail: error.message, type: ProblemType.origin)
    case .timedOut where error.neverHadItsTurn:
      self.init(504, "the deadline passed", detail: error.message, type: ProblemType.deadline)
    case .timedOut: self.init(504, "the origin took too long", detail: error.message, type: ProblemType.origin)
    case .refused:
      let status = error.status == 503 ? 503 : 502
      self.init(status, "the origin answered with an error", detail: error.message, type: ProblemType.origin)
    case .unreachable:
      let advice = "start it, or start a fetcher with another one: holocron-fetcher --origin embedded works without any"
      self.init(502, "the origin cannot be reached", detail: "\(error.message): \(advice)", type: ProblemType.origin)
    default: self.init(502, "the origin gave no usable answer", detail: error.message, type: ProblemType.origin)
    }
    self.retryAfter = retryAfter
    if let pages = error.pages { extensions["pages"] = .number(pages) }
    if let missing = error.missing { extensions["missing"] = .number(missing) }
    extensions["origin"] = .string(origin)
    extensions["origin-status"] = error.status.map { .number($0) }
  }
}
