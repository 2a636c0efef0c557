import HTTPTypes
import Text

/// Sends wrong fields: another content type, or the date of a clock that is wrong.
struct HeaderFault: Fault {
  static let syntaxes = [
    FaultSyntax(
      "content-type", "TYPE", "Send this Content-Type with the unchanged body; quote it if it has spaces"
    ) { words throws(FaultSyntaxError) in
      let expected = "a type such as text/html"
      let type = try words.require(expected)
      guard HTTPField.isValidValue(type) else { throw FaultWords.error(type, expected) }
      return HeaderFault(contentType: type)
    },
    FaultSyntax("clock", "+TIME|-TIME", "Send a Date that is ahead (+2h) or behind (-30d)") { words throws(FaultSyntaxError) in
      let expected = "a time with a sign such as +2h or -30d"
      let word = try words.require(expected)
      guard let sign = word.first, "+-".contains(sign), let time = DurationText.parse(String(word.dropFirst())),
        // More than a thousand years has no date in HTTP's format.
        time <= .seconds(31_556_952_000)
      else { throw FaultWords.error(word, expected) }
      return HeaderFault(clockSkew: sign == "-" ? .zero - time : time)
    },
  ]

  var contentType: String?
  var clockSkew: Duration?

  var needsBody: Bool { contentType != nil }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    if let contentType { plan.fields[.contentType] = contentType }
    guard let clockSkew else { return }
    plan.clockSkew += clockSkew
    plan.fields[.date] = nil
    plan.isVerbatim = false
  }
}
