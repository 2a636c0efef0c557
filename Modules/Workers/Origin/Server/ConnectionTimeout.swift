import Logging
import NIOCore
import NIOHTTPTypes

/// Ends a connection whose client makes no progress: it sends no request, does not finish one, or reads nothing of a response. While the
/// server works on a request, the connection waits.
final class ConnectionTimeout: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  /// An outbound event: the connection waits for ever, because a fault says so.
  struct Hang: Sendable {}

  /// `nil` for no limit.
  private let limit: TimeAmount?
  private let logger: Logger
  private var timer: Scheduled<Void>?
  private var lastProgress = NIODeadline.now()
  /// Requests whose heads have arrived and whose responses have not ended.
  private var openRequests = 0
  /// Whether the last one of them has not arrived whole.
  private var isArriving = false
  private var pendingWrites = 0
  private var isHanging = false

  init(_ limit: Duration?, logger: Logger) { (self.limit, self.logger) = (limit.map { TimeAmount($0) }, logger) }

  private var waitsForClient: Bool { !isHanging && (openRequests == 0 || isArriving || pendingWrites > 0) }

  func handlerAdded(context: ChannelHandlerContext) { startTimer(context) }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: (openRequests, isArriving) = (openRequests + 1, true)
    case .body: break
    case .end: isArriving = false
    }
    lastProgress = .now()
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { openRequests = max(0, openRequests - 1) }
    if pendingWrites == 0 { lastProgress = .now() }
    pendingWrites += 1
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.assumeIsolated().whenComplete { _ in
      self.pendingWrites -= 1
      self.lastProgress = .now()
    }
    context.write(data, promise: written)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is Hang else { return context.triggerUserOutboundEvent(event, promise: promise) }
    isHanging = true
    promise?.succeed()
  }

  /// The timer looks at the last progress when it fires, which costs less than a new timer for each request.
  private func startTimer(_ context: ChannelHandlerContext) {
    guard let limit else { return }
    let next = waitsForClient ? lastProgress + limit : .now() + limit
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { self.timerFired(context, limit) }
  }

  private func timerFired(_ context: ChannelHandlerContext, _ limit: TimeAmount) {
    guard waitsForClient, lastProgress + limit <= .now() else { return startTimer(context) }
    logger.debug("connection timed out")
    // What the client does not read would stay in the kernel after a close.
    if pendingWrites > 0 { context.channel.dropUnsentBytesOnClose() }
    context.close(promise: nil)
  }
}
