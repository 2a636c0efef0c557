import Models
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// An HTTP origin with misbehaving servers.
@Suite struct MisbehavingServerTests {
  typealias Step = ScriptedServer.Step

  /// What the server does, the expected code and a part of the message, and the number of requests for the record.
  static let table: [(String, Step, OriginError.Code, String, Int)] = [
    ("closes the connection", .close, .connectionLost, "closed the connection", 3),
    ("not HTTP", .send("220 mail.example ESMTP\r\n\r\n"), .malformed, "is not valid HTTP", 1),
    ("not JSON", .answer("{\"name\":\"Lu"), .malformed, "people/1", 1),
    ("a web page", .answer("<html>Welcome</html>", type: "text/html"), .malformed, "text/html", 1),
    ("a field of the wrong type", .answer(#"{"name":"L","height":{"cm":172}}"#), .malformed, "height", 1),
    ("an empty object", .answer("{}"), .malformed, "people/1 is not a record", 1),
    (
      "another record", .answer(#"{"name":"Endor","url":"http://x/api/planets/9/"}"#), .malformed,
      "people/1 is a different record: its 'url' names planets/9", 1
    ),
    ("too large", .send("HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n"), .tooLarge, "more than 65536 bytes", 1),
    ("an error with a reason", .answer(#"{"detail":"the database is gone"}"#, status: 500), .errorStatus, "500: the database is gone", 1),
    ("overloaded", .answer("", status: 503), .errorStatus, "status 503", 3),
    (
      "throttled", .answer(#"{"detail":"Request was throttled."}"#, status: 429, fields: ["retry-after: 7200"]), .throttled,
      "429: Request was throttled.", 1
    ),
    ("not found", .answer(#"{"detail":"Not found"}"#, status: 404), .notFound, "has no people/1", 1),
    ("304 to an unconditional request", .send("HTTP/1.1 304 Not Modified\r\n\r\n"), .errorStatus, "304", 1),
    (
      "redirected to another host", .answer("", status: 301, fields: ["location: http://127.0.0.2/api/people/1/"]), .redirected,
      "http://127.0.0.2/api/people/1/", 1
    ),
    (
      "redirected in a loop", .answer("", status: 307, fields: ["location: /api/people/1/"]), .redirected, "more than 3 times", 4
    ),
  ]

  @Test(arguments: table) func `misbehaviour is reported`(
    _ name: String, _ step: Step, _ code: OriginError.Code, _ says: String, _ attempts: Int
  ) async throws {
    try await withServer { _, _ in
      name == "not HTTP" ? [step, .close] : [step]
    } _: { server in
      let settings = HTTPSettings(requestTimeout: .testLimit, maxBodySize: 65_536, retry: immediateRetries)
      // The dialect is given, so that the first request is the first of its connection: one that finds its connection closed is sent once more.
      try await withHTTPOrigin(server.base, dialect: "swapi", settings) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
        #expect(error?.code == code, "\(error?.message ?? "")")
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(server.base) == true, "\(error?.message ?? "")")
        #expect(server.targets.filter { $0 == "/api/people/1/" }.count == attempts)
      }
    }
  }

  @Test func `a server that does not finish its response times out`() async throws {
    try await withServer { _, _ in
      [.send("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"), .hang]
    } _: { server in
      let settings = HTTPSettings(requestTimeout: .milliseconds(300), retry: immediateRetries)
      try await withHTTPOrigin(server.base, dialect: "swapi", settings) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
        #expect(error?.code == .timedOut, "\(error?.message ?? "")")
      }
    }
  }

  @Test func `the caller's deadline ends the request`() async throws {
    try await withServer { _, _ in
      [.hang]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi") { origin in
        let error = await #expect(throws: OriginError.self) {
          try await origin.record(luke, FetchContext(deadline: .now + .milliseconds(100)))
        }
        #expect(error?.code == .timedOut)
      }
    }
  }

  @Test(arguments: [("/v2/luke", "/v2/luke"), ("../1", "/api/people/1")])
  func `redirects within the origin are followed`(location: String, target: String) async throws {
    try await withServer { target, _ in
      target == "/api/people/1/" ? [.answer("", status: 301, fields: ["location: \(location)"])] : [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let fetched = try await origin.record(luke)
        #expect(fetched.content?.name == "Luke Skywalker")
        #expect(server.targets.suffix(2) == ["/api/people/1/", target])
      }
    }
  }

  /// A label of 64 characters is invalid (RFC 1035 section 2.3.4), so the resolver fails without contacting a name server, which could be
  /// slow.
  @Test func `an unknown host is reported`() async throws {
    let host = "\(String(repeating: "h", count: 64)).invalid"
    try await withHTTPOrigin("http://\(host)/api") { origin in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .unreachable, "\(error?.message ?? "")")
      #expect(error?.message == "unknown host '\(host)' of the origin http://\(host)/api")
    }
  }

  /// `holocron-origin` as a faulty server.
  @Test(arguments: [
    "status 503 requests 1..2", "throttle 0 requests 1", "reset requests 1", "reset headers requests 1..2", "reset body requests 1",
    "close requests 1..2",
    "truncate 20 requests 1", "drip 16/1ms", "latency 1ms..5ms", "clock -365d", "content-type text/html", "huge 60000",
  ])
  func `a record is fetched in spite of faults`(rule: String) async throws {
    try await withFaults("\(rule) path /api/people/1/") { base in
      let settings = HTTPSettings(requestTimeout: .testLimit, maxBodySize: 65_536, retry: immediateRetries)
      try await withHTTPOrigin(base, settings) { origin in
        let record = try await origin.record(luke).content
        #expect(record?.name == "Luke Skywalker")
      }
    }
  }
}
