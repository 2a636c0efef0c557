import Dialects
import Models
import TestSupport
import Testing

@testable import Origin

@Suite struct RecordedPageTests {
  let responder = SWAPIResponder(catalogue: .standard, pageSize: 10, dialect: SWAPIDialect(kinds: .standard))

  @Test(arguments: RecordedPages.last)
  func `a page is the recorded one byte for byte`(_ page: RecordedPages.Page) throws {
    let query = page.number == 1 ? "" : "?page=\(page.number)"
    #expect(try responder.body("/api/\(page.kind)/\(query)") == (try RecordedPages.body(of: page)))
  }

  @Test func `the root is the recorded one byte for byte`() throws { #expect(try responder.body("/api/") == (try RecordedPages.root())) }
}
