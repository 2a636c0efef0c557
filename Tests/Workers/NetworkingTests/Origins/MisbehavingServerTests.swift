import Models
import TestSupport
import Testing

@testable import Networking

/// An HTTP origin against servers that do what servers should not.
@Suite struct MisbehavingServerTests {
  typealias Step = ScriptedServer.Step

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    let code: OriginError.Code
    /// What the message must say.
    let says: String
    /// How often the record is asked for.
    var attempts = 1
  }

  static let table: [Row] = [
    Row(testDescription: "closed without a word", steps: [.close], code: .broken, says: "closed the connection", attempts: 3),
    Row(testDescription: "reset", steps: [.reset], code: .broken, says: "connection", attempts: 3),
    Row(
      testDescription: "cut off in the body", steps: [.send("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"name\":"), .close],
      code: .broken,
      says: "closed the connection", attempts: 3),
    Row(
      testDescription: "cut off in a chunk",
      steps: [.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n50\r\n{\"name\":"), .close],
      code: .broken, says: "closed the connection", attempts: 3),
    Row(
      testDescription: "reset in the body", steps: [.send("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"name\":"), .reset],
      code: .broken,
      says: "connection", attempts: 3),
    Row(testDescription: "not HTTP", steps: [.send("220 mail.example ESMTP\r\n\r\n"), .close], code: .malformed, says: "is not HTTP"),
    Row(testDescription: "not JSON", steps: [.answer("{\"name\":\"Lu")], code: .malformed, says: "people/1"),
    Row(testDescription: "an empty body", steps: [.answer("")], code: .malformed, says: "people/1"),
    Row(testDescription: "a web page", steps: [.answer("<html>Welcome</html>", type: "text/html")], code: .malformed, says: "text/html"),
    Row(testDescription: "JSON of another form", steps: [.answer("[1,2]")], code: .malformed, says: "people/1"),
    Row(
      testDescription: "a field of a wrong type", steps: [.answer(#"{"name":"L","height":{"cm":172}}"#)], code: .malformed, says: "height"),
    Row(
      testDescription: "a compressed body nobody asked for", steps: [.answer("\u{1}\u{2}", fields: ["content-encoding: gzip"])],
      code: .malformed, says: "content coding 'gzip', which was not asked for"),
    Row(
      testDescription: "word of a failure as a record", steps: [.answer(#"{"detail":"maintenance"}"#)], code: .malformed,
      says: "people/1 is no record, for it has no 'name'; it says: maintenance"),
    Row(testDescription: "nothing as a record", steps: [.answer("{}")], code: .malformed, says: "people/1 is no record"),
    Row(
      testDescription: "another record", steps: [.answer(#"{"name":"Endor","url":"http://x/api/planets/9/"}"#)], code: .malformed,
      says: "people/1 is another record: its 'url' names planets/9"),
    Row(
      testDescription: "larger than it may be, said ahead", steps: [.send("HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n"), .hang],
      code: .tooLarge, says: "more than 65536 bytes"),
    Row(
      testDescription: "larger than it may be, not said", steps: [.send("HTTP/1.1 200 OK\r\n\r\n"), .fill(100_000), .hang], code: .tooLarge,
      says: "more than 65536 bytes"),
    Row(
      testDescription: "an error with a reason", steps: [.answer(#"{"detail":"the database is gone"}"#, status: 500)], code: .refused,
      says: "500: the database is gone"),
    Row(
      testDescription: "an error without one", steps: [.answer("<h1>oops</h1>", status: 500, type: "text/html")], code: .refused,
      says: "status 500"),
    Row(testDescription: "a bad gateway", steps: [.answer("", status: 502)], code: .refused, says: "status 502", attempts: 3),
    Row(testDescription: "overloaded", steps: [.answer("", status: 503)], code: .refused, says: "status 503", attempts: 3),
    Row(
      testDescription: "overloaded for long", steps: [.answer("", status: 503, fields: ["retry-after: 7200"])], code: .refused,
      says: "status 503"),
    Row(
      testDescription: "overloaded for a moment", steps: [.answer("", status: 503, fields: ["retry-after: 0"])], code: .refused,
      says: "status 503", attempts: 3),
    Row(
      testDescription: "throttled for long",
      steps: [.answer(#"{"detail":"Request was throttled."}"#, status: 429, fields: ["retry-after: 7200"])],
      code: .throttled, says: "429: Request was throttled."),
    Row(testDescription: "throttled without a time", steps: [.answer("", status: 429)], code: .throttled, says: "429"),
    Row(testDescription: "not there", steps: [.answer(#"{"detail":"Not found"}"#, status: 404)], code: .notFound, says: "has no people/1"),
    Row(
      testDescription: "not there, as a web page", steps: [.answer("<h1>404</h1>", status: 404, type: "text/html")], code: .notFound,
      says: "has no people/1"),
    Row(testDescription: "304 that nobody asked for", steps: [.send("HTTP/1.1 304 Not Modified\r\n\r\n")], code: .refused, says: "304"),
    Row(
      testDescription: "sent to another host", steps: [.answer("", status: 301, fields: ["location: http://127.0.0.2/api/people/1/"])],
      code: .redirected, says: "http://127.0.0.2/api/people/1/"),
    Row(
      testDescription: "sent to another scheme", steps: [.answer("", status: 302, fields: ["location: https://127.0.0.1/api/people/1/"])],
      code: .redirected, says: "--origin"),
    Row(testDescription: "sent nowhere", steps: [.answer("", status: 301)], code: .redirected, says: "without saying where"),
    Row(
      testDescription: "sent in a circle", steps: [.answer("", status: 307, fields: ["location: /api/people/1/"])], code: .redirected,
      says: "more than 3 times", attempts: 4),
  ]

  @Test(arguments: table) func isReported(row: Row) async throws {
    try await withServer { _, _ in
      row.steps
    } _: { server in
      let settings = HTTPSettings(requestTimeout: .seconds(30), largestBody: 65_536, retry: hasty)
      try await withHTTPOrigin(server.base, settings) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
        #expect(error?.code == row.code, "\(error?.message ?? "")")
        #expect(error?.message.contains(row.says) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(server.base) == true, "\(error?.message ?? "")")
        #expect(server.targets.filter { $0 == "/api/people/1/" }.count == row.attempts)
      }
    }
  }

  static let slow: [Row] = [
    Row(testDescription: "silence", steps: [.hang], code: .timedOut, says: "in time"),
    Row(testDescription: "a head without an end", steps: [.send("HTTP/1.1 200 OK\r\nx: "), .hang], code: .timedOut, says: "in time"),
    Row(
      testDescription: "a body without an end", steps: [.send("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"), .hang], code: .timedOut,
      says: "in time"),
  ]

  @Test(arguments: slow) func isGivenUp(row: Row) async throws {
    try await withServer { _, _ in
      row.steps
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", HTTPSettings(requestTimeout: .milliseconds(300), retry: hasty)) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
        #expect(error?.code == .timedOut, "\(error?.message ?? "")")
      }
    }
  }

  @Test func theCallersDeadlineCutsItShort() async throws {
    try await withServer { _, _ in
      [.hang]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi") { origin in
        let error = await #expect(throws: OriginError.self) {
          try await origin.record(luke, FetchTerms(before: .now + .milliseconds(100)))
        }
        #expect(error?.code == .timedOut)
      }
    }
  }

  @Test func cancellingEndsTheExchange() async throws {
    try await withServer { _, _ in
      [.hang]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let task = Task { try await origin.record(luke) }
        try await eventually("it is asked") { server.targets.contains("/api/people/1/") }
        task.cancel()
        let error = await #expect(throws: OriginError.self) { try await task.value }
        #expect(error?.code == .cancelled)
      }
    }
  }

  @Test func aPassingFailureIsNotSeen() async throws {
    try await withServer { _, number in
      number < 4 ? [.reset] : [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let record = try await origin.record(luke).content
        #expect(record?.name == "Luke Skywalker")
      }
    }
  }

  @Test func redirectsWithinTheOriginAreFollowed() async throws {
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

  @Test func relativeRedirectsAreFollowed() async throws {
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

  @Test func nobodyListens() async throws {
    let server = try await ScriptedServer.start { _, _ in [] }
    let base = server.base
    await server.stop()
    try await withHTTPOrigin(base) { origin in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .unreachable)
      #expect(error?.message == "the origin \(base) refused the connection")
    }
  }

  @Test func plainHTTPWhereTLSIsWanted() async throws {
    try await withOrigin { base, _ in
      try await withHTTPOrigin(base.replacing("http://", with: "https://")) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
        #expect(error?.code == .insecure, "\(error?.message ?? "")")
      }
    }
  }

  /// A label of 64 characters is in no name (RFC 1035 section 2.3.4), so that the resolver answers by itself: a name server may take its time.
  @Test func aHostThatIsNotKnown() async throws {
    try await withHTTPOrigin("http://\(String(repeating: "h", count: 64)).invalid/api") { origin in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .unreachable, "\(error?.message ?? "")")
    }
  }
}
