/// Delays responses and slows bodies down. Delays of several rules add up; the limits of a body hold for each response by itself.
struct TimingFault: Fault {
  static let syntaxes = [
    FaultSyntax("latency", "TIME|A..B|lognormal:MEDIAN,SIGMA", "Delay the response") { words throws(FaultSyntaxError) in
      let word = try words.require(Latency.expected)
      guard let latency = Latency(word) else { throw FaultWords.error(word, Latency.expected) }
      return TimingFault(latency: latency)
    },
    FaultSyntax("bandwidth", "SIZE", "Send the body at SIZE bytes a second, evenly") { words throws(FaultSyntaxError) in
      TimingFault(pace: .rate(try words.size(upTo: 1 << 30)))
    },
    FaultSyntax(
      "drip", "SIZE/TIME", "Send the body in pieces of SIZE bytes with TIME between them: drip 1/100ms"
    ) { words throws(FaultSyntaxError) in
      let expected = "a size and a time such as 1/100ms or 1KiB/1s"
      let word = try words.require(expected)
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw FaultWords.error(word, expected) }
      var size = FaultWords([String(parts[0])], usage: words.usage)
      let (bytes, pause) = (try size.size(upTo: Pace.largestPiece), try FaultWords.duration(String(parts[1])))
      guard pause > .zero else { throw FaultWords.error(word, "a time above 0 after the size, such as 1/100ms") }
      return TimingFault(pace: .steady(bytes: bytes, pause: pause))
    },
  ]

  var latency = Latency.none
  var pace: Pace?

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.delay += latency.sample(&occasion.random)
    if let pace { plan.pace = pace }
  }
}
