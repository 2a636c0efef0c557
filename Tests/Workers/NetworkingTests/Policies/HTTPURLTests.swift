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
    let error = #expect(throws: OriginError.self) { try HTTPOrigin(text, OriginConfiguration()) }
    #expect(error?.code == .invalid)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("secret") != true)
  }

  @Test(arguments: [
    ("http://a/x", true), ("http://a:80/", true), ("http://A/", true), ("https://a/", false), ("http://b/", false), ("http://a:81/", false),
    ("http://a.b/", false),
  ])
  func `compares origins`(other: String, same: Bool) throws {
    #expect(try HTTPURL("http://a/api").isSameOrigin(as: HTTPURL(other)) == same)
  }
}
