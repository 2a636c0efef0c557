import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization

@testable import Search

/// The other services in a test's hand: a cache over the embedded catalogue that holds what it is told to, and a fetcher behind it.
final class FakeCache: Source {
  struct State: Sendable {
    var records: [Reference: JSON]
    /// Pages that are cached, by target.
    var heldPages: Set<String> = []
    var heldRecords: Set<Reference> = []
    var asked: [String] = []
    /// Pages and records that went to the origin.
    var fetched: [String] = []
    /// Pages that were not sent again, because they had not changed.
    var unchanged: [String] = []
    /// The origins of the attached fetchers, by their names on the bus. One that is `nil` does not answer.
    var fetchers: [String: String?] = ["f1": "https://swapi.example/api"]
    /// Their process numbers, where these are not all different.
    var processes: [String: Int] = [:]
    /// Whose turn it is.
    var turn = 0
    /// Called when the origin is about to be asked.
    var beforeFetch: @Sendable (inout State) -> Void = { _ in }
    var failure: Problem?
    /// The origin that the cache answers for, where its replies name it.
    var origin: String?
    /// Only the fetcher names it.
    var isOriginKnownToFetcherOnly = false
  }

  private static let pageSize = 10
  let state: Mutex<State>

  private static let catalogue = Dictionary(
    Library.standard.documents.map { ($0.reference, $0.record.canonical) }, uniquingKeysWith: { first, _ in first })

  init() { state = Mutex(State(records: Self.catalogue)) }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
  var asked: [String] { state.withLock { $0.asked } }
  var fetched: [String] { state.withLock { $0.fetched } }

  /// These fetchers, and no others.
  func attach(_ origins: [String?]) {
    change { $0.fetchers = Dictionary(origins.enumerated().map { ("f\($0.offset)", $0.element) }, uniquingKeysWith: { first, _ in first }) }
  }

  /// All pages of a kind are cached.
  func hold(_ kind: KindName, pages: ClosedRange<Int> = 1...9) {
    change { state in for page in pages { state.heldPages.insert("/\(kind)/\(page)") } }
  }

  func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply {
    var reply = answer(service, request)
    let (origin, isHidden) = state.withLock { ($0.origin, $0.isOriginKnownToFetcherOnly && service == .cache) }
    if let origin, !isHidden, reply.fields[OriginIdentity.field] == nil { reply.fields[OriginIdentity.field] = origin }
    return reply
  }

  private func answer(_ service: ServiceName, _ request: Request) -> Reply {
    state.withLock { state in
      state.asked.append("\(service) \(request.head)")
      if let failure = state.failure { return Reply(failure) }
      if StatsRequest(request) != nil {
        return service == .fetch ? statistics(&state) : Reply(503)
      }
      if OriginRequest(request) != nil, let origin = state.origin.flatMap({ OriginIdentity($0) }) { return OriginRequest.reply(origin) }
      guard service == .cache else { return Reply(404) }
      if KindsRequest(request) != nil { return Reply(.notCached) }
      if let wanted = try? RecordRequest(request) { return record(wanted, &state) }
      if let wanted = try? ListRequest(request), case .page(let number) = wanted.extent { return page(number, wanted, &state) }
      return Reply(400)
    }
  }

  func workers(of service: ServiceName, within limit: Duration) async -> Set<String>? {
    state.withLock { service == .fetch && $0.failure == nil ? Set($0.fetchers.keys) : nil }
  }

  /// Fetchers take turns, as the broker has it.
  private func statistics(_ state: inout State) -> Reply {
    let turns = state.fetchers.sorted { $0.key < $1.key }
    state.turn += 1
    guard !turns.isEmpty else { return Reply(503) }
    let place = state.turn % turns.count
    guard let origin = turns[place].value else { return Reply(503) }
    let process = state.processes[turns[place].key] ?? 100 + place
    return StatsRequest.reply(["service": .string(ServiceName.fetch.text), "pid": .number(process), "origin": .string(origin)])
  }

  private func record(_ wanted: RecordRequest, _ state: inout State) -> Reply {
    guard state.heldRecords.contains(wanted.reference) || !wanted.validation.onlyIfCached else { return Reply(.notCached) }
    if state.heldRecords.insert(wanted.reference).inserted { state.fetched.append("/\(wanted.reference)") }
    guard let json = state.records[wanted.reference] else {
      return Reply(Problem(404, "not found", type: ProblemType.notFound))
    }
    return CachedResponse(body: json.bytes()).reply
  }

  private func page(_ number: Int, _ wanted: ListRequest, _ state: inout State) -> Reply {
    let key = "/\(wanted.kind)/\(number)" + (wanted.search.map { "?\($0)" } ?? "")
    guard state.heldPages.contains(key) || !wanted.validation.onlyIfCached else { return Reply(.notCached) }
    if state.heldPages.insert(key).inserted {
      state.beforeFetch(&state)
      state.fetched.append(key)
    }
    let found = state.records.filter { reference, json in
      reference.kind == wanted.kind
        && wanted.search.map { (json["name"] ?? json["title"])?.string?.lowercased().contains($0.lowercased()) ?? false } ?? true
    }.sorted { $0.key < $1.key }
    let pages = max(1, (found.count + Self.pageSize - 1) / Self.pageSize)
    guard number <= pages else { return Reply(Problem(404, "no such page", type: ProblemType.notFound)) }
    let items = found.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize).map(\.value)
    for item in items { if let reference = Reference(canonical: item) { state.heldRecords.insert(reference) } }
    let body = PageBody(kind: wanted.kind, page: number, pages: pages, count: found.count, items: Array(items)).json.bytes()
    let tag = "\"\(body.count)-\(body.reduce(0) { $0 &* 31 &+ Int($1) })\""
    guard wanted.validation.entityTag != tag else {
      state.unchanged.append(key)
      return CachedResponse(status: 304, body: []).reply
    }
    return CachedResponse(body: body, entityTag: tag).reply
  }
}

extension Problem {
  static let notCached = Problem(504, "not cached", type: ProblemType.notCached)
}

extension Logger {
  static let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}

extension KindName {
  static let people = Person.kind
  static let films = Film.kind
}
