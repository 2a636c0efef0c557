import OrderedJSON
import Platform

/// Owns a client's socket: sends requests as the machine decides, and delivers replies to the callers.
final class ClientLoop: SocketLoop {
  /// A request and where to deliver its reply.
  struct Call: Sendable {
    let id: UInt64
    let service: String
    let request: Request
    let limit: Duration
    let sink: ReplySink
  }

  /// The destination of a reply.
  enum ReplySink: Sendable {
    case single(CheckedContinuation<Result<Reply, BusError>, Never>)
    case stream(ReplyStream.Buffer)
    /// Called on the thread of the loop.
    case callback(@Sendable (Result<Reply, BusError>) -> Void)

    /// Delivers a part. Returns `false` if the reader has too many unread parts.
    func send(part reply: Reply) -> Bool {
      if case .stream(let buffer) = self { buffer.unread.add(.part(reply)) } else { true }
    }

    func finish(_ result: Result<Reply, BusError>) {
      switch self {
      case .single(let continuation): continuation.resume(returning: result)
      case .stream(let buffer): buffer.finish(with: result)
      case .callback(let body): body(result)
      }
    }
  }

  enum Command: Sendable {
    case ask(Call)
    case cancel(UInt64)
    case awaitConnection(CheckedContinuation<Bool, Never>, ContinuousClock.Instant)
    case stop
  }

  /// What is known about the largest frame that the broker accepts. A larger one would end the connection again and again.
  private enum FrameLimit {
    case unknown
    case asked(ContinuousClock.Instant)
    case known(Int)
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private(set) var awaitsWritable = false
  private let endpoint: Endpoint
  private var machine: ClientMachine
  private var probe: EndpointProbe
  private var connection: ReconnectingConnection
  /// Whether the last connection ended before its handshake.
  private var lastLackedHandshake = false
  /// Why there was no attempt to connect: the endpoint belongs to another user, or a socket could not be opened. `nil` after an attempt.
  private var connectionError: BusError?
  /// Whether the connection may have unread events.
  private var hasConnectionEvents = false
  private var calls: [UInt64: Call] = [:]
  /// Whether a request over this connection has told the broker what this program is called.
  private var hasSentName = false
  private var frameLimit = FrameLimit.unknown
  private var bodyMemory = LargeBodyMemory()
  private var connectionWaiters: [(CheckedContinuation<Bool, Never>, ContinuousClock.Instant)] = []

  private static let maxMessagesPerTurn = 256
  private static let maxSleep = Duration.seconds(1)
  /// Every broker accepts frames of this size; before the first larger one on a connection, the client asks for the limit.
  static let smallFrame = Broker.Settings.leastLargestMessage
  /// The ID of that question; others are larger.
  private static let limitID: UInt64 = 0

  init(_ address: BusAddress, _ settings: BusClient.Settings, _ mailbox: Mailbox<Command>) throws(BusError) {
    endpoint = settings.usesWorkersEndpoint ? address.workers : address.requests
    self.mailbox = mailbox
    probe = EndpointProbe(of: endpoint)
    machine = ClientMachine(
      failFast: settings.failFast, reconnectGrace: settings.reconnectGrace, limit: settings.outstandingLimit,
      connected: endpoint.transport == .inproc)
    // Not less than what any broker accepts, or its replies would end the connection.
    connection = try ReconnectingConnection(.dealer, to: endpoint, of: address, largestMessage: Broker.Settings.largestMessageLimit)
  }

  var sockets: [Socket] { connection.sockets }
  var edgeTriggeredSockets: [Socket] { connection.monitorSockets }

  /// With outstanding requests, at most ``maxSleep`` from now: a turn that starts too late shows that the process was suspended.
  var nextTimeout: ContinuousClock.Instant? {
    let wake = calls.isEmpty ? nil : ContinuousClock.now + Self.maxSleep
    return [machine.nextTimeout, connectionWaiters.lazy.map(\.1).min(), connection.retryAt, bodyMemory.nextTrim, wake]
      .compactMap(\.self).min()
  }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) {
    for command in commands {
      switch command {
      case .ask(let call):
        calls[call.id] = call
        if machine.failsImmediately, hasListener { machine.connectFailed(hasListener: true, now: now).forEach { perform($0) } }
        let action = machine.ask(
          call.id, deadline: now + call.limit, isIdempotent: call.request.isIdempotent, hasUnorderedParts: call.request.hasUnorderedParts)
        if let action { perform(action) }
      case .cancel(let id):
        machine.cancel(id)
        calls.removeValue(forKey: id)?.sink.finish(.failure(BusError(.cancelled, "the request was cancelled")))
      case .awaitConnection(let continuation, let deadline): connectionWaiters.append((continuation, deadline))
      case .stop: isFinished = true
      }
    }
  }

  func processResumed(after gap: Duration, now: ContinuousClock.Instant) { machine.processResumed(after: gap) }

  func turn(now: ContinuousClock.Instant, edgeTriggeredReady: Bool) -> Bool {
    hasConnectionEvents = hasConnectionEvents || edgeTriggeredReady
    do throws(BusError) {
      if try connection.reconnectIfDue(now: now) { (connectionError, hasConnectionEvents) = (nil, true) }
    } catch { dropConnection(error, now: now) }
    var count = 0
    while count < Self.maxMessagesPerTurn, let message = connection.socket?.receive() {
      count += 1
      handle(message)
    }
    if hasConnectionEvents, count < Self.maxMessagesPerTurn { readConnectionEvents(now: now) }
    machine.tick(now: now).forEach { perform($0) }
    sendQueued(now: now)
    resumeConnectionWaiters(now: now)
    bodyMemory.trimIfDue(now: now)
    return count == Self.maxMessagesPerTurn
  }

  private func readConnectionEvents(now: ContinuousClock.Instant) {
    hasConnectionEvents = false
    do throws(BusError) {
      while let event = try connection.nextEvent(now: now) {
        switch event {
        case .connected:
          machine.connected()
          (hasSentName, frameLimit) = (false, .unknown)
        case .disconnected:
          // Replies that arrived before the connection was lost are still valid.
          while let message = connection.socket?.receive() { handle(message) }
          disconnect(now: now)
          machine.disconnected().forEach { perform($0) }
        case .connectFailed:
          disconnect(now: now)
          machine.connectFailed(hasListener: machine.failsEarly && hasListener, now: now).forEach { perform($0) }
        }
      }
    } catch { dropConnection(error, now: now) }
  }

  private func disconnect(after delay: Duration? = nil, now: ContinuousClock.Instant) {
    lastLackedHandshake = connection.current?.lacksHandshake ?? false
    connection.drop(after: delay, now: now)
  }

  private func dropConnection(_ error: BusError, now: ContinuousClock.Instant) {
    connectionError = error
    let isUntrusted = error.code == .untrusted
    // Descriptors or memory may be available again before the deadlines of the requests.
    disconnect(after: isUntrusted ? .seconds(1) : nil, now: now)
    (isUntrusted ? machine.untrusted() : machine.disconnected()).forEach { perform($0) }
  }

  func finish(_ unhandled: [Command]) {
    let closed = BusError(.closed, "the bus client was closed")
    handle(unhandled, now: .now)
    for call in calls.values { call.sink.finish(.failure(closed)) }
    for (continuation, _) in connectionWaiters { continuation.resume(returning: false) }
  }

  private func handle(_ message: Multipart) {
    // Some brokers put an empty frame first, for REQ sockets.
    let header = message.count > 0 && message[0].isEmpty ? 1 : 0
    guard message.count >= header + 4, MDP.matches(MDP.Header.client, message[header]), message[header + 1].count == 1 else { return }
    let command = message[header + 1][0]
    guard command == MDP.ClientCommand.partial || command == MDP.ClientCommand.final else { return }
    let body = Body(message, from: header + 3)
    guard let id = Self.requestID(message[header + 3]) else { return }
    guard id != Self.limitID else {
      // A broker that does not say is trusted to accept everything.
      return frameLimit = .known(BodyFrames.reply(body)?.fields[ManagementInterface.limitField].flatMap { Int(digits: $0) } ?? .max)
    }
    let isFinal = command == MDP.ClientCommand.final
    let action = machine.received(
      id, isFinal: isFinal, isWorkerLost: BodyFrames.reply(body)?.problem?.type == Problem.workerLostType)
    if let action { perform(action, body) }
  }

  private func perform(_ action: ClientMachine.Action, _ body: Body? = nil) {
    switch action {
    case .part(let id):
      guard let call = calls[id] else { return }
      guard let reply = body.flatMap(BodyFrames.reply) else { return fail(call, Self.malformed) }
      bodyMemory.record(reply.content.count)
      if !call.sink.send(part: reply) {
        fail(call, BusError(.overloaded, "the parts of the reply to '\(call.request.head)' were not read fast enough"))
      }
    case .complete(let id):
      let reply = body.flatMap(BodyFrames.reply)
      bodyMemory.record(reply?.content.count ?? 0)
      calls.removeValue(forKey: id)?.sink.finish(reply.map { .success($0) } ?? .failure(Self.malformed))
    case .fail(let id, let failure):
      if let call = calls[id] { fail(call, error(failure, call)) }
    }
  }

  private func fail(_ call: Call, _ error: BusError) {
    machine.cancel(call.id)
    calls[call.id] = nil
    call.sink.finish(.failure(error))
  }

  private static let malformed = BusError(
    .malformed, "a worker sent a reply with an invalid status or invalid fields; check the worker's wire format")

  private var hasListener: Bool { probe.hasListener(now: .now) }

  /// Whether a process accepts connections on a tcp endpoint, but is no broker, or one that is stopped. The connections say so themselves: a
  /// probe over a network could block this thread.
  private var lacksHandshake: Bool { endpoint.transport == .tcp && (lastLackedHandshake || connection.current?.lacksHandshake == true) }

  private func error(_ failure: ClientMachine.Failure, _ call: Call) -> BusError {
    switch failure {
    case .deadlineExceeded:
      BusError(.deadlineExceeded, "\(call.service) did not answer '\(call.request.head)' within \(call.limit.wholeMilliseconds) ms")
    case .unreachable where connectionError != nil:
      // Not as if nothing were listening: another broker would not help against a lack of file descriptors.
      BusError(
        connectionError?.code ?? .system, "cannot connect to \(endpoint): \(connectionError?.message ?? "")", cause: connectionError)
    case .unreachable where hasListener:
      BusError(
        .deadlineExceeded, "the broker at \(endpoint) is not responding; it may be stopped or overloaded",
        cause: BusError(.unreachable, "no answer from the broker"))
    case .unreachable where lacksHandshake, .noListener where lacksHandshake:
      BusError(
        .unreachable, "what is listening on \(endpoint) does not answer as a bus; it may be a stopped broker, or another program",
        cause: BusError(.unreachable, "no handshake of a broker"))
    case .unreachable, .noListener: BusError(.unreachable, "nothing is listening on \(endpoint)")
    case .notIdempotent:
      BusError(
        .connectionLost, "the connection to the broker was lost; '\(call.request.head)' is not retried, because it is not idempotent")
    case .overloaded: BusError(.overloaded, "this client has too many outstanding requests; wait for some replies first")
    case .untrusted: connectionError ?? BusError(.untrusted, "another user is listening on \(endpoint)")
    }
  }

  private func sendQueued(now: ContinuousClock.Instant) {
    awaitsWritable = false
    while let id = machine.nextToSend() {
      guard let call = calls[id], let deadline = machine.deadline(of: id) else {
        machine.cancel(id)
        continue
      }
      guard isSendable(call, now: now) else {
        if calls[id] == nil { continue }
        return
      }
      guard send(call, left: now.duration(to: deadline)) else {
        awaitsWritable = true
        return
      }
      machine.sent(id)
    }
  }

  /// Whether the broker accepts the frames of a request; fails the request if not. If the limit is unknown, asks for it, and returns `false` until
  /// the reply has come, for a second at most.
  private func isSendable(_ call: Call, now: ContinuousClock.Instant) -> Bool {
    let size = call.request.content.count
    guard size > Self.smallFrame else { return true }
    switch frameLimit {
    case .unknown:
      let question = Request("GET", Target(["mmi.service"]))
      if send(question, to: "mmi.service", id: Self.limitID) { frameLimit = .asked(now) } else { awaitsWritable = true }
      return false
    case .asked(let since): return since + .seconds(1) <= now
    case .known(let limit):
      guard size > limit else { return true }
      fail(call, BusError(.tooLarge, "the request has \(size) bytes; the broker accepts at most \(limit) (--largest-message)"))
      return false
    }
  }

  private func send(_ call: Call, left: Duration) -> Bool {
    var request = call.request
    request.deadline = left
    // Once for each connection, so that no other request costs more.
    let saysName = !hasSentName && !call.service.hasPrefix("mmi.")
    if saysName, request.fields["user-agent"] == nil { request.fields["user-agent"] = PeerName.own }
    guard send(request, to: call.service, id: call.id) else { return false }
    if saysName { hasSentName = true }
    return true
  }

  /// Sends a request. Returns `false`, with nothing sent, if libzmq's queue is full.
  private func send(_ request: Request, to service: String, id: UInt64) -> Bool {
    guard let socket = connection.socket else { return false }
    let header = MDP.Header.client.withUTF8Buffer { socket.send(UnsafeRawBufferPointer($0), more: true) }
    guard header == .sent else { return false }
    _ = socket.send([MDP.ClientCommand.request], more: true)
    _ = socket.send(service, more: true)
    socket.sendBody(id: Self.frame(id), head: request.head, fields: request.fields, content: request.content)
    return true
  }

  private func resumeConnectionWaiters(now: ContinuousClock.Instant) {
    guard !connectionWaiters.isEmpty else { return }
    connectionWaiters.removeAll { continuation, deadline in
      guard machine.isConnected || deadline <= now else { return false }
      continuation.resume(returning: machine.isConnected)
      return true
    }
  }

  private static func frame(_ id: UInt64) -> [UInt8] { withUnsafeBytes(of: id.bigEndian) { Array($0) } }

  private static func requestID(_ frame: UnsafeRawBufferPointer) -> UInt64? {
    frame.count == 8 ? UInt64(bigEndian: frame.loadUnaligned(as: UInt64.self)) : nil
  }
}
