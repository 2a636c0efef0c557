import Catalogue
import Contracts
import Dialects
import MessageBus
import Models

/// The lists of the embedded catalogue, in pages like those of SWAPI servers.
struct EmbeddedLists: Sendable {
  let catalogue: Catalogue
  let kinds: Kinds

  /// Returns one page; all pages merged into one for ``ListRequest/Extent/all``.
  func page(_ request: ListRequest) throws(Problem) -> PageBody {
    let records = try records(request)
    guard case .page(let number) = request.extent else {
      return PageBody(kind: request.kind, page: 1, pages: 1, count: records.count, items: records.map(\.canonical))
    }
    let pages = Self.count(records)
    guard number <= pages else {
      throw Problem(
        404, "not found", detail: "\(request.kind) has no page \(number); the last page is \(pages)", type: ProblemType.notFound)
    }
    return Self.page(number, of: records, request.kind)
  }

  func pages(_ request: ListRequest) throws(Problem) -> [PageBody] {
    let records = try records(request)
    return (1...Self.count(records)).map { Self.page($0, of: records, request.kind) }
  }

  private static func count(_ records: [Record]) -> Int { max(1, (records.count + Kinds.pageSize - 1) / Kinds.pageSize) }

  private static func page(_ number: Int, of records: [Record], _ kind: KindName) -> PageBody {
    let items = records.dropFirst((number - 1) * Kinds.pageSize).prefix(Kinds.pageSize)
    return PageBody(kind: kind, page: number, pages: count(records), count: records.count, items: items.map(\.canonical))
  }

  /// Returns all requested records in the requested order.
  private func records(_ request: ListRequest) throws(Problem) -> [Record] {
    guard let kind = kinds[request.kind] else {
      throw Problem(404, "not found", detail: "the catalogue has no \(request.kind)", type: ProblemType.notFound)
    }
    var records: [Record]
    do { records = try catalogue.records(of: request.kind) } catch { throw Problem(error) }
    // As an origin searches.
    if let search = request.search { records = records.filter(WireSearch(search).matches) }
    guard !request.asOrigin else { return records }
    do { return try kind.sorted(records, by: request.sort, descending: request.descending) } catch {
      throw .badRequest("sort", error.message)
    }
  }
}
