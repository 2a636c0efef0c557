import HTTPTypes
import Platform

/// Asks clients to slow down: status 429 (RFC 6585 section 4), with Retry-After (RFC 9110 section 10.2.3) if a time is given.
struct ThrottleFault: Fault {
  static let name = "throttle"
  static let usage = "throttle [SECONDS|date:TIME]"
  static let summary = "Answer 429, with Retry-After in seconds, or as the date in TIME (date:90s)"

  private enum Delay: Hashable {
    /// The value of the field as written: `5`; also values that no server should send, to test clients with.
    case seconds(Int)
    case date(Duration)
  }
  private let delay: Delay?

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    if let word = words.next() {
      if word.hasPrefix("date:") {
        delay = .date(try FaultWords.duration(String(word.dropFirst(5))))
      } else {
        guard let seconds = Int(word), seconds >= 0 else { throw FaultWords.error(word, "a number of seconds such as 5, or date:90s") }
        delay = .seconds(seconds)
      }
    } else {
      delay = nil
    }
    try words.end()
  }

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.status = .tooManyRequests
    plan.fields[.location] = nil
    plan.replaceBody(#"{"detail":"Request was throttled."}"#)
    switch delay {
    case nil: plan.fields[.retryAfter] = nil
    case .seconds(let seconds): plan.fields[.retryAfter] = String(seconds)
    case .date(let time): plan.retryDate = time
    }
  }
}
