import HTTPTypes
import Quantities

/// Sets the server's clock wrong: the field Date.
struct ClockFault: Fault {
  static let name = "clock"
  static let usage = "clock +TIME|-TIME"
  static let summary = "Send a Date that is ahead (+2h) or behind (-30d)"

  let skew: Duration

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    let expected = "a time with a sign such as +2h or -30d"
    let word = try words.require(expected)
    guard let sign = word.first, "+-".contains(sign), let time = DurationText.parse(String(word.dropFirst())),
      // More than a thousand years has no date in HTTP's format.
      time <= .seconds(31_556_952_000)
    else { throw FaultWords.error(word, expected) }
    skew = sign == "-" ? .zero - time : time
    try words.end()
  }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.clockSkew += skew
    plan.fields[.date] = nil
    plan.isVerbatim = false
  }
}
