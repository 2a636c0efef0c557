import ServiceTestSupport
import TestSupport
import Testing

@testable import LoadTesting

struct HTTPSenderTests {
  /// Sends a request to a server that sends `bytes` and keeps the connection open.
  private func answer(of bytes: String, timeout: Duration = .testLimit) async throws -> Answer {
    let server = try await ScriptedServer.start { _, _ in [.send(bytes), .hang] }
    let sender = try HTTPSender(connections: 1, timeout: timeout)
    let call = Call(key: Call.Key(operation: .request, index: 0), payload: .http(server.base), isUnique: false)
    let answer = try await within(.testLimit, "the end of the request") { await sender.send(call, lane: 0) }
    await sender.close()
    await server.stop()
    return answer
  }

  @Test func `a body has all its bytes`() async throws {
    let answer = try await answer(of: "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nLuke")
    #expect(answer.status == 200)
    #expect(answer.body == Array("Luke".utf8))
    #expect(answer.byteCount == 4)
    #expect(answer.digest?.value == BodyDigest(Array("Luke".utf8)[...]).value)
  }

  @Test func `a body that stops arriving is a failure when the time is over`() async throws {
    let answer = try await answer(of: "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nLuke", timeout: .milliseconds(100))
    #expect(answer.status == nil)
    #expect(answer.failure == "deadline-exceeded")
  }

  @Test func `a large body is hashed and not kept`() async throws {
    let body = String(repeating: "Luke", count: 1 << 18)
    let answer = try await answer(of: "HTTP/1.1 200 OK\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(answer.byteCount == 1 << 20)
    #expect(answer.body.count == 1_024)
    #expect(answer.digest?.value == BodyDigest(Array(body.utf8)[...]).value)
  }
}
