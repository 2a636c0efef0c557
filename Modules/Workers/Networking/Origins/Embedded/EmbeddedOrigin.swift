public import Catalogue
public import Contracts
import Dialects
public import Models
import OrderedJSON
import Synchronization

/// The catalogue inside the program: works without any network, answers at once, and searches and cuts pages as a SWAPI server does.
public final class EmbeddedOrigin: Origin {
  public static let pageSize = 10

  private let catalogue: Catalogue
  private let tags = Mutex<[Reference: String]>([:])

  public init(_ catalogue: Catalogue = .standard) { self.catalogue = catalogue }

  public let identity = OriginIdentity.embedded
  public let answersAtOnce = true

  public func kinds(_ terms: FetchTerms) throws(OriginError) -> [KindName] { catalogue.kinds }

  public func record(_ reference: Reference, _ terms: FetchTerms) throws(OriginError) -> Fetched<Record> {
    let record = try asking { () throws(CatalogueError) in try catalogue.record(reference) }
    let tag = tag(of: record)
    return Fetched(tag == terms.entityTag ? nil : record, entityTag: tag)
  }

  public func page(_ number: Int, of kind: KindName, search: String?, _ terms: FetchTerms) throws(OriginError) -> Fetched<OriginPage> {
    let all = try asking { () throws(CatalogueError) in try catalogue.records(of: kind) }
    let found = search.map { text in
      let search = WireSearch(text)
      return all.filter(search.matches)
    }
    let records = found ?? all
    let pages = max(1, (records.count + Self.pageSize - 1) / Self.pageSize)
    guard (1...pages).contains(number) else {
      throw OriginError(.notFound, "the embedded catalogue has no page \(number) of \(kind): there \(pages == 1 ? "is 1" : "are \(pages)")")
    }
    let cut = records[(number - 1) * Self.pageSize..<min(number * Self.pageSize, records.count)]
    let page = OriginPage(records: Array(cut), number: number, pages: pages, count: records.count)
    let tag = tag(of: page)
    return Fetched(tag == terms.entityTag ? nil : page, entityTag: tag)
  }

  public func close() {}

  private func asking<Value>(_ question: () throws(CatalogueError) -> Value) throws(OriginError) -> Value {
    do { return try question() } catch {
      throw OriginError(error.code == .damaged ? .malformed : .notFound, error.message, cause: error)
    }
  }

  private func tag(of record: Record) -> String {
    if let tag = tags.withLock({ $0[record.reference] }) { return tag }
    let tag = EntityTag.strong(record.canonical.bytes())
    tags.withLock { $0[record.reference] = tag }
    return tag
  }

  /// Made from the tags of the records: the page has changed when one of them has, or when there are others.
  private func tag(of page: OriginPage) -> String {
    EntityTag.strong("\(page.number)/\(page.pages)/\(page.count) \(page.records.map(tag).joined())".utf8)
  }
}

extension EmbeddedOrigin: OriginForm {
  public static let written = "embedded"

  public static func open(_ text: String, _ setup: OriginSetup) throws(OriginError) -> (any Origin)? {
    guard text == written else { return nil }
    guard setup.dialect == nil || setup.dialect == written else {
      throw OriginError(
        .invalid, "the embedded catalogue has no dialect '\(setup.dialect ?? "")': leave out --dialect, or name a server with --origin")
    }
    return EmbeddedOrigin()
  }
}
