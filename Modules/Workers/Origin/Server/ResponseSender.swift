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
    var part = hasBody ? plan.bodyLength : 0
    if hasBody, case .body(let sent) = plan.ending?.place { part = sent.count(of: plan.bodyLength) }
    try await sendBody(plan, 0..<part)
    if plan.ending != nil { try await end(plan) }
    if hasBody { try await sendBody(plan, part..<plan.bodyLength) }
    try await write(.end(nil))
    if plan.endsConnection {
      try? await channel.close()
      throw ConnectionEnded()
    }
  }

  private func sendBody(_ plan: ResponsePlan, _ part: Range<Int>) async throws {
    var (sent, number) = (part.lowerBound, 0)
    while sent < part.upperBound {
      let piece = plan.pace.piece(number, sent: sent, of: part.upperBound)
      await Self.pause(piece.pause, in: plan)
      try await send(piece.bytes, from: sent, of: plan)
      sent += piece.bytes
      number += 1
    }
  }

  /// Waits exactly, because what the server adds is what a load test must find. A server that stops waits no longer, nor does a plan whose
  /// rule is removed.
  static func pause(_ time: Duration, in plan: ResponsePlan) async {
    guard time > .zero else { return }
    await plan.waiting {
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: time, tolerance: .zero, clock: .continuous) }
    }
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

  /// Throws ``ConnectionEnded``, or returns if the connection hung and goes on.
  private func end(_ plan: ResponsePlan) async throws {
    switch plan.ending?.manner {
    case .hang:
      // Until the client closes the connection, which cancels this task.
      await Self.pause(.seconds(1 << 31), in: plan)
      if plan.terms.contains(where: \.isOver) { return }
    case .reset: await channel.reset()
    case .close, nil: break
    }
    try? await channel.close()
    throw ConnectionEnded()
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
