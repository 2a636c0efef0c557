import Catalogue
import Dialects
import Models
import NIOCore
import OrderedJSON
import Synchronization

/// The catalogue's documents in SWAPI form for one base URL. Documents are encoded on first use and cached.
final class DocumentCache: Sendable {
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
  private let cached = Mutex<[WireDocument: Document]>([:])

  init(base: String, catalogue: Catalogue, pageSize: Int) {
    self.base = base
    self.catalogue = catalogue
    self.pageSize = pageSize
  }

  /// Returns a document, or `nil` if the catalogue does not have it. Use ``page(_:search:number:items:)`` for pages with a search or other
  /// query items.
  func document(_ key: WireDocument) -> Document? {
    if let document = cached.withLock({ $0[key] }) { return document }
    guard let json = json(key) else { return nil }
    let document = Document(json)
    cached.withLock { $0[key] = document }
    return document
  }

  /// Encodes a page of a list for any query without caching it. The page's links preserve `items`.
  ///
  /// - Parameter number: the page number as written; `nil` is the first page.
  func page(_ kind: KindName, search: String?, number: String?, items: [(name: String, value: String)]) -> Document? {
    page(kind, search: search, number: number).map { Document(dialect.wire($0, items: items, base: base)) }
  }

  private func json(_ key: WireDocument) -> JSON? {
    switch key {
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
    // The original server's paginator also accepts the word "last".
    guard let number = number == "last" ? pages : Int(number ?? "1"), (1...pages).contains(number) else { return nil }
    let cut = records[(number - 1) * pageSize..<min(number * pageSize, records.count)]
    return WirePage(PageQuery(kind, number: number, search: search), records: Array(cut), count: records.count, pages: pages)
  }
}

/// The order of kinds in the original server's root document. Other kinds follow in their own order.
enum RootOrder {
  private static let names = ["people", "planets", "films", "species", "vehicles", "starships"]

  static func sorted(_ kinds: [KindName]) -> [KindName] {
    names.compactMap { name in kinds.first { $0.text == name } } + kinds.filter { !names.contains($0.text) }
  }
}
