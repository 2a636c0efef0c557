import Models
import OrderedJSON
import Testing

@testable import Dialects

/// The catalogue as a dialect serves it.
private struct CatalogueRecords: ServedRecords {
  var pageSize = 10
  var kinds: [KindName] { Catalogue.standard.kinds }

  func record(_ reference: Reference) -> Record? { try? Catalogue.standard.record(reference) }
  func records(of kind: KindName) -> [Record]? { try? Catalogue.standard.records(of: kind) }
}

@Suite struct ServingTests {
  static let base = "http://h/api"

  static func ask(
    _ dialect: String, _ target: String, _ method: String = "GET", time: Int64 = 0
  ) throws -> (answer: ServedAnswer, json: JSON) {
    let serving = try #require(Dialects.standard[dialect])
    let answer = serving.answer(ServedRequest(method: method, target: target, time: time), from: CatalogueRecords())
    switch answer.body {
    case .json(let json): return (answer, json)
    case .document(_, let write): return (answer, write(base))
    case .empty, .text: return (answer, .null)
    }
  }

  static let served = ["swapi-info", "swapi-tech"]

  @Test(arguments: [
    ("swapi-info", "/api/", 200), ("swapi-info", "/api", 200), ("swapi-info", "/api/people", 200), ("swapi-info", "/api/people/", 200),
    ("swapi-info", "/api/people/1/", 200), ("swapi-info", "/api/people/1?page=9", 200), ("swapi-info", "/api/people/17", 404),
    ("swapi-info", "/api/droids", 404), ("swapi-info", "/api/people/1/2", 404), ("swapi-info", "/api/people/luke", 404),
    ("swapi-info", "/api/people/01", 404), ("swapi-info", "/api/people/%zz", 404), ("swapi-info", "/apis", 404), ("swapi-info", "/", 404),
    ("swapi-tech", "/api/", 200), ("swapi-tech", "/api/people/1/", 200), ("swapi-tech", "/api/people/17", 404),
    ("swapi-tech", "/api/films/7", 404), ("swapi-tech", "/api/people/luke", 404), ("swapi-tech", "/api/droids", 404),
    ("swapi", "/", 302), ("swapi", "/api/", 200), ("swapi", "/api", 301), ("swapi", "/api/people/", 200), ("swapi", "/api/people", 301),
    ("swapi", "/api/%70eople/", 200), ("swapi", "/api/people/1/", 200), ("swapi", "/api/people/1", 301),
    ("swapi", "/api/people/luke/", 404), ("swapi", "/api/people/schema", 200), ("swapi", "/api/people/schema/", 404),
    ("swapi", "/api/droids/schema", 404),
    ("swapi", "/api/people/+1/", 404), ("swapi", "/api/droids/", 404), ("swapi", "/api/droids", 404), ("swapi", "/api/People/", 404),
    ("swapi", "/api//", 404), ("swapi", "/api//people/", 404), ("swapi", "/api/people//", 404), ("swapi", "/api/people/1/2/", 404),
    ("swapi", "/api/people/%zz/", 404), ("swapi", "/api/people/%ff/", 404), ("swapi", "//api/people/", 404), ("swapi", "/people/1/", 404),
    ("swapi", "api/", 404), ("swapi", "", 404), ("swapi", "*", 404), ("swapi-tech", "/api/people//1", 404), ("swapi-tech", "/", 404),
    ("swapi-tech", "/api/people?name=(", 400),
  ])
  func `paths have a status`(_ dialect: String, _ target: String, _ status: Int) throws {
    #expect(try Self.ask(dialect, target).answer.status == status)
    #expect(try Self.ask(dialect, target, "HEAD").answer.status == status)
  }

  @Test(
    arguments: [
      (nil, true), ("", true), ("*/*", true), ("Application/JSON; charset=utf-8", true), ("application/*", true),
      ("text/html, application/xhtml+xml", false), ("text/html,application/xml;q=0.9,*/*;q=0.8", true), ("application/jsonp", false),
    ] as [(String?, Bool)])
  func `a client that takes no JSON is refused`(accept: String?, isAccepted: Bool) {
    #expect(SWAPIDialect.acceptsJSON(accept) == isAccepted)
  }

  @Test(
    arguments: [
      ("", [:]), ("page=2", ["page": "2"]), ("search=sky+walker&page=1", ["search": "sky walker", "page": "1"]),
      ("search=Padm%C3%A9", ["search": "Padmé"]), ("page", ["page": ""]), ("a=%zz&b=1", ["b": "1"]), ("&&a=b=c&", ["a": "b=c"]),
    ] as [(String, [String: String])])
  func `queries are decoded`(query: String, expected: [String: String]) {
    #expect(Dictionary(ServedRequest(target: "/?" + query).items.map { ($0.name, $0.value) }) { _, last in last } == expected)
  }

  @Test(arguments: served) func `other methods are rejected`(_ dialect: String) throws {
    for method in ["POST", "DELETE", "OPTIONS"] { #expect(try Self.ask(dialect, "/api/people", method).answer.status == 405) }
  }

  @Test func `errors of a server of files have a message`() throws {
    #expect(try Self.ask("swapi-info", "/api/people/17").json.text() == #"{"message":"Resource not found"}"#)
    #expect(try Self.ask("swapi-info", "/api/droids").json.text() == #"{"message":"Resource not found"}"#)
  }

  @Test func `a server of files ignores queries`() throws {
    let all = try Self.ask("swapi-info", "/api/people").json
    #expect(all.array?.count == 82)
    #expect(try Self.ask("swapi-info", "/api/people/?search=luke&page=3").json == all)
    #expect(all.array?.first?["homeworld"] == "http://h/api/planets/1")
  }

  @Test(arguments: [
    ("", 1, 10, 9), ("?page=2", 1, 10, 9), ("?limit=5", 1, 10, 9), ("?page=2&limit=5", 2, 5, 17), ("?page=99&limit=5", 17, 2, 17),
    ("?page=0&limit=5", 1, 5, 17), ("?page=-3&limit=5", 1, 5, 17), ("?page=1&limit=500", 1, 82, 1), ("?page=1&limit=0", 1, 10, 9),
    ("?page=x&limit=5", 1, 10, 9), ("?page=9223372036854775807&limit=9223372036854775807", 1, 82, 1), ("?search=luke", 1, 10, 9),
  ])
  func `pages need a number and a size, and the last one is sent for all after it`(
    _ query: String, _ number: Int, _ count: Int, _ pages: Int
  ) throws {
    let page = try Self.ask("swapi-tech", "/api/people\(query)").json
    #expect(page["total_records"] == 82)
    #expect(page["total_pages"]?.int == pages)
    #expect(page["results"]?.array?.count == count)
    #expect(page["previous"]?.isNull == (number == 1))
    #expect(page["next"]?.isNull == (number == pages))
    #expect(page["results"]?.array?.first?.object?.names == ["uid", "name", "url"])
  }

  @Test(arguments: [
    ("people", "name=sky", 3), ("people", "name=LUKE", 1), ("people", "name=padme", 0), ("people", "name=PADM%C3%89", 1),
    ("people", "name=luke+sky", 1), ("people", "name=sky+luke", 0), ("people", #"name=r2%5C-d2"#, 1), ("films", "title=hope", 1),
    ("films", "name=hope", 6), ("starships", "model=yt", 1), ("starships", "name=wing", 5),
  ])
  func `a search is by name`(_ kind: String, _ query: String, _ count: Int) throws {
    let json = try Self.ask("swapi-tech", "/api/\(kind)?\(query)").json
    #expect(json["result"]?.array?.count == count)
    #expect(json["message"] == "ok")
  }

  @Test func `an expanded list has whole records`() throws {
    let page = try Self.ask("swapi-tech", "/api/planets?page=2&limit=3&expanded=true").json
    #expect(page["results"]?.array?.compactMap { $0["uid"]?.string } == ["4", "5", "6"])
    #expect(page["results"]?.array?.first?["properties"]?["name"] == "Hoth")
    #expect(page["next"] == "http://h/api/planets?page=3&limit=3")
  }

  @Test func `every document states its time`() throws {
    for target in ["/api", "/api/films", "/api/people/1", "/api/people/17", "/api/people?name=("] {
      #expect(try Self.ask("swapi-tech", target, time: 1_757_929_039_660).json["timestamp"] == "2025-09-15T09:37:19.660Z")
    }
    // Such a document must not be kept.
    guard case .document(let key, _) = try Self.ask("swapi-tech", "/api/people/1").answer.body else {
      Issue.record("not a document")
      return
    }
    #expect(key == nil)
  }

  @Test(
    arguments: [
      ("/api", []), ("/api/", []), ("/api/people", ["people"]), ("/api/people/1/", ["people", "1"]), ("/api/%70eople", ["people"]),
      ("/apis", nil), ("/", nil), ("", nil), ("/api//", nil), ("/api/people//", nil), ("/api/%ff", nil), ("api/people", nil),
    ] as [(String, [String]?)])
  func `paths have components`(_ path: String, _ components: [String]?) {
    #expect(ServedRequest(target: path).components == components)
  }

  @Test(arguments: [
    (#""a""#, true), (#"W/"a""#, true), (#""b", "a""#, true), ("*", true), (#""b""#, false), ("", false), ("a", false),
    (#""b",W/"a" "#, true),
  ])
  func `a list of tags matches by weak comparison`(_ field: String, _ matches: Bool) {
    #expect(EntityTag.list(field, matches: #""a""#) == matches)
  }
}
