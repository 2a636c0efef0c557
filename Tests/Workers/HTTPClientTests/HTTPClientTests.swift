import HTTPClient
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

/// The client with servers that answer as a script says, well or badly.
struct HTTPClientTests {
  typealias Step = ScriptedServer.Step

  private func withClient(
    connections: Int = 8, _ script: @escaping @Sendable (_ target: String, _ number: Int) -> [Step],
    _ body: (HTTPClient, ScriptedServer) async throws -> Void
  ) async throws {
    let client = try HTTPClient(HTTPClient.Settings(connections: connections))
    let server = try await ScriptedServer.start { head, number in
      script(String(head.split(separator: " ").dropFirst().first ?? ""), number)
    }
    do { try await body(client, server) } catch {
      await server.stop()
      await client.close()
      throw error
    }
    await server.stop()
    await client.close()
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    var body = "hi"
    var status = 200
    var code: HTTPClientErrorCode?
    /// Expected part of the message.
    var says = ""
  }

  private static func head(_ lines: String...) -> Step { .send(lines.joined(separator: "\r\n") + "\r\n\r\n") }

  static let table: [Row] = [
    Row(testDescription: "HTTP/1.1", steps: [.answer("hi")]),
    Row(testDescription: "HTTP/1.0", steps: [head("HTTP/1.0 200 OK"), .send("hi"), .close]),
    Row(testDescription: "Connection: close", steps: [.answer("hi", fields: ["connection: close"]), .close]),
    Row(
      testDescription: "interim responses",
      steps: [head("HTTP/1.1 100 Continue"), head("HTTP/1.1 103 Early Hints", "x-test: early"), .answer("hi")]),
    Row(
      testDescription: "chunks and a trailer",
      steps: [head("HTTP/1.1 200 OK", "transfer-encoding: chunked"), .send("1\r\nh\r\n1\r\ni\r\n0\r\nx-test: late\r\n\r\n")]),
    Row(
      testDescription: "a redirect, which is not followed", steps: [.answer("", status: 302, fields: ["location: /x"])], body: "",
      status: 302),
    Row(
      testDescription: "gzip",
      steps: [
        head("HTTP/1.1 200 OK", "content-encoding: gzip", "content-length: 28"),
        .bytes([31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 64, 34, 1, 237, 181, 49, 4, 18, 0, 0, 0]),
      ], body: "hello hello hello "),
    Row(
      testDescription: "gzip of 100,000 bytes",
      steps: [
        head("HTTP/1.1 200 OK", "content-encoding: gzip"),
        .bytes(
          [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 74, 235, 159, 206, 26, 30, 64, 1]
            + Array(repeating: 0, count: 93) + [175, 6, 133, 194, 77, 197, 160, 134, 1, 0]), .close,
      ], code: .tooLarge),
    Row(
      testDescription: "damaged gzip", steps: [head("HTTP/1.1 200 OK", "content-encoding: gzip", "content-length: 3"), .bytes([1, 2, 3])],
      code: .malformed),
    Row(testDescription: "an unknown content coding", steps: [.answer("hi", fields: ["content-encoding: x"])], code: .malformed),
    Row(testDescription: "an empty reply", steps: [.close], code: .connectionLost, says: "Empty reply"),
    Row(testDescription: "a reset", steps: [.reset], code: .connectionLost, says: "reset"),
    Row(
      testDescription: "a truncated body", steps: [head("HTTP/1.1 200 OK", "content-length: 500"), .send("hi"), .close],
      code: .connectionLost),
    Row(
      testDescription: "a truncated chunk", steps: [head("HTTP/1.1 200 OK", "transfer-encoding: chunked"), .send("50\r\nhi"), .close],
      code: .connectionLost),
    Row(testDescription: "not HTTP", steps: [head("220 mail.example ESMTP"), .close], code: .malformed),
    Row(
      testDescription: "a chunk without its size", steps: [head("HTTP/1.1 200 OK", "transfer-encoding: chunked"), .send("zz\r\nhi\r\n")],
      code: .malformed),
    Row(testDescription: "a header of 1 MB in one line", steps: [.send("HTTP/1.1 200 OK\r\nx: "), .fill(1_000_000)], code: .headTooLarge),
    Row(
      testDescription: "a header of 1 MB in many lines",
      steps: [.send("HTTP/1.1 200 OK\r\n" + String(repeating: "x-test: 0123456789\r\n", count: 50_000))], code: .headTooLarge),
    Row(
      testDescription: "endless interim responses",
      steps: [.send(String(repeating: "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n", count: 10_000))], code: .headTooLarge),
    Row(testDescription: "an endless body", steps: [head("HTTP/1.1 200 OK"), .fill(1_000_000), .hang], code: .tooLarge),
    Row(testDescription: "a large content-length", steps: [head("HTTP/1.1 200 OK", "content-length: 70000"), .hang], code: .tooLarge),
    Row(
      testDescription: "the largest content-length", steps: [head("HTTP/1.1 200 OK", "content-length: 18446744073709551615"), .hang],
      code: .tooLarge),
  ]

  @Test(arguments: table) func `a response or its failure is reported`(row: Row) async throws {
    try await withClient { _, _ in
      row.steps
    } _: { client, server in
      let request = HTTPClientRequest(server.base, deadline: .now + .testLimit, maxBodySize: 65_536)
      do throws(HTTPClientError) {
        let response = try await client.send(request)
        #expect(row.code == nil)
        #expect(response.status == row.status)
        #expect(String(decoding: response.body, as: UTF8.self) == row.body)
        #expect(response.field("x-test") == nil)
      } catch {
        #expect(error.code == row.code, "\(error.message)")
        #expect(error.message.contains(row.says), "\(error.message)")
      }
      #expect(server.heads.count == 1)
    }
  }

  @Test(
    arguments: [
      [.hang], [.send("HTTP/1.1 200 OK\r\nx: "), .hang], [head("HTTP/1.1 200 OK", "content-length: 500"), .send("{"), .hang],
      [head("HTTP/1.1 200 OK", "content-length: 500")] + (0..<100).flatMap { _ in [.send("x"), .pause(milliseconds: 20)] },
    ] as [[Step]]) func `a response that is not complete at the deadline times out`(steps: [Step]) async throws
  {
    try await withClient { _, _ in
      steps
    } _: { client, server in
      let error = await #expect(throws: HTTPClientError.self) {
        try await client.send(HTTPClientRequest(server.base, deadline: .now + .milliseconds(200)))
      }
      #expect(error?.code == .timedOut)
    }
  }

  /// The second response arrives on the same connection, which the server then closes without a word.
  @Test func `connections are kept, and one that the server has closed is replaced`() async throws {
    try await withClient { _, number in
      number == 2 ? [.answer("hi"), .close] : [.answer("hi")]
    } _: { client, server in
      for _ in 1...4 {
        let response = try await client.send(HTTPClientRequest(server.base))
        #expect(response.status == 200)
      }
      #expect(server.heads.count == 4)
    }
  }

  /// The server closes the connection when it gets the second request, as if the end of the connection and the request had crossed.
  @Test func `a request on a connection that ends without an answer is sent once more`() async throws {
    try await withClient { _, number in
      number == 2 ? [.close] : [.answer("hi")]
    } _: { client, server in
      for _ in 1...2 {
        let response = try await client.send(HTTPClientRequest(server.base))
        #expect(response.status == 200)
      }
      #expect(server.heads.count == 3)
    }
  }

  @Test func `fields are sent and received`() async throws {
    try await withClient { _, _ in
      [.answer("", fields: ["ETag:  \"a\" ", "x: 1", "X: 2", "empty:"])]
    } _: { client, server in
      let response = try await client.send(
        HTTPClientRequest(server.base + "/../x?y={z}", fields: [HTTPClientField("user-agent", "test"), HTTPClientField("x-empty", "")]))
      let head = try #require(server.heads.first)
      #expect(head.hasPrefix("GET /api/../x?y={z} HTTP/1.1\r\n"))
      #expect(head.contains("user-agent: test\r\nx-empty:"))
      #expect(head.contains("Accept-Encoding: gzip"))
      #expect(!head.contains("Accept:"))
      #expect(response.field("etag") == "\"a\"")
      #expect(response.fields.map(\.value).suffix(4) == ["\"a\"", "1", "2", ""])
      let error = await #expect(throws: HTTPClientError.self) {
        try await client.send(HTTPClientRequest(server.base, fields: [HTTPClientField("x", "1\r\ny: 2")]))
      }
      #expect(error?.code == .invalid)
    }
  }

  @Test func `HEAD has no body`() async throws {
    try await withClient { _, _ in
      [Self.head("HTTP/1.1 200 OK", "content-length: 500")]
    } _: { client, server in
      var request = HTTPClientRequest(server.base)
      request.method = "HEAD"
      for _ in 1...2 {
        let response = try await client.send(request)
        #expect(response.body.isEmpty)
        #expect(response.field("content-length") == "500")
      }
      #expect(server.heads.allSatisfy { $0.hasPrefix("HEAD ") })
    }
  }

  @Test func `the pieces of a body may be received as they arrive, and refused`() async throws {
    try await withClient { _, _ in
      [.send("HTTP/1.1 200 OK\r\n\r\n"), .fill(100_000), .hang]
    } _: { client, server in
      let received = Mutex(0)
      var request = HTTPClientRequest(server.base)
      request.onBody = { bytes in
        received.withLock {
          $0 += bytes.count
          return $0 < 50_000
        }
      }
      let error = await #expect(throws: HTTPClientError.self) { try await client.send(request) }
      #expect(error?.code == .tooLarge)
      #expect((50_000..<100_000).contains(received.withLock { $0 }))
    }
  }

  @Test func `connecting sends nothing`() async throws {
    try await withClient { _, _ in
      [.answer("hi")]
    } _: { client, server in
      var request = HTTPClientRequest(server.base)
      request.onlyConnects = true
      let connected = try await client.send(request)
      #expect(connected.status == 0)
      #expect(server.heads.isEmpty)
      let response = try await client.send(HTTPClientRequest(server.base))
      #expect(response.status == 200)
    }
  }

  @Test func `more requests than connections wait in order`() async throws {
    let (served, serve) = AsyncStream.makeStream(of: String.self)
    try await withClient(connections: 1) { target, _ in
      serve.yield(target)
      return target == "/api0" ? [.hang] : [.answer("hi")]
    } _: { client, server in
      let first = Task { try await client.send(HTTPClientRequest(server.base + "0")) }
      var order = served.makeAsyncIterator()
      #expect(await order.next() == "/api0")
      try await withThrowingTaskGroup { group in
        for number in 1...3 {
          let (sent, send) = AsyncStream.makeStream(of: Void.self)
          client.send(HTTPClientRequest(server.base + "\(number)")) { _ in send.finish() }
          group.addTask { for await _ in sent {} }
        }
        first.cancel()
        for number in 1...3 { #expect(await order.next() == "/api\(number)") }
        try await group.waitForAll()
      }
      let error = await #expect(throws: HTTPClientError.self) { try await first.value }
      #expect(error?.code == .cancelled)
    }
  }

  @Test func `closing ends what is in flight, and later requests fail`() async throws {
    try await withClient { _, _ in
      [.hang]
    } _: { client, server in
      let tasks = (1...20).map { _ in Task { try await client.send(HTTPClientRequest(server.base)) } }
      try await eventually("the requests") { server.heads.count == 8 }
      await client.close()
      for task in tasks {
        let error = await #expect(throws: HTTPClientError.self) { try await task.value }
        #expect(error?.code == .cancelled)
      }
      await #expect(throws: HTTPClientError.self) { try await client.send(HTTPClientRequest(server.base)) }
      await client.close()
    }
  }

  @Test func `a task that is cancelled before it sends a request gets no answer`() async throws {
    try await withClient { _, _ in
      [.hang]
    } _: { client, server in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await client.send(HTTPClientRequest(server.base))
      }
      task.cancel()
      let error = await #expect(throws: HTTPClientError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }
  }

  @Test func `failures to connect are told apart`() async throws {
    let server = try await ScriptedServer.start { _, _ in [] }
    await server.stop()
    let client = try HTTPClient(HTTPClient.Settings(connections: 1))
    for (url, code) in [
      (server.base, HTTPClientErrorCode.refused), ("http://\(String(repeating: "h", count: 64)).invalid/", .unknownHost),
      ("http://127.0.0.1/a b", .invalid), ("http://:x", .invalid), ("", .invalid),
    ] {
      let error = await #expect(throws: HTTPClientError.self) { try await client.send(HTTPClientRequest(url)) }
      #expect(error?.code == code, "\(url): \(error?.message ?? "")")
    }
    for url in ["ftp://127.0.0.1/", "file:///etc/passwd"] {
      await #expect(throws: HTTPClientError.self) { try await client.send(HTTPClientRequest(url)) }
    }
    await client.close()
  }
}
