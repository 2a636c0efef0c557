import Dialects
import Models
import OrderedJSON
import Testing

/// The examples of Dialects.docc, which a test of the architecture compares with this file.
struct ExampleTests {
  @Test func `a record is read as a server wrote it`() throws {
    let dialect = SWAPIDialect(kinds: .standard)
    let body = #"{"name":"Luke Skywalker","height":"172","url":"https://swapi.dev/api/people/1/"}"#
    let luke = Reference(Person.kind, 1)
    let record = try dialect.record(luke, body: Array(body.utf8))

    #expect(dialect.url(of: .record(luke), base: "https://swapi.dev/api") == "https://swapi.dev/api/people/1/")
    #expect(record.as(Person.self)?.height == Fact("172"))
    #expect(dialect.wire(record, base: "https://swapi.dev/api").text() == body)
  }

  @Test func `a dialect of one's own reads what it writes`() throws {
    let dialects = Dialects([SWAPIDialect.self, CanonicalDialect.self], kinds: .standard)
    let root: JSON = ["kinds": ["people"]]
    let dialect = try #require(dialects.recognising(root: root).first)

    var luke = Person()
    luke.name = Prose("Luke Skywalker")
    let record = Record(luke, id: 1)
    let page = WirePage(PageQuery(Person.kind, number: 2, search: "luke"), records: [record], count: 11, pages: 2)
    #expect(dialect.name == "canonical")
    #expect(try dialect.kinds(root: dialect.wire(root: [Person.kind], base: "").bytes()) == [Person.kind])
    #expect(try dialect.record(record.reference, body: dialect.wire(record, base: "").bytes()) == record)
    #expect(try dialect.page(page.query, body: dialect.wire(page, base: "").bytes()) == page)
    #expect(dialect.url(of: .page(page.query), base: "http://h") == "http://h/people?page=2&search=luke")
    let search = WireDocument.page(PageQuery(Person.kind, number: 1, search: "r2&d2 é"))
    for base in ["http://h", "http://h/"] {
      #expect(dialect.url(of: search, base: base) == "http://h/people?page=1&search=r2%26d2+%C3%A9")
      #expect(dialect.url(of: .record(record.reference), base: base) == "http://h/people/1")
    }
    #expect(dialect.errorDetail(body: Array(#"{"error":"closed"}"#.utf8)) == "closed")
    #expect(throws: DialectError.self) { try dialect.record(record.reference, body: Array("<html>".utf8)) }
    #expect(throws: DialectError.self) { try dialect.page(page.query, body: Array("{}".utf8)) }
  }
}

/// Servers that write records in canonical form.
struct CanonicalDialect: Dialect {
  static let name = "canonical"

  let kinds: Kinds

  func recognises(root: JSON) -> Bool { root["kinds"]?.array != nil }

  func url(of document: WireDocument, base: String) -> String {
    let root = base.hasSuffix("/") ? base : base + "/"
    return switch document {
    case .root: base
    case .record(let reference): "\(root)\(reference)"
    case .schema(let kind): "\(root)\(kind)/schema"
    case .page(let query): "\(root)\(query.kind)?page=\(query.number)" + (query.search.map { "&search=\(formEncoded($0))" } ?? "")
    }
  }

  func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    try parsed(root)["kinds"]?.array?.compactMap { $0.string.flatMap { KindName($0) } } ?? []
  }

  func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    try record(parsed(body))
  }

  func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    let page = try parsed(body)
    guard let count = page["count"]?.int, let pages = page["pages"]?.int, let items = page["records"]?.array else {
      throw DialectError(.form, "page \(query.number) of \(query.kind) is not a page")
    }
    var records: [Record] = []
    for item in items { try records.append(record(item)) }
    return WirePage(query, records: records, count: count, pages: pages)
  }

  func errorDetail(body: [UInt8]) -> String? { (try? JSON(parsing: body))?["error"]?.string }

  func wire(_ record: Record, base: String) -> JSON { record.canonical }

  func wire(_ page: WirePage, base: String) -> JSON {
    ["count": .number(page.count), "pages": .number(page.pages), "records": .array(page.records.map(\.canonical))]
  }

  func wire(root kinds: [KindName], base: String) -> JSON { ["kinds": .array(kinds.map { .string($0.text) })] }

  private func parsed(_ body: [UInt8]) throws(DialectError) -> JSON {
    do { return try JSON(parsing: body) } catch { throw DialectError(.syntax, "the answer is \(error)", cause: error) }
  }

  private func record(_ json: JSON) throws(DialectError) -> Record {
    do { return try Record(canonical: json, kinds: kinds) } catch { throw DialectError(.form, error.message, cause: error) }
  }
}
