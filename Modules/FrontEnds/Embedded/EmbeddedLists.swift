import Catalogue
import Contracts
import MessageBus
import Models

/// Lists of the embedded catalogue, in pages of ten as servers of this family cut them.
struct EmbeddedLists: Sendable {
  static let pageSize = 10

  let catalogue: Catalogue
  let kinds: Kinds

  /// One page; all of them as one for ``ListRequest/Extent/all``.
  func page(_ wanted: ListRequest) throws(Problem) -> PageBody {
    let records = try records(wanted)
    guard case .page(let number) = wanted.extent else {
      return PageBody(kind: wanted.kind, page: 1, pages: 1, count: records.count, items: records.map(\.canonical))
    }
    let pages = Self.count(records)
    guard number <= pages else {
      throw Problem(
        404, "not found", detail: "there is no page \(number) of \(wanted.kind): the last is \(pages)", type: ProblemType.notFound)
    }
    return Self.page(number, of: records, wanted.kind)
  }

  func pages(_ wanted: ListRequest) throws(Problem) -> [PageBody] {
    let records = try records(wanted)
    return (1...Self.count(records)).map { Self.page($0, of: records, wanted.kind) }
  }

  private static func count(_ records: [Record]) -> Int { max(1, (records.count + pageSize - 1) / pageSize) }

  private static func page(_ number: Int, of records: [Record], _ kind: KindName) -> PageBody {
    let items = records.dropFirst((number - 1) * pageSize).prefix(pageSize)
    return PageBody(kind: kind, page: number, pages: count(records), count: records.count, items: items.map(\.canonical))
  }

  /// All records that are wanted, in the order that is wanted.
  private func records(_ wanted: ListRequest) throws(Problem) -> [Record] {
    guard let kind = kinds[wanted.kind] else {
      throw Problem(404, "not found", detail: "the catalogue has no \(wanted.kind)", type: ProblemType.notFound)
    }
    var records: [Record]
    do { records = try catalogue.records(of: wanted.kind) } catch {
      throw Problem(error.code == .unknownKind ? 404 : 500, "the catalogue has no such list", detail: error.message)
    }
    if let search = wanted.search {
      let words = search.lowercased().split(separator: " ")
      records = records.filter { record in words.allSatisfy(record.name.lowercased().contains) }
    }
    guard !wanted.asOrigin else { return records }
    do { return try kind.sorted(records, by: wanted.sort, descending: wanted.descending) } catch {
      throw .badRequest("sort", error.message)
    }
  }
}
