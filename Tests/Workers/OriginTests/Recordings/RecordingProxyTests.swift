import HTTPClient
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Origin

/// Recording a server over HTTP, and replaying it.
@Suite struct RecordingProxyTests {
  struct Seen: Equatable {
    let status: Int
    let fields: [String]
    let body: String
  }

  func ask(_ url: String, _ method: String = "GET", fields: [String: String] = [:]) async throws -> Seen {
    let response = try await OriginTests.ask(url, method, fields: fields)
    return Seen(status: response.status, fields: response.fields.map { "\($0.name): \($0.value)" }, body: response.text)
  }

  static let targets = ["/", "/people/", "/people/?page=9", "/people/1/", "/people/1", "/people/999/", "/films/1/", "/nowhere/"]

  @Test func `a replay is the recorded server byte for byte`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    var (direct, recorded, replayed) = ([Seen](), [Seen](), [Seen]())
    try await withOrigin { base, _ in
      let proxy = try RecordingProxy(to: base, file: file, logger: .silent)
      // The address of the recorded server, so that its links are the same.
      for target in Self.targets { direct.append(try await ask(base + target)) }
      try await withOrigin(source: proxy) { url, _ in
        for target in Self.targets { recorded.append(try await ask(url + target)) }
        recorded.append(try await ask("\(url)/people/1/", "HEAD"))
        #expect(try await ask("\(url)/people/1/", "POST").status == 405)
      }
    }
    let recording = try Recording(file: file)
    #expect(recording.exchanges.count >= Self.targets.count)
    try await withOrigin(source: ReplaySource(recording, keepsTiming: true)) { url, _ in
      for target in Self.targets { replayed.append(try await ask(url + target)) }
      replayed.append(try await ask("\(url)/people/1/", "HEAD"))
      #expect(try await ask("\(url)/people/2/").status == 404)
    }
    #expect(direct.map(\.body) == recorded.dropLast().map(\.body))
    #expect(recorded == replayed)
    #expect(Set(recorded.map(\.status)) == [200, 301, 404])
  }

  @Test func `whole responses of the server are recorded, whatever the client has`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    try await withOrigin { base, _ in
      let tag = try #require(try await ask("\(base)/films/1/").fields.first { $0.lowercased().hasPrefix("etag: ") }?.dropFirst(6))
      try await withOrigin(source: try RecordingProxy(to: base, file: file, logger: .silent)) { url, _ in
        let status = try await ask("\(url)/films/1/", fields: ["if-none-match": String(tag)]).status
        #expect(status == 200)
      }
    }
    #expect(try Recording(file: file).exchanges.map(\.status) == [200])
  }

  @Test func `chunks and bytes that are not text are kept`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    let answer =
      "HTTP/1.1 418 I'm a teapot\r\nTransfer-Encoding: chunked\r\nX-Odd: 1\r\nx-ODD: 2\r\n\r\n3\r\nabc\r\n4\r\n\u{0}é\n\r\n0\r\n\r\n"
    let server = try await ScriptedServer.start { _, _ in [.send(answer)] }
    var recorded: Seen?
    try await withOrigin(source: try RecordingProxy(to: server.base, file: file, logger: .silent)) { url, _ in
      recorded = try await ask("\(url)/x")
    }
    await server.stop()
    #expect(recorded?.body == "abc\u{0}é\n")
    let recording = try Recording(file: file)
    try await withOrigin(source: ReplaySource(recording, keepsTiming: true)) { url, _ in
      let replayed = try await ask("\(url)/x")
      #expect(replayed.status == 418 && replayed.body == "abc\u{0}é\n")
      // The server frames bodies of unknown length itself.
      #expect(replayed.fields == ["X-Odd: 1", "x-ODD: 2", "transfer-encoding: chunked"])
    }
  }

  /// None of them may be replayed as if the server had answered so.
  @Test(
    arguments: [
      ([.close], "The recorded server did not answer"),
      ([.send("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf"), .close], "The recorded server did not answer"),
      ([.answer("{}", status: 600)], "The response cannot be forwarded: its status is 600"),
      ([.send("HTTP/1.1 200 OK\r\ncontent-length: 8388609\r\n\r\n")], "its body has more than 8388608 bytes"),
    ] as [([ScriptedServer.Step], String)])
  func `what did not arrive whole is not recorded`(steps: [ScriptedServer.Step], reason: String) async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    let server = try await ScriptedServer.start { _, _ in steps }
    try await withOrigin(source: try RecordingProxy(to: server.base, file: file, logger: .silent)) { url, _ in
      let seen = try await ask("\(url)/people/1/")
      #expect(seen.status == 502 && seen.body.contains(reason), "\(seen.body)")
    }
    await server.stop()
    #expect(try Recording(file: file).exchanges.isEmpty)
  }

  @Test func `a file is never overwritten`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("precious", to: "r.jsonl")
    let error = #expect(throws: OriginServerError.self) {
      try RecordingProxy(to: "http://127.0.0.1:1/api", file: folder.file("r.jsonl"), logger: .silent)
    }
    #expect(error?.message.contains("it exists; choose another name with --to") == true)
  }

  @Test func `faults apply to recorded servers, too`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("\(RecordingTests.header)\n\(RecordingTests.line)\n", to: "r.jsonl")
    let recording = try Recording(file: folder.file("r.jsonl"))
    let control = try FaultControl(rules: try FaultScript.rules(in: "status 503 requests 1\ntruncate 1 requests 2", name: "test"))
    try await withOrigin(faults: control, source: ReplaySource(recording, keepsTiming: false)) { url, _ in
      #expect(try await ask("\(url)/people/1/").status == 503)
      let connection = try await RawConnection(url, sending: "GET /api/people/1/ HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await connection.end() == .closed)
      #expect(connection.received.hasPrefix("HTTP/1.1 200 OK\r\n"))
      await connection.close()
    }
  }
}
