import HTTPTypes
import NIOCore

/// Answers with an error or another status.
struct StatusFault: Fault {
  static let name = "status"
  static let usage = "status CODE"
  static let summary = "Answer with this status and, unless it is 204 or 304, a short JSON body"

  let code: Int

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    let expected = "a status from 200 to 599"
    let word = try words.require(expected)
    guard let code = Int(word), (200...599).contains(code) else { throw FaultWords.error(word, expected) }
    self.code = code
    try words.end()
  }

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.status = HTTPResponse.Status(code: code)
    plan.fields[.location] = nil
    plan.replaceBody(#"{"detail":"Injected fault: status \#(code)"}"#)
    if !plan.mayHaveBody {
      plan.body.clear()
      plan.fields[.contentType] = nil
    }
  }
}
