import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import LoadTesting

struct HTTPSenderTests {
  /// Sends the same bytes for whatever is received, and keeps the connection open.
  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let bytes: String

    init(_ bytes: String) { self.bytes = bytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      context.channel.writeAndFlush(ByteBuffer(string: bytes), promise: nil)
    }
  }

  /// Sends a request to a server that sends `bytes`.
  private func answer(of bytes: String, timeout: Duration) async throws -> Answer {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(bytes)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let sender = try HTTPSender(connections: 1, timeout: timeout)
    let url = "http://127.0.0.1:\(server.localAddress?.port ?? 0)/"
    let call = Call(key: Call.Key(operation: .request, index: 0), payload: .http(url), isUnique: false)
    let answer = try await within(.testLimit, "the end of the request") { await sender.send(call, lane: 0) }
    await sender.close()
    try await server.close()
    return answer
  }

  @Test func `a body has all its bytes`() async throws {
    let answer = try await answer(of: "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nLuke", timeout: .testLimit)
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
    let answer = try await answer(of: "HTTP/1.1 200 OK\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)", timeout: .testLimit)
    #expect(answer.byteCount == 1 << 20)
    #expect(answer.body.count == 1_024)
    #expect(answer.digest?.value == BodyDigest(Array(body.utf8)[...]).value)
  }
}
