import Dialects
import Models
import OrderedJSON
import Testing

@Suite struct SWAPIInfoTests {
  let dialect = SWAPIInfoDialect(kinds: .standard)
  static let base = "https://swapi.info/api"
  static let luke = Reference(.people, 1)

  private func page(_ text: String, _ query: PageQuery = PageQuery(.people)) throws -> WirePage {
    try dialect.page(query, body: Array(text.utf8))
  }

  @Test(arguments: [
    (WireDocument.root, "https://swapi.info/api/"), (.record(luke), "https://swapi.info/api/people/1"),
    (.page(PageQuery(.films)), "https://swapi.info/api/films"), (.page(PageQuery(.films, number: 3)), "https://swapi.info/api/films"),
    (.page(PageQuery(.films, search: "hope")), "https://swapi.info/api/films"),
  ])
  func `documents have URLs without pages and searches`(_ document: WireDocument, _ url: String) {
    #expect(dialect.url(of: document, base: Self.base) == url)
    #expect(dialect.url(of: document, base: Self.base + "/") == url)
  }

  @Test func `a record is read and written as a server writes it`() throws {
    let text =
      #"{"name":"Luke Skywalker","height":"172","mass":"77","hair_color":"blond","birth_year":"19BBY","#
      + #""homeworld":"https://swapi.info/api/planets/1","films":["https://swapi.info/api/films/1","https://swapi.info/api/films/7"],"#
      + #""species":[],"created":"2014-12-09T13:50:51.644000Z","edited":"2014-12-20T21:17:56.891000Z","#
      + #""url":"https://swapi.info/api/people/1"}"#
    let record = try dialect.record(Self.luke, body: Array(text.utf8))
    #expect(record.originValue("homeworld") == .reference(Reference(.planets, 1)))
    #expect(record.originValue("films") == .references([Reference(.films, 1), Reference(.films, 7)]))
    #expect(record.originValue("vehicles") == .missing)
    #expect(dialect.wire(record, base: Self.base).text() == text)
  }

  @Test func `a list is read as one page whatever the query`() throws {
    let text =
      #"[{"name":"a","url":"http://h/people/1"},{"name":"b"},{"name":"a","url":"http://h/people/1/"},{"name":"c","url":"http://h/people/3"}]"#
    for query in [PageQuery(.people), PageQuery(.people, number: 4, search: "a")] {
      let page = try page(text, query)
      #expect(page.records.map(\.reference.id) == [1, 3])
      #expect((page.query.number, page.pages, page.count) == (1, 1, 3))
    }
    #expect(try page("[]").records.isEmpty)
  }

  @Test(
    arguments: [
      ("{}", nil), (#"{"message":"Resource not found"}"#, nil), ("null", nil), ("[1]", "[0]"), (#"[{"name":"x"}]"#, "[0].url"),
      (#"[{"name":"x","url":"http://h/films/1"}]"#, "[0].url"), (#"[{"name":"x","url":"http://h/people/1","mass":{}}]"#, "mass"),
    ] as [(String, String?)])
  func `a body that is not a list is rejected`(_ text: String, _ field: String?) {
    #expect(#expect(throws: DialectError.self) { try page(text) }?.field == field)
  }
}
