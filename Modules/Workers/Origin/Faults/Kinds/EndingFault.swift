import Text

/// Ends connections and responses early: closes (FIN), resets (RST, as a crashed or overloaded server or a firewall does), or sends nothing more
/// and closes once the client does.
struct EndingFault: Fault {
  static let syntaxes = [
    FaultSyntax(
      "close", "[request|accept|headers]",
      "Close the connection: after the request (default), when it is accepted, or after the headers"
    ) { words throws(FaultSyntaxError) in
      EndingFault(.close, try words.choice(["request", "accept", "headers"]))
    },
    FaultSyntax(
      "reset", "[request|accept|headers|body]",
      "Reset the connection: after the request (default), when it is accepted, after the headers, or in the body"
    ) { words throws(FaultSyntaxError) in
      EndingFault(.reset, try words.choice(["request", "accept", "headers", "body"]))
    },
    FaultSyntax(
      "hang", "[request|accept|headers|body|end]",
      "Send nothing more and never close: after the request (default), when accepted, after the headers, in the body, or after a body of unknown length"
    ) { words throws(FaultSyntaxError) in
      EndingFault(.hang, try words.choice(["request", "accept", "headers", "body", "end"]))
    },
    FaultSyntax("truncate", "[SIZE|PERCENT%]", "Close the connection after a part of the body (default: 50%)") {
      words throws(FaultSyntaxError) in
      EndingFault(ending: Ending(manner: .close, place: .body(try part(words.next() ?? "50%"))))
    },
  ]

  let ending: Ending

  private init(ending: Ending) { self.ending = ending }

  private init(_ manner: Ending.Manner, _ place: String) {
    let places: [String: Ending.Place] = ["accept": .accept, "headers": .headers, "body": .body(.fraction(0.5)), "end": .end]
    ending = Ending(manner: manner, place: places[place] ?? .request)
  }

  private static func part(_ word: String) throws(FaultSyntaxError) -> Ending.BodyPart {
    if word.hasSuffix("%"), let percent = Double(word.dropLast()), (0..<100).contains(percent) { return .fraction(percent / 100) }
    if let count = ByteCount.parse(word) { return .bytes(count) }
    throw FaultWords.error(word, "a size such as 100 or 16KiB, or a percentage below 100 such as 50%")
  }

  var appliesToConnections: Bool { ending.place == .accept }

  var needsBody: Bool {
    switch ending.place {
    case .accept, .request: false
    case .headers: ending.manner == .close
    case .body, .end: true
    }
  }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) { plan.ending = ending }
}
