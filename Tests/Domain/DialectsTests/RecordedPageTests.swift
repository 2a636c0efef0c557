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
