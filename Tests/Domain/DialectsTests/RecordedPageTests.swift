import Dialects
import Models
import OrderedJSON
import TestSupport
import Testing

@Suite struct RecordedPageTests {
  let dialect = SWAPIDialect(kinds: .standard)

  @Test(arguments: RecordedPages.last)
  func `a recorded page round-trips to the byte and equals the catalogue`(_ recorded: RecordedPages.Page) throws {
    let bytes = Array(try RecordedPages.body(of: recorded).utf8)
    let page = try dialect.page(PageQuery(kind(recorded.kind), number: recorded.number), body: bytes)
    #expect(page.pages == recorded.number)
    #expect(dialect.wire(page, base: RecordedPages.base).bytes() == bytes)
    #expect(!page.records.isEmpty)
    for record in page.records { #expect(try Catalogue.standard.record(record.reference) == record) }
  }

  @Test func `the recorded root round-trips to the byte`() throws {
    let bytes = Array(try RecordedPages.root().utf8)
    let kinds = try dialect.kinds(root: bytes)
    #expect(Set(kinds) == Set(Kinds.standard.all.map(\.name)))
    #expect(dialect.wire(root: kinds, base: RecordedPages.base).bytes() == bytes)
  }
}

struct RoundTripTests {
  @Test(arguments: Dialects.standardNames) func `the whole catalogue survives a round trip in every dialect`(_ name: String) throws {
    let (dialect, base) = (try #require(Dialects.standard[name]), "http://h/api")
    for kind in Catalogue.standard.kinds {
      let records = try Catalogue.standard.records(of: kind)
      for record in records {
        let wire = dialect.wire(record, base: base)
        let copy = try dialect.record(record.reference, body: wire.bytes())
        #expect(copy == record)
        #expect(dialect.wire(copy, base: base) == wire)
      }
      let page = WirePage(PageQuery(kind), records: records, count: records.count, pages: 1)
      #expect(try dialect.page(page.query, body: dialect.wire(page, base: base).bytes()) == page)
    }
    #expect(try Set(dialect.kinds(root: dialect.wire(root: Catalogue.standard.kinds, base: base).bytes())) == Set(Catalogue.standard.kinds))
  }
}
