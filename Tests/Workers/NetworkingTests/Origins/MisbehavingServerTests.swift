import Models
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// An HTTP origin with misbehaving servers.
@Suite struct MisbehavingServerTests {
  typealias Step = ScriptedServer.Step

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    let code: OriginError.Code
    /// Expected part of the message.
    let says: String
    /// Number of requests for the record.
    var attempts = 1
  }

  static let table: [Row] = [
    Row(testDescription: "closes the connection", steps: [.close], code: .connectionLost, says: "closed the connection", attempts: 3),
    Row(testDescription: "resets the connection", steps: [.reset], code: .connectionLost, says: "connection", attempts: 3),
    Row(
      testDescription: "closes the connection in the body",
      steps: [.send("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"name\":"), .close],
      code: .connectionLost,
      says: "closed the connection", attempts: 3),
    Row(
      testDescription: "not HTTP", steps: [.send("220 mail.example ESMTP\r\n\r\n"), .close], code: .malformed, says: "is not valid HTTP"),
    Row(testDescription: "not JSON", steps: [.answer("{\"name\":\"Lu")], code: .malformed, says: "people/1"),
    Row(testDescription: "a web page", steps: [.answer("<html>Welcome</html>", type: "text/html")], code: .malformed, says: "text/html"),
    Row(testDescription: "JSON of an unexpected form", steps: [.answer("[1,2]")], code: .malformed, says: "people/1"),
    Row(
      testDescription: "a field of the wrong type", steps: [.answer(#"{"name":"L","height":{"cm":172}}"#)], code: .malformed, says: "height"
    ),
    Row(
      testDescription: "damaged gzip", steps: [.answer("\u{1}\u{2}", fields: ["content-encoding: gzip"])], code: .malformed,
      says: "is not valid HTTP: Error while processing content unencoding"),
    Row(testDescription: "an empty object as a record", steps: [.answer("{}")], code: .malformed, says: "people/1 is not a record"),
    Row(
      testDescription: "another record", steps: [.answer(#"{"name":"Endor","url":"http://x/api/planets/9/"}"#)], code: .malformed,
      says: "people/1 is a different record: its 'url' names planets/9"),
    Row(
      testDescription: "too large, with content-length", steps: [.send("HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n"), .hang],
      code: .tooLarge, says: "more than 65536 bytes"),
    Row(
      testDescription: "too large, without content-length", steps: [.send("HTTP/1.1 200 OK\r\n\r\n"), .fill(100_000), .hang],
      code: .tooLarge,
      says: "more than 65536 bytes"),
    Row(
      testDescription: "an error with a reason", steps: [.answer(#"{"detail":"the database is gone"}"#, status: 500)], code: .errorStatus,
      says: "500: the database is gone"),
    Row(testDescription: "a bad gateway", steps: [.answer("", status: 502)], code: .errorStatus, says: "status 502", attempts: 3),
    Row(testDescription: "overloaded", steps: [.answer("", status: 503)], code: .errorStatus, says: "status 503", attempts: 3),
    Row(
      testDescription: "overloaded, with no delay", steps: [.answer("", status: 503, fields: ["retry-after: 0"])], code: .errorStatus,
      says: "status 503", attempts: 3),
    Row(
      testDescription: "throttled, with a long delay",
      steps: [.answer(#"{"detail":"Request was throttled."}"#, status: 429, fields: ["retry-after: 7200"])],
      code: .throttled, says: "429: Request was throttled."),
    Row(testDescription: "throttled, without a delay", steps: [.answer("", status: 429)], code: .throttled, says: "429"),
    Row(testDescription: "not found", steps: [.answer(#"{"detail":"Not found"}"#, status: 404)], code: .notFound, says: "has no people/1"),
    Row(
      testDescription: "304 to an unconditional request", steps: [.send("HTTP/1.1 304 Not Modified\r\n\r\n")], code: .errorStatus,
      says: "304"),
    Row(
      testDescription: "redirected to another host",
      steps: [.answer("", status: 301, fields: ["location: http://127.0.0.2/api/people/1/"])],
      code: .redirected, says: "http://127.0.0.2/api/people/1/"),
    Row(
      testDescription: "redirected without a location", steps: [.answer("", status: 301)], code: .redirected,
      says: "without a valid location"),
    Row(
      testDescription: "redirected in a loop", steps: [.answer("", status: 307, fields: ["location: /api/people/1/"])], code: .redirected,
      says: "more than 3 times", attempts: 4),
  ]

  @Test(arguments: table) func `misbehaviour is reported`(row: Row) async throws {
    try await withServer { _, _ in
      row.steps
    } _: { server in
      let settings = HTTPSettings(requestTimeout: .testLimit, maxBodySize: 65_536, retry: immediateRetries)
      // The dialect is given, so that the first request is the first of its connection: one that finds its connection closed is sent once more.
      try await withHTTPOrigin(server.base, dialect: "swapi", settings) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
        #expect(error?.code == row.code, "\(error?.message ?? "")")
        #expect(error?.message.contains(row.says) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(server.base) == true, "\(error?.message ?? "")")
        #expect(server.targets.filter { $0 == "/api/people/1/" }.count == row.attempts)
      }
    }
  }

  static let slow: [Row] = [
    Row(testDescription: "no response", steps: [.hang], code: .timedOut, says: "in time"),
    Row(testDescription: "an unfinished head", steps: [.send("HTTP/1.1 200 OK\r\nx: "), .hang], code: .timedOut, says: "in time"),
    Row(
      testDescription: "an unfinished body", steps: [.send("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"), .hang], code: .timedOut,
      says: "in time"),
  ]

  @Test(arguments: slow) func `a server that does not finish its response times out`(row: Row) async throws {
    try await withServer { _, _ in
      row.steps
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", HTTPSettings(requestTimeout: .milliseconds(300), retry: immediateRetries)) {
        origin in
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

  @Test func `cancellation ends the request`() async throws {
    try await withServer { _, _ in
      [.hang]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let task = Task { try await origin.record(luke) }
        try await eventually("the request") { server.targets.contains("/api/people/1/") }
        task.cancel()
        let error = await #expect(throws: OriginError.self) { try await task.value }
        #expect(error?.code == .cancelled)
      }
    }
  }

  @Test func `a transient failure is retried`() async throws {
    try await withServer { _, number in
      number < 4 ? [.reset] : [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let record = try await origin.record(luke).content
        #expect(record?.name == "Luke Skywalker")
      }
    }
  }

  @Test func `redirects within the origin are followed`() async throws {
    try await withServer { target, _ in
      target == "/api/people/1/" ? [.answer("", status: 301, fields: ["location: /v2/luke"])] : [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let fetched = try await origin.record(luke)
        #expect(fetched.content?.name == "Luke Skywalker")
        #expect(server.targets.suffix(2) == ["/api/people/1/", "/v2/luke"])
      }
    }
  }

  @Test func `relative redirects are followed`() async throws {
    try await withServer { target, _ in
      target == "/api/people/1/" ? [.answer("", status: 301, fields: ["location: ../1"])] : [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let fetched = try await origin.record(luke)
        #expect(fetched.content?.name == "Luke Skywalker")
        #expect(server.targets.suffix(2) == ["/api/people/1/", "/api/people/1"])
      }
    }
  }

  @Test func `a refused connection is reported`() async throws {
    let server = try await ScriptedServer.start { _, _ in [] }
    let base = server.base
    await server.stop()
    try await withHTTPOrigin(base) { origin in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .unreachable)
      #expect(error?.message == "the origin \(base) refused the connection")
    }
  }

  @Test func `plain HTTP on an https URL is reported`() async throws {
    try await withOrigin { base, _ in
      try await withHTTPOrigin(base.replacing("http://", with: "https://")) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
        #expect(error?.code == .tlsFailed, "\(error?.message ?? "")")
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
}
