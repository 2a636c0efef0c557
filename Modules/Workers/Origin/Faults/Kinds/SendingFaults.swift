import Text

/// Delay responses and slow bodies down, or end connections and responses early: close (FIN), reset (RST, as a crashed or overloaded server or a
/// firewall does), or send nothing more and close once the client does. Delays of several rules add up; the limits of a body hold for each
/// response by itself.
enum SendingFaults {
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
        return Pace(bytes: bytes, pause: pause)
      }
      return Fault(needsBody: false) { plan, _ in plan.pace = pace }
    },
    syntax(
      "close", .close, ["request", "accept", "headers"],
      "Close the connection: after the request (default), when it is accepted, or after the headers"),
    syntax(
      "reset", .reset, ["request", "accept", "headers", "body"],
      "Reset the connection: after the request (default), when it is accepted, after the headers, or in the body"),
    syntax(
      "hang", .hang, ["request", "accept", "headers", "body", "end"],
      "Send nothing more and never close: after the request (default), when accepted, after the headers, in the body, or after a body of unknown length"
    ),
    FaultSyntax("truncate", "[SIZE|PERCENT%]", "Close the connection after a part of the body (default: 50%)") {
      words throws(OriginServerError) in
      let expected = "a size such as 100 or 16KiB, or a percentage below 100 such as 50%"
      let part = try words.next(expected, default: "50%") { word -> Ending.BodyPart? in
        guard word.hasSuffix("%") else { return ByteCount.parse(word).map { .bytes($0) } }
        return Double(word.dropLast()).flatMap { (0..<100).contains($0) ? .fraction($0 / 100) : nil }
      }
      return fault(Ending(manner: .close, place: .body(part)))
    },
  ]

  private static let places: [String: Ending.Place] = ["accept": .accept, "headers": .headers, "body": .body(.fraction(0.5)), "end": .end]

  private static func syntax(_ name: String, _ manner: Ending.Manner, _ choices: [String], _ summary: String) -> FaultSyntax {
    FaultSyntax(name, "[\(choices.joined(separator: "|"))]", summary) { words throws(OriginServerError) in
      fault(Ending(manner: manner, place: places[try words.choice(choices)] ?? .request))
    }
  }

  private static func fault(_ ending: Ending) -> Fault {
    let needsBody =
      switch ending.place {
      case .accept, .request: false
      case .headers: ending.manner == .close
      case .body, .end: true
      }
    return Fault(needsBody: needsBody, appliesToConnections: ending.place == .accept) { plan, _ in plan.ending = ending }
  }
}
