import Catalogue
import NIOCore
import TestSupport
import Testing

@testable import Origin

@Suite struct RecordedPageTests {
  let responder = SWAPIResponder(catalogue: .standard, pageSize: 10)

  func body(_ target: String) throws -> String {
    let response = responder.respond(to: SWAPIRequest(target: target, host: "swapi.dev", forwardedScheme: "https"), localAuthority: "")
    try #require(response.status == 200)
    return String(buffer: response.body)
  }

  @Test(arguments: RecordedPages.last)
  func `a page is the recorded one byte for byte`(_ page: RecordedPages.Page) throws {
    let query = page.number == 1 ? "" : "?page=\(page.number)"
    #expect(try body("/api/\(page.kind)/\(query)") == (try RecordedPages.body(of: page)))
  }

  @Test func `the root is the recorded one byte for byte`() throws { #expect(try body("/api/") == (try RecordedPages.root())) }
}
