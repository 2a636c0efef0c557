import Contracts
import MessageBus
import Models
import OrderedJSON
import Origin
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// Requests and responses of an HTTP origin, tested with scripted servers.
@Suite struct HTTPOriginTests {
  /// The URL of the server, not of its API: the root redirects to the API, but there are no lists.
  @Test func `a root that redirects to the API names the URL to use`() async throws {
    let server = try await ScriptedServer.start { head, _ in
      switch head.split(separator: " ").dropFirst().first {
      case "/": [.answer("", status: 302, fields: ["location: /api/"])]
      case "/api/": [.root]
      default: [.answer("", status: 404)]
      }
    }
    try await stopping(server) {
      let base = String(server.base.dropLast("/api".count))
      try await withHTTPOrigin(base) { origin in
        for _ in 1...2 {
          let error = await #expect(throws: OriginError.self) { try await origin.page(1, of: people) }
          #expect(error?.code == .redirected)
          #expect(error?.message.contains("redirects to \(server.base): to use that URL, select it with --origin") == true)
        }
        await #expect(throws: OriginError.self) { try await origin.kinds() }
      }
    }
  }

  /// Every URL redirects to another version of the API.
  @Test func `a server that redirects all documents is used as it is`() async throws {
    let server = try await ScriptedServer.start { head, _ in
      switch head.split(separator: " ").dropFirst().first {
      case "/api/": [.answer("", status: 301, fields: ["location: /v2/"])]
      case "/v2/": [.root]
      case "/v2/people/1/": [.luke]
      case "/v2/people/": [.answer(#"{"count":0,"results":[],"next":null}"#)]
      case let target?: [.answer("", status: 301, fields: ["location: /v2\(target.dropFirst("/api".count))"])]
      case nil: [.close]
      }
    }
    try await stopping(server) {
      try await withHTTPOrigin(server.base) { origin in
        let record = try await origin.record(luke)
        #expect(record.content?.reference == luke)
      }
    }
  }

  private func stopping(_ server: ScriptedServer, _ body: () async throws -> Void) async throws {
    do { try await body() } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func `identifies itself and accepts JSON`() async throws {
    try await withServer { _, _ in
      [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        _ = try await origin.record(luke, entityTag: "\"abc\"")
        let head = try #require(server.heads.last).lowercased()
        #expect(head.contains("accept: application/json"))
        #expect(head.contains("user-agent: holocron"))
        #expect(head.contains("if-none-match: \"abc\""))
        #expect(head.contains("accept-encoding: gzip"))
      }
    }
  }

  @Test func `entity tags and locations are forwarded`() async throws {
    try await withServer { _, number in
      number == 2 ? [.answer(#"{"name":"Luke"}"#, fields: ["etag: \"v1\""])] : [.send("HTTP/1.1 304 Not Modified\r\n\r\n")]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let first = try await origin.record(luke)
        #expect(first.entityTag == "\"v1\"")
        #expect(first.location == "\(server.base)/people/1/")
        let second = try await origin.record(luke, entityTag: first.entityTag)
        #expect(second.content == nil)
        #expect(second.entityTag == "\"v1\"")
      }
    }
  }

  @Test(arguments: [nil, "swapi"]) func `the dialect is detected once, on first use, unless it is given`(dialect: String?) async throws {
    try await withServer { _, _ in
      [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: dialect) { origin in
        #expect(server.heads.isEmpty)
        for _ in 0..<3 { _ = try await origin.record(luke) }
        #expect(server.targets == (dialect == nil ? ["/api/"] : []) + Array(repeating: "/api/people/1/", count: 3))
      }
    }
  }

  @Test func `an unknown dialect is reported, and detection is repeated`() async throws {
    let server = try await ScriptedServer.start { head, number in
      head.hasPrefix("GET /api/ ") ? [number == 1 ? .answer(#"{"hello":"world"}"#) : .root] : [.luke]
    }
    try await withHTTPOrigin(server.base) { origin in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .malformed)
      #expect(error?.message.contains("--dialect") == true)
      let record = try await origin.record(luke).content
      #expect(record?.name == "Luke Skywalker")
    }
    await server.stop()
  }

  @Test func `next links are never followed`() async throws {
    let page = #"{"count":2,"next":"http://127.0.0.2/evil","previous":null,"results":[{"name":"Luke","url":"http://x/api/people/1/"}]}"#
    try await withServer { _, _ in
      [.answer(page)]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let first = try await origin.page(1, of: people)
        #expect(first.content?.pages == 2)
        _ = try await origin.page(2, of: people)
        #expect(server.targets == ["/api/", "/api/people/", "/api/people/?page=2"])
      }
    }
  }

  static let cachingFields = [
    "cache-control: max-age=60", "cache-control: must-revalidate", "expires: Thu, 01 Jan 1970 00:00:00 GMT",
    "date: Sun, 06 Nov 1994 08:49:37 GMT", "age: 7", "last-modified: Sat, 05 Nov 1994 00:00:00 GMT", "vary: Accept", "vary: Cookie",
    "etag: \"v1\"", "server: x",
  ]

  /// Records, pages and 304 responses carry the origin's caching fields unchanged.
  @Test func `caching fields are forwarded`() async throws {
    let page = #"{"count":1,"next":null,"results":[{"name":"Luke","url":"http://x/api/people/1/"}]}"#
    try await withServer { target, number in
      switch (target, number) {
      case ("/api/people/", _): [.answer(page, fields: Self.cachingFields)]
      case (_, 2): [.answer(#"{"name":"Luke"}"#, fields: Self.cachingFields)]
      default: [.send((["HTTP/1.1 304 Not Modified"] + Self.cachingFields).joined(separator: "\r\n") + "\r\n\r\n")]
      }
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let service = FetchService(origin, timeout: .testLimit)
        let parts = ReplyParts { _ in }
        let record = await service.answer(RecordRequest(luke).request, parts: parts)
        let list = await service.answer(ListRequest(people).request, parts: parts)
        let unchanged = await service.answer(RecordRequest(luke, validation: Validation(entityTag: "\"v1\"")).request, parts: parts)
        #expect([record, list, unchanged].map(\.status) == [200, 200, 304])
        for reply in [record, list, unchanged] {
          #expect(reply.fields["cache-control"] == "max-age=60, must-revalidate")
          #expect(reply.fields["expires"] == "Thu, 01 Jan 1970 00:00:00 GMT")
          #expect(reply.fields["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
          #expect(reply.fields["age"] == "7")
          #expect(reply.fields["last-modified"] == "Sat, 05 Nov 1994 00:00:00 GMT")
          #expect(reply.fields["vary"] == "Accept, Cookie")
          #expect(reply.fields["etag"] == "\"v1\"")
          #expect(reply.fields["server"] == nil)
        }
      }
    }
  }

  @Test func `caching fields of a missing record are forwarded`() async throws {
    try await withServer { _, _ in
      [.answer("", status: 404, fields: ["cache-control: no-store"])]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let reply = await FetchService(origin, timeout: .testLimit).answer(RecordRequest(luke).request, parts: ReplyParts { _ in })
        #expect(reply.status == 404)
        #expect(reply.fields["cache-control"] == "no-store")
        #expect(reply.fields["content-type"] == Problem.contentType)
      }
    }
  }

  /// Some servers send dates but no entity tags.
  @Test func `the caller's if-modified-since is sent to the origin`() async throws {
    let date = "Sat, 05 Nov 1994 00:00:00 GMT"
    try await withServer { _, _ in
      [.send("HTTP/1.1 304 Not Modified\r\nlast-modified: \(date)\r\n\r\n")]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        var request = RecordRequest(luke).request
        request.fields["if-modified-since"] = date
        let reply = await FetchService(origin, timeout: .testLimit).answer(request, parts: ReplyParts { _ in })
        #expect(reply.status == 304)
        #expect(reply.fields["last-modified"] == date)
        #expect(server.heads.last?.contains("if-modified-since: \(date)") == true)
        #expect(server.heads.first?.contains("if-modified-since") == false, "the request for the root was conditional")
      }
    }
  }
}
