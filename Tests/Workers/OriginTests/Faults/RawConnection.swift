import NIOCore
import NIOPosix
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Origin

/// A TCP connection to a server on this machine that shows what arrives, byte by byte, and how it ends.
final class RawConnection: Sendable {
  enum End: Sendable, Hashable {
    /// The server closed the connection (FIN).
    case closed
    /// The server reset the connection (RST).
    case reset
  }

  /// `nil` if the server reset the connection before the client had noticed that it was established.
  private let channel: (any Channel)?
  private let handler: NIOLoopBound<Handler>
  private let state: Shared

  /// Connects to the server of `base`, a URL such as `http://127.0.0.1:1138/api`, and sends `text`.
  ///
  /// - Parameter reads: whether the client reads what the server sends.
  init(_ base: String, sending text: String, reads: Bool = true) async throws {
    let authority = base.split(separator: "/")[1]
    let port = try #require(authority.split(separator: ":").last.flatMap { Int($0) })
    let state = Shared()
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    handler = try await loop.submit { NIOLoopBound(Handler(state), eventLoop: loop) }.get()
    self.state = state
    let bootstrap = ClientBootstrap(group: loop)
      .channelOption(.allowRemoteHalfClosure, value: false)
      .channelOption(.autoRead, value: reads)
      .channelInitializer { [handler] channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
      }
    do {
      channel = try await bootstrap.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: port)).get()
    } catch let error as IOError where error.errnoCode == ErrorNumber.connectionReset.rawValue {
      channel = nil
      state.values.withLock { $0.end = .reset }
    }
    // A connection that was reset when it was accepted may not take this any more.
    try? await channel?.writeAndFlush(ByteBuffer(string: text))
  }

  /// All bytes so far.
  var received: String { state.values.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
  var isOpen: Bool { state.values.withLock { $0.end == nil } }

  /// Waits until at least this text has arrived, and returns all that has.
  func received(_ text: String) async throws -> String {
    try await eventually("the server sends \(text.debugDescription)") { received.contains(text) ? received : nil }
  }

  /// Waits until at least `count` bytes after the head have arrived, and returns all bytes after the head.
  func receivedBody(_ count: Int) async throws -> String {
    try await eventually("the server sends \(count) bytes of a body") {
      let body = body
      return body.utf8.count >= count ? body : nil
    }
  }

  /// The bytes after the head.
  var body: String {
    let text = received
    return text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
  }

  /// Waits until the connection ends.
  func end() async throws -> End {
    try await eventually("the connection ends") { state.values.withLock { $0.end } }
  }

  func send(_ text: String) async throws { try await channel?.writeAndFlush(ByteBuffer(string: text)) }

  func close() async { try? await channel?.close() }

  /// Ends the connection so that the server notices at once (RST).
  func reset() async { await channel?.reset() }

  private final class Shared: Sendable {
    let values = Mutex((bytes: [UInt8](), end: End?.none))
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let state: Shared

    init(_ state: Shared) { self.state = state }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = Array(unwrapInboundIn(data).readableBytesView)
      state.values.withLock { $0.bytes += bytes }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      state.values.withLock { $0.end = $0.end ?? .reset }
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { state.values.withLock { $0.end = $0.end ?? .closed } }
  }
}
