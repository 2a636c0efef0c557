import Contracts
import Testing

@testable import Networking

@Suite struct HTTPURLTests {
  @Test(arguments: [
    ("http://127.0.0.1:1138/api", "http://127.0.0.1:1138/api"), ("https://swapi.dev/api/", "https://swapi.dev/api/"),
    ("HTTPS://Swapi.Dev", "https://swapi.dev/"), ("http://a:80/x", "http://a/x"), ("https://a:443", "https://a/"),
    ("https://a:80", "https://a:80/"),
    ("http://[::1]:1138/api", "http://[::1]:1138/api"), ("http://[::1]", "http://[::1]/"), ("http://a?x=1", "http://a/?x=1"),
    ("http://a/b?c=d#e", "http://a/b?c=d"),
  ])
  func `parses URLs`(text: String, expected: String) throws {
    #expect(try HTTPURL(text).description == expected)
  }

  @Test(arguments: [
    ("swapi.dev/api", "has no scheme"), ("", "has no scheme"), ("ftp://a/", "is not an http or https URL"),
    ("://a", "is not an http or https URL"),
    ("http://", "has no valid host"), ("http:///api", "has no valid host"), ("http://a:0/", "port"), ("http://a:99999/", "port"),
    ("http://a:+80/", "host"),
    ("http://a:x/", "port"), ("http://user:secret@a/", "user name or password"), ("http://user@a/", "user name or password"),
    ("http://a b/", "has no valid host"), ("http://::1/", "host"), ("http://[::1/", "host"), ("http://a/b c", "%XX"),
    ("http://a/é", "%XX"),
    ("http://a\r\nb/", "host"),
  ])
  func `rejects invalid URLs`(text: String, reason: String) throws {
    let error = #expect(throws: OriginError.self) { try HTTPURL.origin(text) }
    #expect(error?.code == .invalid)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("secret") != true)
  }

  @Test(arguments: [
    ("/api/people/1/", "http://a:1/api/people/1/"), ("http://a:1/x", "http://a:1/x"), ("https://a:1/x", "https://a:1/x"),
    ("//b/x", "http://b/x"),
    ("people/1/", "http://a:1/people/1/"), ("", nil), ("?page=2", "http://a:1/api?page=2"), ("mailto:x@y", nil),
  ])
  func `resolves the location of a redirect`(location: String, target: String?) throws {
    #expect(try HTTPURL("http://a:1/api").resolve(location)?.description == target)
  }

  @Test(arguments: [
    ("http://a/x", true), ("http://a:80/", true), ("http://A/", true), ("https://a/", false), ("http://b/", false), ("http://a:81/", false),
    ("http://a.b/", false),
  ])
  func `compares origins`(other: String, same: Bool) throws {
    #expect(try HTTPURL("http://a/api").isSameOrigin(as: HTTPURL(other)) == same)
  }

  /// The examples of RFC 3986 section 5.4 with a supported scheme. Fragments are not part of a request.
  @Test(
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g/"),
      ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
      ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), (".", "http://a/b/c/"),
      ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
      ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
      (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
      ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("https://b/", "https://b/"), ("mailto:a", nil), ("a b", nil), ("", nil),
    ] as [(String, String?)])
  func `resolves relative references`(location: String, target: String?) throws {
    #expect(try HTTPURL("http://a/b/c/d;p?q").resolve(location)?.description == target)
  }
}
