import Models
import Testing

@testable import Dialects

@Suite struct SWAPIRouteTests {
  static let people = KindName("people")
  static let kinds = Set(["people", "films"].compactMap { KindName($0) })

  static let table: [(String, SWAPIRoute?)] = [
    ("/", .home),
    ("/api/", .root),
    ("/api", .missingSlash),
    ("/api/people/", people.map { .list($0) }),
    ("/api/people", .missingSlash),
    ("/api/%70eople/", people.map { .list($0) }),
    ("/api/people/1/", people.map { .record($0, "1") }),
    ("/api/people/1", .missingSlash),
    ("/api/people/luke/", people.map { .record($0, "luke") }),
    ("/api/people/schema", people.map { .schema($0) }),
    ("/api/people/schema/", people.map { .record($0, "schema") }),
    ("/api/droids/", .unknown),
    ("/api/droids", .unknown),
    ("/api/People/", .unknown),
    ("/api//", .unknown),
    ("/api//people/", .unknown),
    ("/api/people//", .unknown),
    ("/api/people/1/2/", .unknown),
    ("/api/people/%zz/", .unknown),
    ("/api/people/%ff/", .unknown),
    ("//api/people/", .unknown),
    ("/people/1/", .unknown),
    ("api/", .unknown),
    ("", .unknown),
    ("*", .unknown),
  ]

  @Test(arguments: table) func `paths are parsed`(path: String, expected: SWAPIRoute?) {
    #expect(SWAPIRoute(path: path, kinds: Self.kinds) == expected)
  }
}

@Suite struct ContentNegotiationTests {
  @Test(
    arguments: [
      (nil, true), ("", true), ("*/*", true), ("application/json", true), ("Application/JSON; charset=utf-8", true),
      ("application/*", true),
      ("text/html", false), ("text/html, application/xhtml+xml", false), ("text/html,application/xml;q=0.9,*/*;q=0.8", true),
      ("application/json;q=0", false), ("application/json; q=0, */*;q=0.1", false), ("*/*, application/*;q=0", false),
      ("application/json, */*;q=0", true), ("application/json;q=0.1, application/*;q=0", true), ("*/*;q=0", false),
      ("application/*;q=0, */*, application/json;q=0, application/json;version=1", true), ("application/jsonp", false),
      ("rubbish", false), ("application/json;q=much", true),
    ] as [(String?, Bool)])
  func `the most specific accept range decides about JSON`(accept: String?, expected: Bool) {
    #expect(ContentNegotiation.acceptsJSON(accept) == expected)
  }
}

@Suite struct QueryItemsTests {
  @Test(
    arguments: [
      ("", [:]), ("page=2", ["page": "2"]), ("search=sky+walker&page=1", ["search": "sky walker", "page": "1"]),
      ("search=Padm%C3%A9", ["search": "Padmé"]), ("page", ["page": ""]), ("a=%zz&b=1", ["b": "1"]), ("&&a=b=c&", ["a": "b=c"]),
    ] as [(String, [String: String])])
  func `queries are decoded`(query: String, expected: [String: String]) {
    #expect(Dictionary(ServedRequest(target: "/?" + query).items.map { ($0.name, $0.value) }) { _, last in last } == expected)
  }
}
