public import Contracts
import Dialects
public import Models
import OrderedJSON
import Synchronization

/// The catalogue built into the program. Needs no network, answers immediately, and searches and paginates as a SWAPI server does.
public final class EmbeddedOrigin: Origin {
  public let identity = OriginIdentity.embedded
  public let isRemote = false
  private let catalogue: Catalogue
  private let tags = Mutex<[Reference: String]>([:])

  public init(_ catalogue: Catalogue = .standard) { self.catalogue = catalogue }

  public func fetch(_ query: OriginQuery, _ context: FetchContext, _ finish: @escaping Finish) { finish(answer(to: query, context)) }

  public func cancel(_ id: UInt64) {}

  public func close() {}

  private func answer(to query: OriginQuery, _ context: FetchContext) -> Result<OriginResponse, OriginError> {
    do throws(ModelError) {
      switch query {
      case .kinds: return .success(OriginResponse(content: .kinds(catalogue.kinds)))
      case .record(let reference):
        let record = try catalogue.record(reference)
        return Self.answer(.record(record), tag(of: record), context)
      case .page(let number, let list):
        var records = try catalogue.records(of: list.kind)
        if let search = list.search.map({ WireSearch($0) }) { records = records.filter(search.matches) }
        guard let page = WirePage(PageQuery(list.kind, number: number), of: records, size: Kinds.pageSize) else {
          let last = max(1, (records.count + Kinds.pageSize - 1) / Kinds.pageSize)
          return .failure(OriginError(.notFound, "the embedded catalogue has no page \(number) of \(list.kind): the last page is \(last)"))
        }
        // The tag changes if a record changes, or if the page has other records.
        let tag = EntityTag.strong("\(number)/\(page.pages)/\(page.count) \(page.records.map(tag).joined())".utf8)
        return Self.answer(.page(OriginPage(page)), tag, context)
      }
    } catch {
      var converted = OriginError(error.code == .damaged ? .malformed : .notFound, error.message, cause: error)
      if case .record(let reference) = query { converted.subject = "\(reference)" }
      return .failure(converted)
    }
  }

  private static func answer(_ content: OriginContent, _ tag: String, _ context: FetchContext) -> Result<OriginResponse, OriginError> {
    .success(OriginResponse(content: tag == context.entityTag ? nil : content, entityTag: tag))
  }

  private func tag(of record: Record) -> String {
    if let tag = tags.withLock({ $0[record.reference] }) { return tag }
    let tag = EntityTag.strong(record.canonicalBytes)
    tags.withLock { $0[record.reference] = tag }
    return tag
  }
}
