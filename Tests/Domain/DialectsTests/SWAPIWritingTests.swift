import Models
import OrderedJSON
import Testing

@testable import Dialects

@Suite struct SWAPIWritingTests {
  let dialect = SWAPIDialect(kinds: .standard)
  static let base = "https://swapi.dev/api"

  @Test(arguments: [
    (WireDocument.root, "https://swapi.dev/api/"), (.record(Reference(.people, 1)), "https://swapi.dev/api/people/1/"),
    (.page(PageQuery(.films)), "https://swapi.dev/api/films/"),
    (.page(PageQuery(.films, number: 3)), "https://swapi.dev/api/films/?page=3"),
    (.page(PageQuery(.films, search: "a b&c/é+")), "https://swapi.dev/api/films/?search=a+b%26c%2F%C3%A9%2B"),
    (.page(PageQuery(.films, number: 2, search: "")), "https://swapi.dev/api/films/?search=&page=2"),
  ])
  func `documents have URLs`(_ document: WireDocument, _ url: String) {
    #expect(dialect.url(of: document, base: Self.base) == url)
    #expect(dialect.url(of: document, base: Self.base + "/") == url)
  }

  @Test(
    arguments: [
      (1, 3, nil, #""next":"https://swapi.dev/api/people/?page=2","previous":null"#),
      (2, 3, nil, #""next":"https://swapi.dev/api/people/?page=3","previous":"https://swapi.dev/api/people/?page=1""#),
      (3, 3, nil, #""next":null,"previous":"https://swapi.dev/api/people/?page=2""#), (1, 1, "x", #""next":null,"previous":null"#),
      (1, 2, "a b", #""next":"https://swapi.dev/api/people/?search=a+b&page=2","previous":null"#),
      (2, 2, "x", #""next":null,"previous":"https://swapi.dev/api/people/?search=x&page=1""#),
    ] as [(Int, Int, String?, String)])
  func `pages link to the next and the previous page`(_ number: Int, _ pages: Int, _ search: String?, _ links: String) {
    let page = WirePage(PageQuery(.people, number: number, search: search), records: [], count: 0, pages: pages)
    #expect(dialect.wire(page, base: Self.base).text() == #"{"count":0,\#(links),"results":[]}"#)
  }

  @Test func `page links keep the query of the request`() {
    let page = WirePage(PageQuery(.people, number: 2), records: [], count: 0, pages: 3)
    let wire = dialect.wire(page, items: [("page", "2"), ("format", "json"), ("search", "é")], base: Self.base)
    #expect(wire["next"] == "https://swapi.dev/api/people/?page=3&format=json&search=%C3%A9")
    #expect(wire["previous"] == "https://swapi.dev/api/people/?page=1&format=json&search=%C3%A9")
  }

  @Test func `schemas describe the wire format`() throws {
    for kind in Catalogue.standard.kinds {
      let schema = try #require(dialect.schema(kind))
      let record = dialect.wire(try #require(try Catalogue.standard.records(of: kind).first), base: Self.base)
      #expect(schema["properties"]?.object?.names == record.object?.names)
      #expect(schema["required"]?.array?.compactMap(\.string) == record.object?.names)
      for member in schema["properties"]?.object ?? [:] {
        let value = record[member.name]
        switch member.value["type"]?.string {
        case "string": #expect(value?.string != nil || value == .null)
        case "array": #expect(value?.array != nil)
        case "integer": #expect(value?.int != nil)
        default: Issue.record("\(member.name) has no type")
        }
      }
    }
    #expect(dialect.schema(try #require(KindName("droids"))) == nil)
  }
}
