/// Closes connections without an answer (FIN). ``TruncateFault`` closes them in the body.
struct CloseFault: Fault {
  enum Place: String, CaseIterable { case request, accept, headers }

  static let name = "close"
  static let usage = "close [request|accept|headers]"
  static let summary = "Close the connection: after the request (default), when it is accepted, or after the headers"

  let place: Place

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    place = try words.choice(Place.self)
    try words.end()
  }

  var appliesToConnections: Bool { place == .accept }
  var needsBody: Bool { place == .headers }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    let place: Ending.Place =
      switch place {
      case .accept: .accept
      case .request: .request
      case .headers: .headers
      }
    plan.ending = Ending(manner: .close, place: place)
  }
}
