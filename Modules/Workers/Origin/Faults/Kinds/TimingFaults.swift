import Text

/// Delay responses and slow bodies down. Delays of several rules add up; the limits of a body hold for each response by itself.
enum TimingFaults {
  static let list = [
    FaultSyntax("latency", "TIME|A..B|lognormal:MEDIAN,SIGMA", "Delay the response") { words throws(OriginServerError) in
      let latency = try words.next(Latency.expected) { Latency($0) }
      return Fault(needsBody: false) { $0.delay += latency.sample(&$1.random) }
    },
    FaultSyntax("bandwidth", "SIZE", "Send the body at SIZE bytes a second, evenly") { words throws(OriginServerError) in
      let pace = Pace.rate(try words.size(upTo: 1 << 30))
      return Fault(needsBody: false) { plan, _ in plan.pace = pace }
    },
    FaultSyntax("drip", "SIZE/TIME", "Send the body in pieces of SIZE bytes with TIME between them: drip 1/100ms") {
      words throws(OriginServerError) in
      let pace = try words.next("a size and a time such as 1/100ms or 1KiB/1s") { word -> Pace? in
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let bytes = ByteCount.parse(parts[0]), (1...Pace.largestPiece).contains(bytes),
          let pause = DurationText.parse(parts[1]), pause > .zero
        else { return nil }
        return .steady(bytes: bytes, pause: pause)
      }
      return Fault(needsBody: false) { plan, _ in plan.pace = pace }
    },
  ]
}
