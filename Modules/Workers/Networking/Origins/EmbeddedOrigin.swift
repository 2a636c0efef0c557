public import Catalogue
public import Contracts
import Dialects
public import Models
import OrderedJSON
import Synchronization

/// The catalogue built into the program. Needs no network, answers immediately, and searches and paginates as a SWAPI server does.
public final class EmbeddedOrigin: Origin {
  private let catalogue: Catalogue
  private let tags = Mutex<[Reference: String]>([:])

  public init(_ catalogue: Catalogue = .standard) { self.catalogue = catalogue }

  public let identity = OriginIdentity.embedded
  public let answersImmediately = true

  public func kinds(_ context: FetchContext) throws(OriginError) -> [KindName] { catalogue.kinds }

  public func record(_ reference: Reference, _ context: FetchContext) throws(OriginError) -> OriginResponse<Record> {
    let record = try convertingErrors(of: reference) { () throws(CatalogueError) in try catalogue.record(reference) }
    let tag = tag(of: record)
    return OriginResponse(tag == context.entityTag ? nil : record, entityTag: tag)
  }

  public func page(
    _ number: Int, of kind: KindName, search: String?, _ context: FetchContext
  ) throws(OriginError) -> OriginResponse<OriginPage> {
    let all = try convertingErrors { () throws(CatalogueError) in try catalogue.records(of: kind) }
    let found = search.map { text in
      let search = WireSearch(text)
      return all.filter(search.matches)
    }
    let records = found ?? all
    let pages = max(1, (records.count + Kinds.pageSize - 1) / Kinds.pageSize)
    guard (1...pages).contains(number) else {
      throw OriginError(.notFound, "the embedded catalogue has no page \(number) of \(kind): the last page is \(pages)")
    }
    let slice = records[(number - 1) * Kinds.pageSize..<min(number * Kinds.pageSize, records.count)]
    let page = OriginPage(records: Array(slice), number: number, pages: pages, count: records.count)
    let tag = tag(of: page)
    return OriginResponse(tag == context.entityTag ? nil : page, entityTag: tag)
  }

  public func close() {}

  private func convertingErrors<Value>(
    of reference: Reference? = nil, _ body: () throws(CatalogueError) -> Value
  ) throws(OriginError) -> Value {
    do { return try body() } catch {
      var converted = OriginError(error.code == .damaged ? .malformed : .notFound, error.message, cause: error)
      converted.subject = reference?.description
      throw converted
    }
  }

  private func tag(of record: Record) -> String {
    if let tag = tags.withLock({ $0[record.reference] }) { return tag }
    let tag = EntityTag.strong(record.canonical.bytes())
    tags.withLock { $0[record.reference] = tag }
    return tag
  }

  /// Computes the page's tag from the tags of its records: the tag changes if a record changes, or if the page has other records.
  private func tag(of page: OriginPage) -> String {
    EntityTag.strong("\(page.number)/\(page.pages)/\(page.count) \(page.records.map(tag).joined())".utf8)
  }
}
