import Cache
import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

/// The other services: a fetch service with a few records, which logs its requests and can be made to fail, to wait and to change its origin, and a
/// search service that suggests what it is told.
final class FakeSource: ServiceClient {
  struct State {
    var requests: [Request] = []
    var names: [Reference: String]
    /// Records that the lists count but do not contain.
    var unlisted: Set<Reference> = []
    var failure: Problem?
    var failsOnce = false
    /// The origin that replies name; `nil` for replies without an origin.
    var origin: OriginIdentity?
    /// Called for every request, with its time limit. Its reply is that of the source, unless it is `nil`.
    var hook: @Sendable (Request, Duration) -> Reply? = { _, _ in nil }
    /// Additional fields of every reply.
    var fields: Fields = [:]
    /// Matches for every request for suggestions; `nil` without a search service.
    var suggestions: [Match]?
    var cancelled = 0
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>
  private let replies = HoldingGate()
  private let pageSize = 10

  /// Creates records `people/1` to `people/N`, whose names sort in reverse order of their IDs.
  init(people: Int = 25) {
    var names: [Reference: String] = [:]
    for id in stride(from: 1, through: people, by: 1) { names[Reference(.people, id)] = "Person \(1_000 - id)" }
    state = Mutex(State(names: names))
  }

  var requests: [String] { state.withLock { $0.requests.map(\.head) } }
  var lastRequest: Request? { state.withLock { $0.requests.last } }

  func rename(_ reference: Reference, _ name: String?) { state.withLock { $0.names[reference] = name } }
  func setUnlisted(_ references: Set<Reference>) { state.withLock { $0.unlisted = references } }
  func fail(_ problem: Problem?) { state.withLock { $0.failure = problem } }
  /// Ends the failure with the next request.
  func failOnce() { state.withLock { $0.failsOnce = true } }
  func setOrigin(_ origin: OriginIdentity?) { state.withLock { $0.origin = origin } }
  func setFields(_ fields: Fields) { state.withLock { $0.fields = fields } }
  func setHook(_ hook: @escaping @Sendable (Request, Duration) -> Reply?) { state.withLock { $0.hook = hook } }
  func suggest(_ matches: [Match]) { state.withLock { $0.suggestions = matches } }

  /// Number of requests whose caller was cancelled before the reply.
  var cancelledCount: Int { state.withLock { $0.cancelled } }

  /// Holds all replies until ``release()``.
  func hold() { replies.hold() }
  func release() { replies.release() }

  /// Waits until `count` requests have been received in total.
  func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool {
    service == .search && state.withLock { $0.suggestions != nil }
  }

  func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply {
    guard service == .search else { return await fetch(request, within: limit) }
    guard let suggest = try? SuggestRequest(request) else { return Reply(400) }
    let matches = state.withLock { $0.suggestions ?? [] }.filter { suggest.kind == nil || suggest.kind == $0.reference.kind }
    return SuggestRequest.reply(Array(matches.prefix(suggest.limit)))
  }

  private func fetch(_ request: Request, within limit: Duration) async -> Reply {
    // Requests for the origin are not logged.
    if OriginRequest(request) != nil {
      return state.withLock { $0.origin }.map { OriginRequest.reply($0) } ?? Reply(Problem(404, "not found"))
    }
    let ready = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      defer { state.waiters.removeAll { $0.count <= count } }
      return state.waiters.filter { $0.count <= count }
    }
    for waiter in ready { waiter.continuation.resume() }
    await withTaskCancellationHandler {
      await replies.pass()
    } onCancel: {
      state.withLock { $0.cancelled += 1 }
    }
    if Task.isCancelled { return Reply(Problem(499, "cancelled", type: ProblemType.cancelled)) }
    if let reply = state.withLock(\.hook)(request, limit) { return reply }
    return state.withLock { state in
      if let origin = state.origin, let requested = request.fields[OriginIdentity.field], requested != origin.text {
        return Reply(.misdirected(to: requested, from: origin))
      }
      if let failure = state.failure {
        if state.failsOnce { state.failure = nil }
        return Reply(failure)
      }
      var reply = answer(request, state.names, unlisted: state.unlisted)
      reply.fields[OriginIdentity.field] = state.origin?.text
      for name in state.fields.names { reply.fields[name] = state.fields[name] }
      return reply
    }
  }

  private func answer(_ request: Request, _ names: [Reference: String], unlisted: Set<Reference>) -> Reply {
    if KindsRequest(request) != nil { return KindsRequest.reply([.people]) }
    if let wanted = try? RecordRequest(request) {
      guard let name = names[wanted.reference] else { return missing("\(wanted.reference)") }
      return tagged(Self.record(wanted.reference, name), wanted.validation, location: "http://origin/api/\(wanted.reference)/")
    }
    guard let wanted = try? ListRequest(request), case .page(let number) = wanted.extent else { return Reply(400) }
    let search = wanted.search?.lowercased() ?? ""
    let found = names.filter { $0.key.kind == wanted.kind && (search.isEmpty || $0.value.lowercased().contains(search)) }
      .sorted { $0.key < $1.key }
    let pages = max(1, (found.count + pageSize - 1) / pageSize)
    guard number <= pages else { return missing("page \(number)") }
    let listed = found.dropFirst((number - 1) * pageSize).prefix(pageSize).filter { !unlisted.contains($0.key) }
    let items = listed.map { Self.record($0.key, $0.value) }
    let page = PageBody(kind: wanted.kind, page: number, pages: pages, count: found.count, items: Array(items))
    return tagged(page.json, wanted.validation, location: nil)
  }

  private func tagged(_ json: JSON, _ validation: Validation, location: String?) -> Reply {
    let bytes = json.bytes()
    let tag = "\"\(bytes.count)-\(bytes.reduce(0) { $0 &* 31 &+ Int($1) })\""
    guard validation.entityTag != tag else { return CachedResponse(status: 304, body: []).reply }
    return CachedResponse(body: bytes, entityTag: tag, location: location).reply
  }

  private func missing(_ what: String) -> Reply {
    Reply(Problem(404, "not found", detail: "the origin has no \(what)", type: ProblemType.notFound))
  }

  static func record(_ reference: Reference, _ name: String) -> JSON {
    ["kind": .string(reference.kind.text), "id": .number(reference.id), "name": .string(name)]
  }
}

extension KindName {
  static let people = named("people")
  static let droids = named("droids")

  private static func named(_ text: String) -> KindName {
    guard let name = KindName(text) else { preconditionFailure("a name written here is valid") }
    return name
  }
}

extension Problem {
  static let originDown = Problem(502, "the origin cannot be reached", detail: "it refused the connection", type: ProblemType.origin)
}
