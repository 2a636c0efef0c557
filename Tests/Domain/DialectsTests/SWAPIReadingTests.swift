import Dialects
import Models
import OrderedJSON
import Testing

@Suite struct SWAPIReadingTests {
  let dialect = SWAPIDialect(kinds: .standard)
  static let luke = Reference(.people, 1)

  private func read(_ text: String, _ reference: Reference = luke) throws -> Record {
    try dialect.record(reference, body: Array(text.utf8))
  }

  @Test func `a record of a compatible server is read`() throws {
    let record = try read(
      #"{"name":"Luke","height":172,"mass":78.2,"birth_year":null,"force":{"side":"light"},"homeworld":"http://h/planets/1","films":[]}"#)
    #expect(record.originValue("height") == .text("172"))
    #expect(record.originValue("mass") == .text("78.2"))
    #expect(record.originValue("birthYear") == .null)
    #expect(record.originValue("eyeColor") == .missing)
    #expect(record.originValue("homeworld") == .reference(Reference(.planets, 1)))
    #expect(record.originValue("films") == .references([]))
    #expect(record.originValue("vehicles") == .missing)
    #expect(record.extras == ["force": ["side": "light"]])
  }

  @Test func `links that are not references are kept as raw members`() throws {
    let text = #"{"name":"Luke","homeworld":"Tatooine","films":["http://h/films/1/","A New Hope",7],"url":"nowhere"}"#
    let record = try read(text)
    #expect(record.originValue("homeworld") == .missing)
    #expect(record.originValue("films") == .references([Reference(.films, 1)]))
    #expect(record.extras.names == ["homeworld", "films", "url"])
    let wire = dialect.wire(record, base: "http://h")
    #expect(wire["homeworld"] == "Tatooine")
    #expect(wire["films"] == ["http://h/films/1/", "A New Hope", 7])
    #expect(try Record(canonical: record.canonical, kinds: .standard) == record)
  }

  @Test(arguments: [
    (#"{"name":"Luke","height":{"cm":172}}"#, "height"), (#"{"name":["Luke"]}"#, "name"), (#"{"gender":true}"#, "gender"),
    (#"{"films":"https://swapi.dev/api/films/1/"}"#, "films"), (#"{"homeworld":["https://swapi.dev/api/planets/1/"]}"#, "homeworld"),
    (#"{"homeworld":1}"#, "homeworld"), (#"{"birth_year":[]}"#, "birth_year"),
  ])
  func `a field of the wrong type is named in the error`(_ text: String, _ field: String) throws {
    let error = #expect(throws: DialectError.self) { try read(text) }
    #expect(error?.field == field)
    #expect(error?.message.hasPrefix("'\(field)' in the origin's people/1 ") == true)
  }

  @Test(arguments: ["", "<html>", #"{"name":"Lu"#, "[]", "null"])
  func `a body that is not the expected document is rejected`(_ text: String) {
    #expect(throws: DialectError.self) { try read(text) }
    #expect(throws: DialectError.self) { try dialect.kinds(root: Array(text.utf8)) }
    #expect(throws: DialectError.self) { try dialect.page(PageQuery(.people), body: Array(text.utf8)) }
  }

  @Test(arguments: [
    (#"{"detail":"maintenance"}"#, "people/1"), ("{}", "people/1"), (#"{"name":""}"#, "people/1"), (#"{"name":null}"#, "people/1"),
    (#"{"name":"Endor","url":"http://h/planets/9/"}"#, "people/1"), (#"{"name":"Leia","url":"http://h/people/5/"}"#, "people/1"),
    (#"{"name":"A New Hope"}"#, "films/1"), (#"{"title":"Luke"}"#, "people/1"), (#"{"detail":"maintenance"}"#, "droids/1"),
    ("{}", "droids/1"), (#"{"name":"R2","url":"http://h/droids/2/"}"#, "droids/1"),
  ])
  func `an object that is not the requested record is rejected`(_ text: String, _ asked: String) throws {
    let reference = try #require(Reference(asked))
    let error = #expect(throws: DialectError.self) { try read(text, reference) }
    #expect(error?.message.contains(asked) == true)
  }

  @Test(arguments: [
    (#"{"name":"Luke"}"#, "people/1"), (#"{"name":"","url":"http://h/people/1/"}"#, "people/1"), (#"{"title":"A New Hope"}"#, "films/1"),
    (#"{"title":"BB"}"#, "droids/1"), (#"{"wheels":1,"url":"http://h/droids/1"}"#, "droids/1"),
    (#"{"name":"x","url":"http://h/x"}"#, "people/1"),
  ])
  func `a record is recognised by its name or its URL`(_ text: String, _ asked: String) throws {
    let reference = try #require(Reference(asked))
    #expect(try read(text, reference).reference == reference)
  }

  @Test func `invalid and duplicate records are skipped in a page`() throws {
    let results =
      #"[{"name":"a","url":"http://h/people/1/"},{"name":"b"},{"url":"http://h/people/3/","detail":"x"},{"name":"a","url":"http://h/people/1/"}]"#
    let page = try dialect.page(PageQuery(.people), body: Array(#"{"count":4,"next":null,"results":\#(results)}"#.utf8))
    #expect(page.records.map(\.reference) == [Self.luke])
    #expect(page.count == 4)
  }

  @Test func `a record of an unknown kind keeps all its members`() throws {
    let droid = try #require(Reference("droids/3"))
    let text = #"{"name":"BB-8","wheels":1,"url":"http://h/api/droids/3/"}"#
    let record = try read(text, droid)
    #expect(record.name == "BB-8")
    #expect(record.extras.names == ["name", "wheels", "url"])
    #expect(dialect.wire(record, base: "http://elsewhere").text() == text)
    let page = try dialect.page(PageQuery(droid.kind), body: Array(#"{"count":1,"next":null,"previous":null,"results":[\#(text)]}"#.utf8))
    #expect(page.records == [record])
  }

  @Test func `the root document lists the kinds`() throws {
    let root = #"{"films":"http://h/films/","droids":"http://h/droids/","Not A Kind":"x","version":2}"#
    #expect(try dialect.kinds(root: Array(root.utf8)).map(\.text) == ["films", "droids"])
  }

  @Test(arguments: [
    (1, 82, 10, true, 9), (2, 82, 10, true, 9), (9, 82, 2, false, 9), (1, 0, 0, false, 1), (1, 6, 6, false, 1), (1, 82, 25, true, 4),
    (4, 82, 7, false, 4), (1, 20, 10, true, 2), (1, 82, 0, true, 1), (.max, .max, 1, true, .max), (3, 0, 2, true, 4),
  ])
  func `the number of pages follows from the page size`(_ number: Int, _ count: Int, _ size: Int, _ hasNext: Bool, _ pages: Int) throws {
    let results = (0..<size).map { JSON.object(["name": "x", "url": .string("http://h/people/\($0 + 1)/")]) }
    let body: JSON = ["count": .number(count), "next": hasNext ? "http://evil.example/?page=666" : .null, "results": .array(results)]
    let page = try dialect.page(PageQuery(.people, number: number), body: body.bytes())
    #expect(page.pages == pages)
    #expect(page.count == count)
    #expect(page.records.count == size)
  }

  @Test(arguments: [
    (#"{"results":[]}"#, "count"), (#"{"count":"1","results":[]}"#, "count"), (#"{"count":-1,"results":[]}"#, "count"),
    (#"{"count":1}"#, "results"), (#"{"count":1,"results":{}}"#, "results"), (#"{"count":1,"results":[1]}"#, "results[0]"),
    (#"{"count":1,"results":[{"name":"x"}]}"#, "results[0].url"),
    (#"{"count":1,"results":[{"name":"x","url":"http://h/films/1/"}]}"#, "results[0].url"),
    (#"{"count":1,"results":[{"name":"x","url":"http://h/people/1/","mass":{}}]}"#, "mass"),
  ])
  func `the invalid member of a page is named in the error`(_ text: String, _ field: String) throws {
    let error = #expect(throws: DialectError.self) { try dialect.page(PageQuery(.people), body: Array(text.utf8)) }
    #expect(error?.field == field)
    #expect(error?.message.contains("'\(field)'") == true)
  }

  @Test(
    arguments: [
      (#"{"detail":"Not found"}"#, "Not found"), (#"{"message":"Resource not found"}"#, "Resource not found"), (#"{"error":"no"}"#, "no"),
      (#"{"detail":""}"#, nil), ("<h1>Not Found</h1>", nil), ("", nil), ("[]", nil), (#"{"detail":["x"]}"#, nil),
    ] as [(String, String?)])
  func `error details are the origin's own text`(_ body: String, _ reason: String?) {
    #expect(dialect.errorDetail(body: Array(body.utf8)) == reason)
  }

  @Test func `a long error detail is truncated`() {
    let body: JSON = ["detail": .string(String(repeating: "wait ", count: 1000))]
    #expect(dialect.errorDetail(body: body.bytes())?.count == 300)
    // One character may have any number of combining marks.
    let accents: JSON = ["detail": .string("e" + String(repeating: "\u{301}", count: 1000))]
    #expect(dialect.errorDetail(body: accents.bytes())?.unicodeScalars.count == 300)
  }
}
