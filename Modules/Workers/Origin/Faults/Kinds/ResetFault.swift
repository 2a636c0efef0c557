/// Resets connections (RST), as a crashed or overloaded server or a firewall does.
struct ResetFault: Fault {
  enum Place: String, CaseIterable { case request, accept, headers, body }

  static let name = "reset"
  static let usage = "reset [request|accept|headers|body]"
  static let summary = "Reset the connection: after the request (default), when it is accepted, after the headers, or in the body"

  let place: Place

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    place = try words.choice(Place.self)
    try words.end()
  }

  var appliesToConnections: Bool { place == .accept }
  var needsBody: Bool { place == .body }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    let place: Ending.Place =
      switch place {
      case .accept: .accept
      case .request: .request
      case .headers: .headers
      case .body: .body(.fraction(0.5))
      }
    plan.ending = Ending(manner: .reset, place: place)
  }
}
