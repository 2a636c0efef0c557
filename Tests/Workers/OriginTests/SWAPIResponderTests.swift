import Dialects
import HTTPTypes
import Models
import NIOCore
import OrderedJSON
import TestSupport
import Testing

@testable import Origin

/// Responses, tested without HTTP.
@Suite struct SWAPIResponderTests {
  let responder = SWAPIResponder(catalogue: .standard, pageSize: 10, dialect: SWAPIDialect(kinds: .standard))

  func ask(_ target: String, _ change: (inout SWAPIRequest) -> Void = { _ in }) -> ResponsePlan {
    var request = SWAPIRequest(target: target, host: "example.org")
    change(&request)
    return responder.respond(to: request, localAuthority: "127.0.0.1:1")
  }

  func json(_ target: String) throws -> JSON { try JSON(parsing: Array(ask(target).body.readableBytesView)) }

  @Test func `the root names the lists in the original order`() throws {
    let root = try json("/api/")
    #expect(root.object?.names == ["people", "planets", "films", "species", "vehicles", "starships"])
    #expect(root["films"] == "http://example.org/api/films/")
  }

  @Test(arguments: [("films", 6, 1), ("people", 82, 9), ("planets", 60, 6), ("species", 37, 4), ("vehicles", 39, 4), ("starships", 36, 4)])
  func `pages contain the whole catalogue`(kind: String, count: Int, pages: Int) throws {
    var urls: [String] = []
    for number in 1...pages {
      let page = try json("/api/\(kind)/?page=\(number)")
      #expect(page["count"]?.int == count)
      #expect(page["previous"] == (number == 1 ? .null : .string("http://example.org/api/\(kind)/?page=\(number - 1)")))
      #expect(page["next"] == (number == pages ? .null : .string("http://example.org/api/\(kind)/?page=\(number + 1)")))
      urls += (page["results"]?.array ?? []).compactMap { $0["url"]?.string }
    }
    #expect(Set(urls).count == count)
    #expect(ask("/api/\(kind)/?page=\(pages + 1)").status.code == 404)
    #expect(Array(ask("/api/\(kind)/").body.readableBytesView) == Array(ask("/api/\(kind)/?page=1").body.readableBytesView))
    #expect(
      Array(ask("/api/\(kind)/?page=last").body.readableBytesView) == Array(ask("/api/\(kind)/?page=\(pages)").body.readableBytesView))
  }

  @Test func `every record is served at its own URL`() throws {
    for kind in Catalogue.standard.kinds {
      for record in try Catalogue.standard.records(of: kind) {
        #expect(try json("/api/\(record.reference)/")["url"] == .string("http://example.org/api/\(record.reference)/"))
      }
    }
  }

  @Test(arguments: [
    ("people", "sky", 3), ("people", "SKY%20luke", 1), ("people", "padme", 0), ("people", "Padm%C3%A9", 1), ("films", "hope", 1),
    ("starships", "x-wing", 1), ("vehicles", "t-47", 1), ("people", "", 82), ("planets", "no+such+place", 0),
  ])
  func `lists can be searched`(kind: String, search: String, count: Int) throws {
    let page = try json("/api/\(kind)/?search=\(search)")
    #expect(page["count"]?.int == count)
    #expect(page["results"]?.array?.count == min(count, 10))
  }

  @Test func `links of a search preserve the search`() throws {
    let page = try json("/api/people/?search=a&page=2")
    #expect(page["next"] == "http://example.org/api/people/?search=a&page=3")
    #expect(page["previous"] == "http://example.org/api/people/?search=a&page=1")
  }

  @Test(arguments: ["/nothing", "/api/droids/", "/api/people/1/2/", "/apis/"])
  func `paths outside the API get a web page`(path: String) {
    #expect(ask(path).status.code == 404)
    #expect(ask(path).contentType == "text/html")
    #expect(ask(path).fields.count == 1)
  }

  @Test(arguments: [
    ("/api", "http://example.org/api/"), ("/api/people", "http://example.org/api/people/"),
    ("/api/people?page=2", "http://example.org/api/people/?page=2"), ("/api/people/1", "http://example.org/api/people/1/"),
  ])
  func `a missing trailing slash is redirected`(target: String, location: String) {
    #expect(ask(target).status.code == 301)
    #expect(ask(target).location == location)
  }

  @Test func `a matching entity tag returns 304 with the tag`() throws {
    let tag = try #require(ask("/api/people/1/").entityTag)
    for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let response = ask("/api/people/1/") { $0.ifNoneMatch = field }
      #expect((response.status.code, response.entityTag, response.body.readableBytes) == (304, tag, 0))
    }
    #expect(ask("/api/people/1/") { $0.ifNoneMatch = "\"x\"" }.status.code == 200)
  }

  @Test func `entity tags are stable and differ by document and base URL`() {
    let again = SWAPIResponder(catalogue: .standard, pageSize: 10, dialect: SWAPIDialect(kinds: .standard))
    let request = SWAPIRequest(target: "/api/films/?search=o", host: "example.org")
    #expect(again.respond(to: request, localAuthority: "").entityTag == ask("/api/films/?search=o").entityTag)
    #expect(ask("/api/films/1/").entityTag != ask("/api/films/2/").entityTag)
    #expect(ask("/api/films/1/").entityTag != ask("/api/films/1/") { $0.forwardedScheme = "https" }.entityTag)
  }

  @Test func `the content type is negotiated before the method is checked`() {
    let response = ask("/api/people/") {
      $0.method = "POST"
      $0.accept = "text/html"
    }
    #expect(response.status.code == 406)
    #expect(ask("/api/people/?format=json") { $0.accept = "text/html" }.status.code == 200)
    #expect(ask("/api/people/?format=xml").status.code == 404)
  }

  @Test func `an invalid host is rejected`() {
    #expect(ask("/api/") { $0.host = "\"><script>" }.status.code == 400)
  }

  @Test(arguments: RecordedPages.last)
  func `a page is the recorded one byte for byte`(_ page: RecordedPages.Page) throws {
    let query = page.number == 1 ? "" : "?page=\(page.number)"
    #expect(try responder.body("/api/\(page.kind)/\(query)") == (try RecordedPages.body(of: page)))
  }

  @Test func `the root is the recorded one byte for byte`() throws { #expect(try responder.body("/api/") == (try RecordedPages.root())) }

  @Test func `the page size is configurable`() throws {
    let small = SWAPIResponder(catalogue: .standard, pageSize: 4, dialect: SWAPIDialect(kinds: .standard))
    let response = small.respond(to: SWAPIRequest(target: "/api/films/?page=2", host: "h"), localAuthority: "")
    let page = try JSON(parsing: Array(response.body.readableBytesView))
    #expect(page["results"]?.array?.count == 2)
    #expect(page["next"] == .null)
  }
}

extension ResponsePlan {
  fileprivate var contentType: String? { fields[.contentType] }
  fileprivate var entityTag: String? { fields[.eTag] }
  fileprivate var location: String? { fields[.location] }
}

extension SWAPIResponder {
  /// Returns the body of the answer that `https://swapi.dev` sends for `target`. Fails the test unless the status is 200.
  func body(_ target: String) throws -> String {
    let response = respond(to: SWAPIRequest(target: target, host: "swapi.dev", forwardedScheme: "https"), localAuthority: "")
    try #require(response.status.code == 200)
    return String(buffer: response.body)
  }
}

@Suite struct BaseURLTests {
  @Test(
    arguments: [
      ("swapi.dev", nil, "http://swapi.dev"), ("swapi.dev", "https", "https://swapi.dev"),
      ("swapi.dev", "HTTPS, http", "https://swapi.dev"),
      ("swapi.dev", "javascript", "http://swapi.dev"), ("a_b-c.example:8080", nil, "http://a_b-c.example:8080"),
      ("[::1]:1138", nil, "http://[::1]:1138"), ("[::1]", nil, "http://[::1]"), (nil, nil, "http://local:1"),
      (nil, "https", "https://local:1"),
      ("", nil, nil), ("a b", nil, nil), ("a\"b", nil, nil), ("evil.com/x", nil, nil), ("a@b", nil, nil), ("a:b", nil, nil),
      ("a:99999", nil, nil), ("a:+80", nil, nil),
      ("[::1", nil, nil), ("[x]", nil, nil), ("<script>", nil, nil),
    ] as [(String?, String?, String?)])
  func `the base URL follows the host and the forwarded scheme`(host: String?, scheme: String?, expected: String?) {
    #expect(BaseURL.root(host: host, forwardedScheme: scheme, localAuthority: "local:1") == expected)
  }
}
