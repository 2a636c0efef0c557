import Catalogue
import Contracts
import MessageBus
import Models
import OrderedJSON

/// Stands in for cache and fetcher: answers from the catalogue, at once.
struct CatalogueService: BusService {
  var name = ServiceName.cache.text
  /// How many more records the origin of a list counts than it gives.
  var missing: Int?
  private let catalogue = Catalogue.standard

  func answerAtOnce(_ request: Request) -> Reply? {
    guard StatsRequest(request) == nil else { return StatsRequest.reply(Self.statistics(name)) }
    do throws(Problem) {
      if KindsRequest(request) != nil { return KindsRequest.reply(catalogue.kinds) }
      if let wanted = try RecordRequest(request) { return RecordRequest.reply(try answered(wanted)) }
      if let purge = try PurgeRequest(request) { return PurgeRequest.reply(purge.scope == .everything ? 260 : 1) }
      return nil
    } catch { return Reply(error) }
  }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    do throws(Problem) {
      guard let wanted = try ListRequest(request) else { throw .badRequest("path", "no such thing") }
      let pages = try pages(wanted).map { page in
        ListRequest.reply(CachedResponse(body: page.json.bytes(), location: "http://127.0.0.1:8/api/\(wanted.kind)/"))
      }
      switch wanted.extent {
      case .page(let number):
        guard pages.indices.contains(number - 1) else {
          throw Problem(
            404, "not found", detail: "there is no page \(number) of \(wanted.kind): the last is \(pages.count)",
            type: ProblemType.notFound)
        }
        return pages[number - 1]
      case .all:
        for page in pages.dropLast() { parts.send(page) }
        return pages.last ?? Reply(500)
      }
    } catch { return Reply(error) }
  }

  private func answered(_ wanted: RecordRequest) throws(Problem) -> CachedResponse {
    guard let record = try? catalogue.record(wanted.reference) else {
      throw Problem(404, "not found", detail: "the origin has no \(wanted.reference)", type: ProblemType.notFound)
    }
    return CachedResponse(body: record.canonical.bytes(), location: "http://127.0.0.1:8/api/\(wanted.reference)/")
  }

  private func pages(_ wanted: ListRequest) throws(Problem) -> [PageBody] {
    guard let kind = Kinds.standard[wanted.kind], var records = try? catalogue.records(of: wanted.kind) else {
      throw Problem(404, "not found", detail: "the origin has no \(wanted.kind)", type: ProblemType.notFound)
    }
    if let search = wanted.search { records = records.filter { $0.name.lowercased().contains(search.lowercased()) } }
    do { records = try kind.sorted(records, by: wanted.sort, descending: wanted.descending) } catch {
      throw .badRequest("sort", error.message)
    }
    let starts = records.isEmpty ? [0] : Array(stride(from: 0, to: records.count, by: 10))
    return starts.enumerated().map { index, start in
      PageBody(
        kind: wanted.kind, page: index + 1, pages: starts.count, count: records.count, missing: missing,
        items: records[start..<min(start + 10, records.count)].map(\.canonical))
    }
  }

  static func statistics(_ service: String) -> JSON {
    [
      "service": .string(service), "pid": 1, "uptime": 90,
      "counters": ["hits": 30, "hits.stale": 0, "misses": 10, "fetches": 10, "fetch.failures": 0],
      "gauges": ["entries": 266, "bytes": 204_800], "timers": ["fetch": ["count": 10, "p50": .number(1.5), "p99": 4, "max": 5]],
    ]
  }
}
