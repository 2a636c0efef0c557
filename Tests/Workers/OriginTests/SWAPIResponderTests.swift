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
      let response = ask("/api/people/1/") { $0.fields[.ifNoneMatch] = field }
      #expect((response.status.code, response.entityTag, response.body.readableBytes) == (304, tag, 0))
    }
    #expect(ask("/api/people/1/") { $0.fields[.ifNoneMatch] = "\"x\"" }.status.code == 200)
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
      $0.fields[.accept] = "text/html"
    }
    #expect(response.status.code == 406)
    #expect(ask("/api/people/?format=json") { $0.fields[.accept] = "text/html" }.status.code == 200)
    #expect(ask("/api/people/?format=xml").status.code == 404)
  }

  @Test func `the last page has a name`() {
    #expect(ask("/api/films/?page=last").body == ask("/api/films/?page=1").body)
    #expect(ask("/api/people/?page=last").body == ask("/api/people/?page=9").body)
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
