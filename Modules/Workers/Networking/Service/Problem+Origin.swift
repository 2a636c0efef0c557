import Contracts
import MessageBus
import OrderedJSON
import Platform

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
