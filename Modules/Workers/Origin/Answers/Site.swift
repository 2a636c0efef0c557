import Catalogue
import Dialects
import Models
import NIOCore
import OrderedJSON
import Synchronization

/// The catalogue as a SWAPI server at one base writes it. Each document is encoded when it is first asked for, and kept.
final class Site: Sendable {
  struct Document: Sendable {
    let body: ByteBuffer
    let entityTag: String

    init(_ json: JSON) {
      let bytes = json.bytes()
      body = ByteBuffer(bytes: bytes)
      entityTag = EntityTag.strong(bytes)
    }
  }

  private let base: String
  private let catalogue: Catalogue
  private let pageSize: Int
  private let dialect = SWAPIDialect(kinds: .standard)
  private let kept = Mutex<[WireDocument: Document]>([:])

  init(base: String, catalogue: Catalogue, pageSize: Int) {
    self.base = base
    self.catalogue = catalogue
    self.pageSize = pageSize
  }

  /// `nil` when the catalogue has no such thing. Pages with a search or other items are made by ``page(_:search:number:items:)``.
  func document(_ wanted: WireDocument) -> Document? {
    if let document = kept.withLock({ $0[wanted] }) { return document }
    guard let json = json(wanted) else { return nil }
    let document = Document(json)
    kept.withLock { $0[wanted] = document }
    return document
  }

  /// A page of a list for any query, made anew: its links keep `items`. `number` is as it was written; `nil` is the first page.
  func page(_ kind: KindName, search: String?, number: String?, items: [(name: String, value: String)]) -> Document? {
    page(kind, search: search, number: number).map { Document(dialect.wire($0, items: items, base: base)) }
  }

  private func json(_ wanted: WireDocument) -> JSON? {
    switch wanted {
    case .root: return dialect.wire(root: RootOrder.sorted(catalogue.kinds), base: base)
    case .record(let reference): return (try? catalogue.record(reference)).map { dialect.wire($0, base: base) }
    case .page(let query):
      return page(query.kind, search: nil, number: String(query.number)).map { dialect.wire($0, items: [], base: base) }
    case .schema(let kind): return dialect.schema(kind)
    }
  }

  private func page(_ kind: KindName, search: String?, number: String?) -> WirePage? {
    guard var records = try? catalogue.records(of: kind) else { return nil }
    if let search {
      let search = WireSearch(search)
      records = records.filter(search.matches)
    }
    let pages = max(1, (records.count + pageSize - 1) / pageSize)
    // The paginator of the original server also takes the word.
    guard let number = number == "last" ? pages : Int(number ?? "1"), (1...pages).contains(number) else { return nil }
    let cut = records[(number - 1) * pageSize..<min(number * pageSize, records.count)]
    return WirePage(PageQuery(kind, number: number, search: search), records: Array(cut), count: records.count, pages: pages)
  }
}

/// The order of the kinds in the root document of the original server; other kinds follow in their own order.
enum RootOrder {
  private static let names = ["people", "planets", "films", "species", "vehicles", "starships"]

  static func sorted(_ kinds: [KindName]) -> [KindName] {
    names.compactMap { name in kinds.first { $0.text == name } } + kinds.filter { !names.contains($0.text) }
  }
}
