/// Delays responses. Delays of several rules add up.
struct LatencyFault: Fault {
  static let name = "latency"
  static let usage = "latency TIME|A..B|lognormal:MEDIAN,SIGMA"
  static let summary = "Delay the response"

  let latency: Latency

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    let word = try words.require(Latency.expected)
    guard let latency = Latency(word) else { throw FaultWords.error(word, Latency.expected) }
    self.latency = latency
    try words.end()
  }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) { plan.delay += latency.sample(&occasion.random) }
}
