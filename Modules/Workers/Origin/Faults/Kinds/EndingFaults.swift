import Text

/// End connections and responses early: close (FIN), reset (RST, as a crashed or overloaded server or a firewall does), or send nothing more and
/// close once the client does.
enum EndingFaults {
  static let list = [
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
