/// Sends bodies in small pieces.
struct DripFault: Fault {
  static let name = "drip"
  static let usage = "drip SIZE/TIME"
  static let summary = "Send the body in pieces of SIZE bytes with TIME between them: drip 1/100ms"

  private static let expected = "a size and a time such as 1/100ms or 1KiB/1s"
  let bytes: Int
  let pause: Duration

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    let word = try words.require(Self.expected)
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw FaultWords.error(word, Self.expected) }
    var size = FaultWords([String(parts[0])], usage: Self.usage)
    bytes = try size.size(upTo: Pace.largestPiece)
    pause = try FaultWords.duration(String(parts[1]))
    guard pause > .zero else { throw FaultWords.error(word, "a time above 0 after the size, such as 1/100ms") }
    try words.end()
  }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) { plan.pace = .steady(bytes: bytes, pause: pause) }
}
