import HTTPTypes

/// Names the wrong content type.
struct ContentTypeFault: Fault {
  static let name = "content-type"
  static let usage = "content-type TYPE"
  static let summary = "Send this Content-Type with the unchanged body; quote it if it has spaces"

  let type: String

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    type = try words.require("a type such as text/html")
    guard HTTPField.isValidValue(type) else { throw FaultWords.error(type, "a type such as text/html") }
    try words.end()
  }

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) { plan.fields[.contentType] = type }
}
