import HTTPTypes
import NIOCore
import Platform

/// Answers with an error or another status, and asks clients to slow down: status 429 (RFC 6585 section 4), with Retry-After (RFC 9110
/// section 10.2.3) if a time is given.
struct StatusFault: Fault {
  static let syntaxes = [
    FaultSyntax("status", "CODE", "Answer with this status and, unless it is 204 or 304, a short JSON body") {
      words throws(FaultSyntaxError) in
      let expected = "a status from 200 to 599"
      let word = try words.require(expected)
      guard let code = Int(word), (200...599).contains(code) else { throw FaultWords.error(word, expected) }
      return StatusFault(code: code, detail: "Injected fault: status \(code)")
    },
    FaultSyntax(
      "throttle", "[SECONDS|date:TIME]", "Answer 429, with Retry-After in seconds, or as the date in TIME (date:90s)"
    ) { words throws(FaultSyntaxError) in
      var fault = StatusFault(code: 429, detail: "Request was throttled.", throttles: true)
      guard let word = words.next() else { return fault }
      if word.hasPrefix("date:") {
        fault.retryDate = try FaultWords.duration(String(word.dropFirst(5)))
      } else {
        guard let seconds = Int(word), seconds >= 0 else { throw FaultWords.error(word, "a number of seconds such as 5, or date:90s") }
        fault.retryAfter = String(seconds)
      }
      return fault
    },
  ]

  let code: Int
  let detail: String
  /// Whether to replace Retry-After.
  var throttles = false
  /// The value of Retry-After as written, also one that no server should send.
  var retryAfter: String?
  /// The time until the date in Retry-After.
  var retryDate: Duration?

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.status = HTTPResponse.Status(code: code)
    plan.fields[.location] = nil
    plan.replaceBody(#"{"detail":"\#(detail)"}"#)
    if throttles { plan.fields[.retryAfter] = retryAfter }
    if let retryDate { plan.retryDate = retryDate }
    if !plan.mayHaveBody {
      plan.body.clear()
      plan.fields[.contentType] = nil
    }
  }
}
