import Client
import Contracts
import MessageBus
import Models
import OrderedJSON

/// A bus whose origin and workers put every unsafe character into every text.
struct HostileRepository: Repository {
  /// Whether every request fails with a problem that consists of hostile text.
  var fails = false
  private let catalogue = CatalogueRepository()

  static let problem = Problem(
    502, HostileText.text, detail: HostileText.text, type: ProblemType.origin,
    extensions: [
      "suggestions": [.string(HostileText.text)], HostileText.text: .string(HostileText.text),
      "candidates": [["kind": .string(HostileText.text), "id": 1, "name": .string(HostileText.text)]],
    ])

  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    if fails { throw Self.problem }
    if request.target.path.first == "droids" {
      let droid: JSON = ["kind": "droids", "id": 3, "name": "", "extra": [:]]
      return Reply(200, content: HostileText.poisoned(droid).bytes())
    }
    return poisoned(try await catalogue.reply(of: service, to: request))
  }

  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    if fails { throw Self.problem }
    try await catalogue.stream(service, request) { reply throws(Problem) in try part(poisoned(reply)) }
  }

  func brokerStatistics() async throws(Problem) -> JSON {
    if fails { throw Self.problem }
    guard case .object(var statistics) = try await catalogue.brokerStatistics() else { return .null }
    let services = statistics["services"]?.array ?? []
    statistics["services"] = .array(
      services + [["name": .string(HostileText.text), "workers": 1, "queued": 0, "credit": 1, "inFlight": 0]])
    statistics["slow"] = [.string(HostileText.text)]
    return .object(statistics)
  }

  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    try onEvent(.listening)
    try onEvent(.event(Event(HostileText.text, fields: ["cause": "x\u{9B}y"], content: Self.problem.json.bytes())))
  }

  private func poisoned(_ reply: Reply) -> Reply {
    guard reply.problem == nil, let json = try? JSON(parsing: reply.content) else { return reply }
    var fields = reply.fields
    fields["content-location"] = "http://x/\u{9B}2J\u{202E}"
    fields["cache-status"] = "holocron; fwd=stale; detail=stale-if-error\u{9B}"
    var content = json
    if case .object(var page) = json, let items = page["items"]?.array {
      page["items"] = .array(items.map { HostileText.poisoned($0) })
      content = .object(page)
    } else {
      content = HostileText.poisoned(json)
    }
    return Reply(reply.status, fields: fields, content: content.bytes())
  }
}
