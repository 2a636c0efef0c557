import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOPosix
import Platform
import ServiceLifecycle

/// Carries out plans of responses on a connection, with their pauses and premature ends.
struct ResponseSender {
  let request: Request
  let channel: any Channel
  private static let spaces = ByteBuffer(repeating: UInt8(ascii: " "), count: Pace.largestPiece)

  /// The connection was ended; no further request can be read from it.
  struct ConnectionEnded: Error {}

  /// Sends a response. Throws when the connection cannot be used any more.
  func send(_ plan: ResponsePlan, with writer: consuming ResponseWriter) async throws {
    let head = plan.head(now: SystemTime.seconds)
    let hasBody = request.method != .head && plan.mayHaveBody
    guard plan.isPlain else { return try await perform(plan, head, hasBody: hasBody) }
    try await writer.write(response: head, body: hasBody && plan.bodyLength > 0 ? ResponseBody(byteBuffer: plan.body) : ResponseBody())
  }

  /// Each step waits until the bytes before it are with the operating system, so that an end comes neither before nor instead of them.
  private func perform(_ plan: ResponsePlan, _ head: HTTPResponse, hasBody: Bool) async throws {
    if plan.ending?.place == .request || plan.ending?.place == .accept { try await end(plan) }
    try await write(.head(head))
    if plan.ending?.place == .headers { try await end(plan) }
    if hasBody { try await sendBody(plan) }
    if plan.ending != nil { try await end(plan) }
    try await write(.end(nil))
    if plan.endsConnection {
      try? await channel.close()
      throw ConnectionEnded()
    }
  }

  private func sendBody(_ plan: ResponsePlan) async throws {
    var limit = plan.bodyLength
    if case .body(let part) = plan.ending?.place { limit = part.count(of: plan.bodyLength) }
    var (sent, number) = (0, 0)
    while sent < limit {
      let piece = plan.pace.piece(number, sent: sent, of: limit)
      await Self.pause(piece.pause)
      try await send(piece.bytes, from: sent, of: plan)
      sent += piece.bytes
      number += 1
    }
  }

  /// Waits exactly, because what the server adds is what a load test must find. A server that stops waits no longer.
  static func pause(_ time: Duration) async {
    guard time > .zero else { return }
    try? await cancelWhenGracefulShutdown { try await Task.sleep(for: time, tolerance: .zero, clock: .continuous) }
  }

  private func send(_ count: Int, from offset: Int, of plan: ResponsePlan) async throws {
    var (offset, rest) = (offset, count)
    while rest > 0 {
      let bytes = plan.body.readableBytes
      let slice: ByteBuffer?
      if offset < bytes {
        slice = plan.body.getSlice(at: plan.body.readerIndex + offset, length: min(rest, Pace.largestPiece, bytes - offset))
      } else {
        slice = Self.spaces.getSlice(at: 0, length: min(rest, Pace.largestPiece))
      }
      guard let slice else { return }
      try await write(.body(slice))
      offset += slice.readableBytes
      rest -= slice.readableBytes
    }
  }

  private func write(_ part: HTTPResponsePart) async throws { try await channel.writeAndFlush(part).get() }

  private func end(_ plan: ResponsePlan) async throws -> Never {
    switch plan.ending?.manner {
    case .hang: try await waitForClient()
    case .reset: await channel.reset()
    case .close, nil: break
    }
    try? await channel.close()
    throw ConnectionEnded()
  }

  /// Waits until the client closes the connection, or the server stops.
  private func waitForClient() async throws {
    let (closed, signal) = AsyncStream.makeStream(of: Void.self)
    _ = try await cancelWhenGracefulShutdown {
      try await request.body.consumeWithInboundCloseHandler { _ in
        for await _ in closed {}
      } onInboundClosed: {
        signal.finish()
      }
    }
  }
}

extension Channel {
  /// Closes the connection so that the kernel sends a RST.
  func reset() async {
    try? await eventLoop.submit { self.dropUnsentBytesOnClose() }.get()
    try? await close()
  }

  /// Makes the kernel drop what it has not sent when the connection closes, and send a RST: a linger time of zero (socket(7)). Call on the
  /// event loop.
  func dropUnsentBytesOnClose() {
    _ = (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
  }
}
