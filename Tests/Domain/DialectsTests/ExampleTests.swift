import Dialects
import Models
import OrderedJSON
import Testing

/// The examples of Dialects.docc, which a test of the architecture compares with this file.
struct ExampleTests {
  @Test func `a record is read as a server wrote it`() throws {
    let dialect = SWAPIDialect(kinds: .standard)
    let body = #"{"name":"Luke Skywalker","height":"172","url":"https://swapi.dev/api/people/1/"}"#
    let luke = Reference(.people, 1)
    let record = try dialect.record(luke, body: Array(body.utf8))

    #expect(dialect.url(of: .record(luke), base: "https://swapi.dev/api") == "https://swapi.dev/api/people/1/")
    #expect(record.originValue("height") == .text("172"))
    #expect(dialect.wire(record, base: "https://swapi.dev/api").text() == body)
  }
}
