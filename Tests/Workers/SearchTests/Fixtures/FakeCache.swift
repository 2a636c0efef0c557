import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization

@testable import Search

/// Fake services controlled by a test: a cache of chosen records of the embedded catalogue, and a fetcher behind it.
final class FakeCache: ServiceClient {
  struct State: Sendable {
    var records: [Reference: JSON]
    /// Cached pages, by target.
    var cachedPages: Set<String> = []
    var cachedRecords: Set<Reference> = []
    var requests: [String] = []
    /// Pages and records that were fetched from the origin.
    var fetched: [String] = []
    /// Pages answered with 304 Not Modified.
    var unchanged: [String] = []
    var hasFetcher = true
    /// Called before each fetch from the origin.
    var beforeFetch: @Sendable (inout State) -> Void = { _ in }
    var failure: Problem?
    /// The origin named in replies.
    var origin: String?
    /// Whether only fetchers name the origin.
    var isOriginHiddenByCache = false
  }

  private static let pageSize = 10
  let state: Mutex<State>

  private static let catalogue = Dictionary(
    SearchCorpus.standard.records.map { ($0.reference, $0.canonical) }, uniquingKeysWith: { first, _ in first })

  init() { state = Mutex(State(records: Self.catalogue)) }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
  var requests: [String] { state.withLock { $0.requests } }
  var fetched: [String] { state.withLock { $0.fetched } }

  /// Marks pages of a kind as cached.
  func cachePages(of kind: KindName, pages: ClosedRange<Int> = 1...9) {
    change { state in for page in pages { state.cachedPages.insert("/\(kind)/\(page)") } }
  }

  func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply {
    var reply = answer(service, request)
    let (origin, isHidden) = state.withLock { ($0.origin, $0.isOriginHiddenByCache && service == .cache) }
    if let origin, !isHidden, reply.fields[OriginIdentity.field] == nil { reply.fields[OriginIdentity.field] = origin }
    return reply
  }

  private func answer(_ service: ServiceName, _ request: Request) -> Reply {
    state.withLock { state in
      state.requests.append("\(service) \(request.head)")
      if let failure = state.failure { return Reply(failure) }
      if OriginRequest(request) != nil, let origin = state.origin.flatMap({ OriginIdentity($0) }) { return OriginRequest.reply(origin) }
      guard service == .cache else { return Reply(404) }
      if KindsRequest(request) != nil { return Reply(.notCached) }
      if let parsed = try? RecordRequest(request) { return record(parsed, &state) }
      if let parsed = try? ListRequest(request), case .page(let number) = parsed.extent { return page(number, parsed, &state) }
      return Reply(400)
    }
  }

  func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool {
    state.withLock { $0.failure == nil && (service == .cache || $0.hasFetcher) }
  }

  private func record(_ parsed: RecordRequest, _ state: inout State) -> Reply {
    guard state.cachedRecords.contains(parsed.reference) || !parsed.validation.onlyIfCached else { return Reply(.notCached) }
    if state.cachedRecords.insert(parsed.reference).inserted { state.fetched.append("/\(parsed.reference)") }
    guard let json = state.records[parsed.reference] else {
      return Reply(Problem(404, "not found", type: ProblemType.notFound))
    }
    return CachedResponse(body: json.bytes()).reply
  }

  private func page(_ number: Int, _ parsed: ListRequest, _ state: inout State) -> Reply {
    let key = "/\(parsed.kind)/\(number)" + (parsed.search.map { "?\($0)" } ?? "")
    guard state.cachedPages.contains(key) || !parsed.validation.onlyIfCached else { return Reply(.notCached) }
    if state.cachedPages.insert(key).inserted {
      state.beforeFetch(&state)
      state.fetched.append(key)
    }
    let found = state.records.filter { reference, json in
      reference.kind == parsed.kind
        && parsed.search.map { (json["name"] ?? json["title"])?.string?.lowercased().contains($0.lowercased()) ?? false } ?? true
    }.sorted { $0.key < $1.key }
    let pages = max(1, (found.count + Self.pageSize - 1) / Self.pageSize)
    guard number <= pages else { return Reply(Problem(404, "no such page", type: ProblemType.notFound)) }
    let items = found.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize).map(\.value)
    for item in items { if let reference = Reference(canonical: item) { state.cachedRecords.insert(reference) } }
    let body = PageBody(kind: parsed.kind, page: number, pages: pages, count: found.count, items: Array(items)).json.bytes()
    let tag = "\"\(body.count)-\(body.reduce(0) { $0 &* 31 &+ Int($1) })\""
    guard parsed.validation.entityTag != tag else {
      state.unchanged.append(key)
      return CachedResponse(status: 304, body: []).reply
    }
    return CachedResponse(body: body, entityTag: tag).reply
  }
}

extension Problem {
  static let notCached = Problem(504, "not cached", type: ProblemType.notCached)
}

extension KindName {
  static let people = KindName.people
  static let films = KindName.films
}
