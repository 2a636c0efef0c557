import Dialects
import Models
import OrderedJSON
import Testing

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
