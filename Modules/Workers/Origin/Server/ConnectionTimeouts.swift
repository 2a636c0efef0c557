import Logging
import NIOCore
import NIOHTTPTypes

/// Ends a connection whose client makes no progress; see ``ConnectionProgress``.
final class ConnectionTimeouts: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  /// An outbound event: the connection waits for ever, because a fault says so.
  struct Hang: Sendable {}

  private var progress: ConnectionProgress
  private let logger: Logger
  private var timer: Scheduled<Void>?
  private var timerTime = NIODeadline.distantFuture
  /// Writes that fail when the connection closes must not start the timer again.
  private var isClosed = false

  init(_ limits: ConnectionLimits, logger: Logger) {
    progress = ConnectionProgress(limits: limits, now: .now())
    self.logger = logger
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // Bytes that are not a whole head never get here.
    try? context.pipeline.syncOperations.addHandler(ReceivedBytes { [weak self] in self?.didReceiveBytes(context) }, position: .first)
    update(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    isClosed = true
    cancelTimer()
  }

  func channelInactive(context: ChannelHandlerContext) {
    isClosed = true
    cancelTimer()
    context.fireChannelInactive()
  }

  private func didReceiveBytes(_ context: ChannelHandlerContext) {
    progress.didReceiveBytes(.now())
    update(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: progress.didReceiveHead(.now())
    case .body: break
    case .end: progress.didReceiveEnd()
    }
    update(context)
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let now = NIODeadline.now()
    if case .end = unwrapOutboundIn(data) { progress.didEndResponse(now) }
    progress.didStartWriting(now)
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.assumeIsolated().whenComplete { _ in
      self.progress.didWrite(.now())
      self.update(context)
    }
    update(context)
    context.write(data, promise: written)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is Hang else { return context.triggerUserOutboundEvent(event, promise: promise) }
    progress.didStartHanging()
    promise?.succeed()
  }

  /// Starts the timer if it would fire too late. A timer that fires too early starts again, which costs less than a new timer for each request.
  private func update(_ context: ChannelHandlerContext) {
    guard let deadline = progress.deadline, deadline.time < timerTime, !isClosed else { return }
    timer?.cancel()
    timerTime = deadline.time
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline.time) { self.timerFired(context) }
  }

  private func timerFired(_ context: ChannelHandlerContext) {
    cancelTimer()
    guard let deadline = progress.deadline, deadline.time <= .now() else { return update(context) }
    logger.debug("connection timed out", metadata: ["waiting-for": "\(deadline.timeout.rawValue)"])
    if deadline.timeout == .write {
      // What the client does not read would stay in the kernel after a close.
      context.channel.dropUnsentBytesOnClose()
    }
    context.close(promise: nil)
  }

  private func cancelTimer() {
    timer?.cancel()
    timer = nil
    timerTime = .distantFuture
  }
}

/// Tells that bytes have arrived.
private final class ReceivedBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let onBytes: () -> Void

  init(_ onBytes: @escaping () -> Void) { self.onBytes = onBytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    onBytes()
    context.fireChannelRead(data)
  }
}

/// What a connection waits for, and until when. Pure: the time is an argument.
struct ConnectionProgress {
  /// Why a connection ends.
  enum Timeout: String, Hashable {
    case idle, request, write
  }

  /// A time at which the connection ends unless something happens before.
  struct Deadline: Hashable {
    let time: NIODeadline
    let timeout: Timeout
  }

  private let limits: ConnectionLimits
  /// Requests whose heads have arrived and whose responses have not ended.
  private var openRequests = 0
  /// When the request that is arriving started; `nil` if none is.
  private var requestStart: NIODeadline?
  private var idleSince: NIODeadline
  private var pendingWrites = 0
  /// When bytes last went to the operating system, or started to wait for it.
  private var lastWrite: NIODeadline
  /// Whether the connection is meant to wait for ever.
  private var isHanging = false

  init(limits: ConnectionLimits, now: NIODeadline) {
    self.limits = limits
    idleSince = now
    lastWrite = now
  }

  mutating func didReceiveBytes(_ now: NIODeadline) {
    if openRequests == 0, requestStart == nil { requestStart = now }
  }

  mutating func didReceiveHead(_ now: NIODeadline) {
    openRequests += 1
    requestStart = requestStart ?? now
  }

  mutating func didReceiveEnd() { requestStart = nil }

  mutating func didStartWriting(_ now: NIODeadline) {
    if pendingWrites == 0 { lastWrite = now }
    pendingWrites += 1
  }

  mutating func didWrite(_ now: NIODeadline) {
    pendingWrites -= 1
    lastWrite = now
  }

  mutating func didEndResponse(_ now: NIODeadline) {
    openRequests = max(0, openRequests - 1)
    idleSince = now
  }

  mutating func didStartHanging() { isHanging = true }

  /// The next time at which the connection ends; `nil` if it waits for the server.
  var deadline: Deadline? {
    func end(_ limit: Duration?, after time: NIODeadline, _ timeout: Timeout) -> Deadline? {
      limit.map { Deadline(time: time + TimeAmount($0), timeout: timeout) }
    }
    if isHanging { return nil }
    if pendingWrites > 0 { return end(limits.write, after: lastWrite, .write) }
    if let requestStart { return end(limits.request, after: requestStart, .request) }
    return openRequests == 0 ? end(limits.idle, after: idleSince, .idle) : nil
  }
}
