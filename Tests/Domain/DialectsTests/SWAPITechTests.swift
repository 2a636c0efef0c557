import Models
import OrderedJSON
import Testing

@testable import Dialects

@Suite struct SWAPITechTests {
  let dialect = SWAPITechDialect(kinds: .standard)
  static let base = "https://www.swapi.tech/api"
  static let luke = Reference(.people, 1)

  /// An answer in the form of the server, written by hand.
  static let detail =
    #"{"message":"ok","result":{"properties":{"created":"2025-09-15T09:37:19.660Z","edited":"2025-09-15T09:37:19.660Z","#
    + #""name":"Luke Skywalker","gender":"male","height":"172","homeworld":"https://www.swapi.tech/api/planets/1","vehicles":[],"#
    + #""films":["https://www.swapi.tech/api/films/1","https://www.swapi.tech/api/films/7"],"url":"https://www.swapi.tech/api/people/1"},"#
    + #""_id":"5f63a36eee9fd7000499be42","description":"A person within the Star Wars universe","uid":"1","__v":4},"apiVersion":"1.0","#
    + #""timestamp":"2025-09-15T16:02:00.682Z","support":{"contact":"admin@example.org"}}"#

  private func read(_ text: String, _ reference: Reference = luke) throws -> Record {
    try dialect.record(reference, body: Array(text.utf8))
  }

  private func page(_ text: String, _ query: PageQuery = PageQuery(.people)) throws -> WirePage {
    try dialect.page(query, body: Array(text.utf8))
  }

  @Test(arguments: [
    (WireDocument.root, "https://www.swapi.tech/api/"), (.record(luke), "https://www.swapi.tech/api/people/1"),
    (.page(PageQuery(.people)), "https://www.swapi.tech/api/people?page=1&limit=10000&expanded=true"),
    (.page(PageQuery(.people, number: 2)), "https://www.swapi.tech/api/people?page=1&limit=10000&expanded=true"),
    (.page(PageQuery(.films)), "https://www.swapi.tech/api/films"),
    (.page(PageQuery(.films, search: "new hope")), "https://www.swapi.tech/api/films?title=hope"),
    (.page(PageQuery(.people, number: 3, search: "r2 (é)")), "https://www.swapi.tech/api/people?name=%5C%28%C3%A9%5C%29"),
    (.page(PageQuery(.starships, search: " , ")), "https://www.swapi.tech/api/starships?page=1&limit=10000&expanded=true"),
  ])
  func `documents have URLs`(_ document: WireDocument, _ url: String) {
    #expect(dialect.url(of: document, base: Self.base) == url)
    #expect(dialect.url(of: document, base: Self.base + "/") == url)
  }

  @Test func `a record is read from its envelope`() throws {
    let record = try read(Self.detail)
    #expect(record.name == "Luke Skywalker")
    #expect(record.originValue("height") == .text("172"))
    #expect(record.originValue("films") == .references([Reference(.films, 1), Reference(.films, 7)]))
    #expect(record.originValue("species") == .missing)
    // The description is that of all people.
    #expect(record.extras == ["_id": "5f63a36eee9fd7000499be42", "__v": 4])
    #expect(try Record(canonical: record.canonical, kinds: .standard) == record)
  }

  @Test func `times of the answer and of the server's start are not part of a record`() throws {
    let later = Self.detail.replacing("2025-09-15T09:37:19.660Z", with: "2025-09-16T01:02:03.004Z")
      .replacing("16:02:00.682Z", with: "23:59:59.999Z")
    let (first, second) = (try read(Self.detail), try read(later))
    #expect(first == second)
    #expect(first.canonicalBytes == second.canonicalBytes)
    #expect(first.originValue("created") == .missing)
  }

  @Test(arguments: [
    (#""created":"2014-12-09T13:50:51.644000Z","edited":"2014-12-20T21:17:56.891000Z""#, true),
    (#""created":"2025-09-15T09:37:19.660Z","edited":"2025-09-15T09:37:19.661Z""#, true),
    (#""created":"2014-12-09T13:50:51.644000Z","edited":"2014-12-09T13:50:51.644000Z""#, true),
    (#""created":"2025-09-15T09:37:19.660Z""#, true), (#""created":"2025-09-15T09:37:19.660Z","edited":"2025-09-15T09:37:19.660Z""#, false),
  ])
  func `stored times are kept`(_ times: String, _ areKept: Bool) throws {
    let record = try read(#"{"result":{"uid":"1","properties":{"name":"Luke",\#(times)}}}"#)
    #expect((record.originValue("created") != .missing) == areKept)
  }

  @Test func `an envelope is written as it was read`() throws {
    let envelope =
      #"{"properties":{"name":"Luke","films":["https://www.swapi.tech/api/films/1"],"url":"https://www.swapi.tech/api/people/1","#
      + #""force":true},"_id":"5f63a36eee9fd7000499be42","description":"a farm boy","uid":"1","__v":4}"#
    let record = try read(#"{"message":"ok","result":\#(envelope)}"#)
    #expect(record.extras.names == ["force", "_id", "description", "__v"])
    #expect(dialect.wire(record, base: Self.base)["result"]?.text() == envelope)
  }

  @Test(arguments: [
    (#"{"message":"not found"}"#, "result"), (#"{"result":[]}"#, "result"), (#"{"result":{}}"#, "properties"),
    (#"{"result":{"properties":[]}}"#, "properties"), (#"{"result":{"properties":{}}}"#, "name"),
    (#"{"result":{"uid":"2","properties":{"name":"C-3PO"}}}"#, "uid"), (#"{"result":{"uid":2,"properties":{"name":"C-3PO"}}}"#, "uid"),
    (#"{"result":{"uid":"1","properties":{"name":"C-3PO","url":"http://h/people/2"}}}"#, "url"),
    (#"{"result":{"uid":"1","properties":{"name":"x","mass":{}}}}"#, "mass"),
  ])
  func `an answer that is not the requested record is rejected`(_ text: String, _ field: String) {
    #expect(#expect(throws: DialectError.self) { try read(text) }?.field == field)
  }

  @Test(arguments: [#""1""#, "1", "null", "{}", #""""#, "-1", "1e400", #""99999999999999999999""#, "99999999999999999999"])
  func `an ID may be missing, a text or a number`(_ uid: String) throws {
    #expect(try read(#"{"result":{"uid":\#(uid),"properties":{"name":"Luke","url":"http://h/people/1"}}}"#).name == "Luke")
  }

  static let items = #"[{"uid":"1","properties":{"name":"a"}},{"uid":2,"properties":{"name":"b"}},{"uid":"1","properties":{"name":"a"}}]"#

  @Test(arguments: [
    (#"{"message":"ok","total_records":82,"total_pages":9,"previous":null,"next":"http://evil/","results":\#(items)}"#, 82, 9, 1),
    (#"{"message":"ok","results":\#(items)}"#, 2, 1, 1), (#"{"message":"ok","result":\#(items)}"#, 2, 1, 1),
    (#"{"total_records":"2","total_pages":null,"results":\#(items)}"#, 2, 1, 1),
    (#"{"total_records":-5,"total_pages":-1,"results":\#(items)}"#, 0, 1, 1),
    (#"{"total_records":9223372036854775807,"total_pages":9223372036854775807,"results":\#(items)}"#, .max, .max, 1),
  ])
  func `lists are read in each form`(_ text: String, _ count: Int, _ pages: Int, _ number: Int) throws {
    let page = try page(text)
    #expect(page.records.map(\.reference.id) == [1, 2])
    #expect((page.count, page.pages, page.query.number) == (count, pages, number))
  }

  @Test func `the last page instead of a page after it has no records`() throws {
    let text = #"{"message":"ok","total_records":2,"total_pages":1,"previous":null,"next":null,"results":\#(Self.items)}"#
    let page = try page(text, PageQuery(.people, number: 2))
    #expect(page.records.isEmpty)
    #expect((page.count, page.pages) == (2, 1))
  }

  @Test func `a list of names only is rejected`() {
    let text = #"{"message":"ok","total_records":1,"results":[{"uid":"1","name":"Luke","url":"https://www.swapi.tech/api/people/1"}]}"#
    let error = #expect(throws: DialectError.self) { try page(text) }
    #expect(error?.field == "results[0].properties")
    #expect(error?.message.contains("does not expand") == true)
  }

  @Test(arguments: [
    ("{}", "results"), (#"{"results":{}}"#, "results"), (#"{"results":[1]}"#, "results[0]"), (#"{"result":[1]}"#, "result[0]"),
    (#"{"results":[{"properties":{"name":"x"}}]}"#, "results[0].uid"),
    (#"{"results":[{"properties":{"name":"x","url":"http://h/films/1"}}]}"#, "results[0].uid"),
  ])
  func `the invalid member of a list is named`(_ text: String, _ field: String) {
    #expect(#expect(throws: DialectError.self) { try page(text) }?.field == field)
  }

  @Test func `a page links to its neighbours and may have names only`() {
    let page = WirePage(PageQuery(.people, number: 2), records: [], count: 30, pages: 3)
    let wire = dialect.wire(page, size: 10, isExpanded: false, base: Self.base)
    #expect(wire["previous"] == "https://www.swapi.tech/api/people?page=1&limit=10")
    #expect(wire["next"] == "https://www.swapi.tech/api/people?page=3&limit=10")
    #expect(wire["total_records"] == 30)
  }

  @Test(
    arguments: [
      (#"{"message":"not found"}"#, "not found"), (#"{"messsage":"Not found"}"#, "Not found"), (#""Try again later.""#, "Try again later."),
      ("Maximum requests reached. Try again later.", "Maximum requests reached. Try again later."), ("<html>", nil), ("", nil), ("[]", nil),
      (String(repeating: "wait ", count: 100), nil),
    ] as [(String, String?)])
  func `error details may be plain text`(_ body: String, _ detail: String?) {
    #expect(dialect.errorDetail(body: Array(body.utf8)) == detail)
  }

  @Test(arguments: [
    ("", ""), ("luke", "luke"), ("(", #"\("#), (#"a\b"#, #"a\\b"#), ("R5-D4.*", #"R5-D4\.\*"#), ("(\u{301}[", "\\(\u{301}\\["),
    ("^$|?+{}])", #"\^\$\|\?\+\{\}\]\)"#),
  ])
  func `a search is a pattern for its own text`(_ text: String, _ pattern: String) {
    #expect(SearchPattern.literal(text) == pattern)
    #expect(SearchPattern.text(pattern) == text)
  }

  @Test(arguments: ["(", ")", "[a", #"a\"#]) func `an invalid pattern has no text`(_ pattern: String) {
    #expect(SearchPattern.text(pattern) == nil)
  }
}
