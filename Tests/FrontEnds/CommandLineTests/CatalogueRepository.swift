import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// A repository that serves the catalogue without a bus.
struct CatalogueRepository: Repository {
  var services = [ServiceName.cache, .fetch, .search]
  /// The uptime of the broker in seconds.
  var uptime = 3_700.0
  /// The services that have lost their worker, according to the broker. Their requests are answered all the same, as after a restart.
  var restarting: [ServiceName] = []
  var search = FakeSearchService()
  /// See ``CatalogueService/missing``.
  var missing: Int?
  /// Replies in place of the catalogue, unless it returns `nil`.
  var reply: @Sendable (ServiceName, Request) async throws(Problem) -> Reply? = { _, _ in nil }
  /// Replies in place of the broker, unless it returns `nil`.
  var broker: @Sendable () throws(Problem) -> JSON? = { nil }

  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    if let reply = try await reply(service, request) { return reply }
    guard services.contains(service) else {
      throw Problem(503, "no worker is attached", type: ProblemType.noWorker, extensions: ["service": .string(service.text)])
    }
    if service == .search { return await search.answer(request, parts: ReplyParts { _ in }) }
    let worker = CatalogueService(name: service.text, missing: missing)
    if let reply = worker.answerAtOnce(request) { return reply }
    return await worker.answer(request, parts: ReplyParts { _ in })
  }

  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    if let reply = try await reply(service, request) { return try part(reply) }
    let parts = Mutex<[Reply]>([])
    let last = await CatalogueService(name: service.text, missing: missing).answer(
      request, parts: ReplyParts { part in parts.withLock { $0.append(part) } })
    for reply in parts.withLock(\.self) + [last] { try part(reply) }
  }

  func brokerStatistics() async throws(Problem) -> JSON {
    if let statistics = try broker() { return statistics }
    let rows = services.map { service -> JSON in
      let workers = restarting.contains(service) ? 0 : 1
      return ["name": .string(service.text), "workers": .number(workers), "queued": 0, "credit": 64, "inFlight": 0]
    }
    return ["services": .array(rows), "workers": [], "requests": 1234, "uptime": .number(uptime)]
  }

  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    try onEvent(.listening)
    for topic in ["changed/people/1", "changed/films", "fetch/failed/people/2"] where topics.contains(where: { topic.hasPrefix($0) }) {
      try onEvent(.event(Event(topic)))
    }
    try onEvent(.listening)
  }
}

/// A fake cache or fetcher that replies from the catalogue.
struct CatalogueService: BusService {
  var name = ServiceName.cache.text
  /// The number of records that the origin counts in a list but does not return.
  var missing: Int?
  private let catalogue = Catalogue.standard

  func answerAtOnce(_ request: Request) -> Reply? {
    guard StatsRequest(request) == nil else { return StatsRequest.reply(Self.statistics(name)) }
    do throws(Problem) {
      if KindsRequest(request) != nil { return KindsRequest.reply(catalogue.kinds) }
      if let request = try RecordRequest(request) { return RecordRequest.reply(try response(to: request)) }
      if let purge = try PurgeRequest(request) { return PurgeRequest.reply(purge.scope == .everything ? 260 : 1) }
      return nil
    } catch { return Reply(error) }
  }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    do throws(Problem) {
      if let request = try NamesRequest(request) { return NamesRequest.reply(request.references.map(name(of:))) }
      if let request = try NameLookupRequest(request) { return NameLookupRequest.reply(try request.match(in: allNames)) }
      guard let request = try ListRequest(request) else { throw .badRequest("path", "unknown path") }
      let pages = try pages(request).map { page in
        ListRequest.reply(CachedResponse(body: page.json.bytes(), location: "http://127.0.0.1:8/api/\(request.kind)/"))
      }
      switch request.extent {
      case .page(let number):
        guard pages.indices.contains(number - 1) else {
          throw Problem(
            404, "not found", detail: "\(request.kind) has no page \(number); the last page is \(pages.count)",
            type: ProblemType.notFound)
        }
        return pages[number - 1]
      case .all:
        for page in pages.dropLast() { parts.send(page) }
        return pages.last ?? Reply(500)
      }
    } catch { return Reply(error) }
  }

  private func name(of reference: Reference) -> NameAnswer {
    NameAnswer(reference, from: answerAtOnce(RecordRequest(reference).request) ?? Reply(500), kinds: .standard)
  }

  private var allNames: [NameIndex.Entry] {
    Kinds.standard.all.flatMap { (try? catalogue.records(of: $0.name)) ?? [] }.map { NameIndex.Entry($0.reference, $0.name) }
  }

  private func response(to request: RecordRequest) throws(Problem) -> CachedResponse {
    guard let record = try? catalogue.record(request.reference) else {
      throw Problem(404, "not found", detail: "the origin has no \(request.reference)", type: ProblemType.notFound)
    }
    return CachedResponse(body: record.canonicalBytes, location: "http://127.0.0.1:8/api/\(request.reference)/")
  }

  private func pages(_ request: ListRequest) throws(Problem) -> [PageBody] {
    guard let kind = Kinds.standard[request.kind], var records = try? catalogue.records(of: request.kind) else {
      throw Problem(404, "not found", detail: "the origin has no \(request.kind)", type: ProblemType.notFound)
    }
    if let search = request.search { records = records.filter { $0.name.lowercased().contains(search.lowercased()) } }
    do { records = try kind.sorted(records, by: request.sort, descending: request.descending) } catch {
      throw .badRequest("sort", error.message)
    }
    let starts = records.isEmpty ? [0] : Array(stride(from: 0, to: records.count, by: 10))
    return starts.enumerated().map { index, start in
      PageBody(
        kind: request.kind, page: index + 1, pages: starts.count, count: records.count, missing: missing,
        items: records[start..<min(start + 10, records.count)].map(\.canonical))
    }
  }

  static func statistics(_ service: String) -> JSON {
    [
      "service": .string(service), "pid": 1, "uptime": 90,
      "counters": ["hits": 30, "hits.stale": 0, "misses": 10, "fetches": 10, "fetch.failures": 0],
      "gauges": ["entries": 266, "bytes": 204_800],
      "timers": [
        "fetch": ["count": 10, "p50": .number(1.5), "p99": 4, "max": 5, "recent": ["count": 1, "p99": 2, "seconds": .number(12.5)]]
      ],
    ]
  }
}

/// A fake search worker with fixed results for a few queries, and a history.
final class FakeSearchService: BusService {
  let name = ServiceName.search.text
  private let history = Mutex<[History.Entry]>([])
  private let requestCount = Mutex(0)
  /// The number of records that each statistics request adds to the index until it is complete.
  private let growth: Int

  init(growth: Int = 0) { self.growth = growth }

  static let luke = Reference(.people, 1)
  static let tatooine = Reference(.planets, 1)
  static let newHope = Reference(.films, 1)

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    do throws(Problem) {
      if StatsRequest(request) != nil { return StatsRequest.reply(statistics()) }
      if let request = try SearchRequest(request) { return SearchRequest.reply(Self.found(request)) }
      if let request = try SuggestRequest(request) { return SuggestRequest.reply(Self.suggested(request)) }
      if let request = try PathRequest(request) { return PathRequest.reply(try Self.path(request)) }
      if let request = try HistoryRequest(request) { return HistoryRequest.reply(changed(request)) }
      throw .badRequest("path", "unknown path")
    } catch { return Reply(error) }
  }

  private static func found(_ request: SearchRequest) -> SearchAnswer {
    let isKnown = request.text == "tatoine"
    let matches = [
      Match(tatooine, "Tatooine", marks: [0..<8]), Match(luke, "Luke Skywalker", field: "homeworld", excerpt: "Tatooine", marks: [0..<8]),
    ].filter { isKnown && (request.kind ?? $0.reference.kind) == $0.reference.kind }
    return SearchAnswer(
      query: request.text, correction: isKnown ? "tatooine" : nil, count: isKnown ? 12 : 0, matches: Array(matches.prefix(request.limit)),
      coverage: Coverage(records: 240, of: 260, isComplete: false))
  }

  private static func suggested(_ request: SuggestRequest) -> [Match] {
    request.text.hasPrefix("q") ? [] : [Match(luke, "Luke Skywalker", marks: [0..<2])]
  }

  private static func path(_ request: PathRequest) throws(Problem) -> ReferencePath {
    guard request.from == luke else {
      throw Problem(404, "no path", detail: "nothing connects \(request.from) and \(request.to)", type: ProblemType.noPath)
    }
    guard request.to != luke else { return ReferencePath(from: .init(luke, "Luke Skywalker"), steps: []) }
    return ReferencePath(
      from: .init(luke, "Luke Skywalker"),
      steps: [
        .init(to: .init(newHope, "A New Hope"), relation: "films", isReversed: false),
        .init(to: .init(request.to, "Leia Organa"), relation: "films", isReversed: true),
      ])
  }

  private func changed(_ request: HistoryRequest) -> History {
    history.withLock { entries in
      switch request.change {
      case .none: break
      case .remember(let text):
        entries.removeAll { $0.text == text }
        entries.insert(.init(text, at: 1_790_000_000_000 + Int64(entries.count)), at: 0)
      case .remove(let text): entries.removeAll { $0.text == text }
      case .removeAll: entries = []
      }
      return History(Array(entries.prefix(request.limit)))
    }
  }

  /// Returns statistics with 240 of 260 records at first.
  private func statistics() -> JSON {
    let records = requestCount.withLock { count in
      defer { count += 1 }
      return min(260, 240 + count * growth)
    }
    return [
      "service": "holocron.search", "pid": 2, "uptime": 90, "counters": ["requests": 5],
      "gauges": ["index.records": .number(records), "index.of": 260, "index.complete": records == 260 ? 1 : 0],
      "timers": ["answer": ["count": 5, "p50": .number(0.5), "p99": 2, "max": 3]],
    ]
  }

  /// The number of statistics requests so far.
  var statisticsRequestCount: Int { requestCount.withLock(\.self) }
}
