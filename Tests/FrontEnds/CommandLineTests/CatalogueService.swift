import Contracts
import MessageBus
import Models
import OrderedJSON

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
    return CachedResponse(body: record.canonical.bytes(), location: "http://127.0.0.1:8/api/\(request.reference)/")
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
