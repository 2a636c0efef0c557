/// Leaves connections half-open: the server accepts them and sends nothing more. It closes them once the client does.
struct HangFault: Fault {
  enum Place: String, CaseIterable { case request, accept, headers, body, end }

  static let name = "hang"
  static let usage = "hang [request|accept|headers|body|end]"
  static let summary =
    "Send nothing more and never close: after the request (default), when accepted, after the headers, in the body, or after a body of unknown length"

  let place: Place

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    place = try words.choice(Place.self)
    try words.end()
  }

  var appliesToConnections: Bool { place == .accept }
  var needsBody: Bool { place == .body || place == .end }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    let place: Ending.Place =
      switch place {
      case .accept: .accept
      case .request: .request
      case .headers: .headers
      case .body: .body(.fraction(0.5))
      case .end: .end
      }
    plan.ending = Ending(manner: .hang, place: place)
  }
}
