import Quantities

/// Closes the connection in the middle of the body, whose full length Content-Length announces.
struct TruncateFault: Fault {
  static let name = "truncate"
  static let usage = "truncate [SIZE|PERCENT%]"
  static let summary = "Close the connection after a part of the body (default: 50%)"

  let part: Ending.BodyPart

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    part = try Self.part(words.next() ?? "50%")
    try words.end()
  }

  private static func part(_ word: String) throws(FaultSyntaxError) -> Ending.BodyPart {
    if word.hasSuffix("%"), let percent = Double(word.dropLast()), (0..<100).contains(percent) { return .fraction(percent / 100) }
    if let count = ByteCount.parse(word) { return .bytes(count) }
    throw FaultWords.error(word, "a size such as 100 or 16KiB, or a percentage below 100 such as 50%")
  }

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) { plan.ending = Ending(manner: .close, place: .body(part)) }
}
