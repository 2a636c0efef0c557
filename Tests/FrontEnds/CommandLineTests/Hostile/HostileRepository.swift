import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport

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
    statistics["slow"] = [["id": .string(HostileText.text), "name": .string(HostileText.text), "waiting": 1, "dropped": 2]]
    statistics["clients"] = [["id": .string(HostileText.text), "name": .string(HostileText.text), "outstanding": 900]]
    return .object(statistics)
  }

  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    try onEvent(.listening)
    try onEvent(.event(Event(HostileText.text, fields: ["cause": "x\u{9B}y"], content: Self.problem.json.bytes())))
  }

  private func poisoned(_ reply: Reply) -> Reply {
    guard reply.problem == nil, let content = Self.poisonedContent(of: reply.content) else { return reply }
    var fields = reply.fields
    fields["content-location"] = "http://x/\u{9B}2J\u{202E}"
    fields["cache-status"] = "holocron; fwd=stale; detail=stale-if-error\u{9B}"
    return Reply(reply.status, fields: fields, content: content)
  }

  /// The poisoned content by the original content: the same few pages are requested by every command in every format.
  private static let contents = Mutex<[[UInt8]: [UInt8]]>([:])

  /// Returns `nil` if `content` is not JSON.
  static func poisonedContent(of content: [UInt8]) -> [UInt8]? {
    if let known = contents.withLock({ $0[content] }) { return known }
    guard var json = try? JSON(parsing: content) else { return nil }
    if case .object(var page) = json, let items = page["items"]?.array {
      page["items"] = .array(items.map { HostileText.poisoned($0) })
      json = .object(page)
    } else {
      json = HostileText.poisoned(json)
    }
    let poisoned = json.bytes()
    contents.withLock { $0[content] = poisoned }
    return poisoned
  }
}
