import CZeroMQ
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
    /// Called on the thread of the loop.
    case callback(@Sendable (Result<Reply, BusError>) -> Void)
    case stream(ReplyStream.Buffer)

    /// Delivers a part. Returns `false` if the reader has too many unread parts.
    func send(part reply: Reply) -> Bool {
      if case .stream(let buffer) = self { buffer.unread.add(.part(reply)) } else { true }
    }

    func finish(_ result: Result<Reply, BusError>) {
      switch self {
      case .callback(let body): body(result)
      case .stream(let buffer): buffer.finish(with: result)
      }
    }
  }

  enum Command: Sendable {
    case ask(Call)
    case cancel(UInt64)
    case awaitConnection(CheckedContinuation<BusAddress?, Never>, Instant)
  }

  /// What is known about the largest frame that the broker accepts. A larger one would end the connection again and again.
  private enum FrameLimit {
    case unknown
    case asked(Instant)
    case known(Int)
  }

  let mailbox: Mailbox<Command>
  var isFinished = false
  private let address: BusAddress
  private var machine: ClientMachine
  private var lastProbe: (at: Instant, hasListener: Bool)?
  private var connection: Connection
  /// Why there was no attempt to connect; `nil` after an attempt.
  private var connectionError: BusError?
  /// Whether the connection may have unread events.
  private var hasConnectionEvents = false
  private var calls: [UInt64: Call] = [:]
  /// Whether a request over this connection has told the broker what this program is called.
  private var hasSentName = false
  private var frameLimit = FrameLimit.unknown
  /// When the broker was last heard, and when it was last asked whether it is there; only used with several brokers.
  private var lastHeard = Instant.now
  private var lastQuestion = Instant.now
  private var memory = MemoryTrim()
  private var connectionWaiters: [(CheckedContinuation<BusAddress?, Never>, Instant)] = []

  private static let maxMessagesPerTurn = 256
  private static let maxSleep = Duration.seconds(1)
  /// Every broker accepts frames of this size; before the first larger one on a connection, the client asks for the limit.
  static let smallFrame = Broker.Settings.leastLargestMessage
  /// The ID of that question; others are larger.
  private static let limitID: UInt64 = 0

  init(_ address: BusAddress, _ settings: BusClient.Settings, _ mailbox: Mailbox<Command>) throws(BusError) {
    self.address = address
    self.mailbox = mailbox
    machine = ClientMachine(failFast: settings.failFast, reconnectGrace: settings.reconnectGrace, limit: settings.outstandingLimit)
    // Not less than what any broker accepts, or its replies would end the connection.
    connection = try Connection(.dealer, to: \.requests, of: address, largestMessage: Broker.Settings.largestMessageLimit) {
      // Reached in bursts, whose first replies wake the loop, and while the broker does not read.
      $0.set(ZMQ_SNDHWM, 1_000)
    }
  }

  var sockets: [Socket] { connection.sockets }
  var edgeTriggeredSockets: [Socket] { connection.monitorSockets }

  /// With outstanding requests, at most ``maxSleep`` from now: a turn that starts too late shows that the process was suspended.
  var nextTimeout: Instant? {
    let wake = calls.isEmpty ? nil : Instant.now + Self.maxSleep
    return [machine.nextTimeout, connectionWaiters.lazy.map(\.1).min(), connection.retryAt, memory.nextTrim, wake].compactMap(\.self).min()
  }

  func handle(_ commands: [Command], now: Instant) {
    for command in commands {
      switch command {
      case .ask(let call):
        if calls.isEmpty { lastHeard = now }
        calls[call.id] = call
        if machine.failsImmediately, hasListener { machine.connectFailed(hasListener: true, now: now).forEach { perform($0) } }
        let action = machine.ask(
          call.id, deadline: now + call.limit, isIdempotent: call.request.isIdempotent, hasUnorderedParts: call.request.hasUnorderedParts)
        if let action { perform(action) }
      case .cancel(let id): if let call = calls[id] { fail(call, BusError(.cancelled, "the request was cancelled")) }
      case .awaitConnection(let continuation, let deadline): connectionWaiters.append((continuation, deadline))
      }
    }
  }

  func processResumed(after gap: Duration, now: Instant) {
    machine.processResumed(after: gap)
    lastHeard = now
  }

  func turn(now: Instant, edgeTriggeredReady: Bool) -> Bool {
    hasConnectionEvents = hasConnectionEvents || connection.mayHaveEvent(isSignalled: edgeTriggeredReady, now: now)
    let count = receive(atMost: Self.maxMessagesPerTurn)
    if count > 0 { lastHeard = now }
    if hasConnectionEvents, count < Self.maxMessagesPerTurn { readConnectionEvents(now: now) }
    if !address.others.isEmpty { leaveSilentBroker(now: now) }
    machine.tick(now: now).forEach { perform($0) }
    sendQueued(now: now)
    connectionWaiters.removeAll { continuation, deadline in
      guard machine.isConnected || deadline <= now else { return false }
      continuation.resume(returning: machine.isConnected ? address.brokers[connection.broker] : nil)
      return true
    }
    memory.trimIfDue(now: now)
    return count == Self.maxMessagesPerTurn
  }

  /// Asks a broker that has been silent for a second for a sign of life, and leaves one that has been silent for three. libzmq's heartbeats could
  /// abort the broker (``Socket/setConnectionOptions(largestMessage:)``), and notice nothing while more waits to be sent than the system has room for.
  private func leaveSilentBroker(now: Instant) {
    guard machine.isConnected, !calls.isEmpty else { return lastHeard = now }
    if lastHeard + .seconds(3) <= now {
      lastHeard = now
      machine.disconnected().forEach { perform($0) }
      connection.close(now: now)
    } else if lastHeard + .seconds(1) <= now, lastQuestion + .seconds(1) <= now {
      lastQuestion = now
      _ = send(Request("GET", Target(["mmi.service"])), to: "mmi.service", id: Self.limitID)
    }
  }

  private func receive(atMost limit: Int) -> Int { connection.socket?.receive(atMost: limit) { handle($0) } ?? 0 }

  private func readConnectionEvents(now: Instant) {
    hasConnectionEvents = false
    while let event = connection.nextEvent(now: now) {
      connectionError = nil
      switch event {
      case .connected:
        machine.connected()
        (hasSentName, frameLimit) = (false, .unknown)
      case .disconnected:
        // Replies that arrived before the connection was lost are still valid.
        _ = receive(atMost: .max)
        machine.disconnected().forEach { perform($0) }
      case .connectFailed:
        machine.connectFailed(hasListener: machine.failsEarly && hasListener, now: now).forEach { perform($0) }
      case .refused(let error):
        connectionError = error
        ([.untrusted, .unauthorized].contains(error.code) ? machine.untrusted() : machine.disconnected()).forEach { perform($0) }
      }
    }
  }

  func finish(_ unhandled: [Command]) {
    handle(unhandled, now: .now)
    for call in calls.values { call.sink.finish(.failure(BusError(.closed, "the bus client was closed"))) }
    for (continuation, _) in connectionWaiters { continuation.resume(returning: nil) }
  }

  private func handle(_ message: Multipart) {
    guard let (command, service) = message.command(MDP.Header.client), message.count >= service + 2, message[service + 1].count == 8,
      command == MDP.ClientCommand.partial || command == MDP.ClientCommand.final
    else { return }
    let body = Body(message, from: service + 1)
    let id = UInt64(bigEndian: body.frame(0).loadUnaligned(as: UInt64.self))
    guard id != Self.limitID else {
      // A broker that does not say is trusted to accept everything.
      return frameLimit = .known(BodyFrames.reply(body)?.fields[ManagementInterface.limitField].flatMap { Int(digits: $0) } ?? .max)
    }
    let action = machine.received(
      id, isFinal: command == MDP.ClientCommand.final, isWorkerLost: BodyFrames.reply(body)?.problem?.type == Problem.workerLostType)
    if let action { perform(action, body) }
  }

  private func perform(_ action: ClientMachine.Action, _ body: Body? = nil) {
    switch action {
    case .part(let id):
      guard let call = calls[id] else { return }
      guard let reply = body.flatMap(BodyFrames.reply) else { return fail(call, Self.malformed) }
      memory.record(reply.content.count)
      if !call.sink.send(part: reply) {
        fail(call, BusError(.overloaded, "the parts of the reply to '\(call.request.head)' were not read fast enough"))
      }
    case .complete(let id):
      let reply = body.flatMap(BodyFrames.reply)
      memory.record(reply?.content.count ?? 0)
      calls.removeValue(forKey: id)?.sink.finish(reply.map { .success($0) } ?? .failure(Self.malformed))
    case .fail(let id, let failure): if let call = calls[id] { fail(call, error(failure, call)) }
    }
  }

  private func fail(_ call: Call, _ error: BusError) {
    // The broker does not reply to this. If libzmq's queue is full, the request goes on until its deadline.
    if machine.cancel(call.id) { _ = send(Request("CANCEL", Target([])), to: ManagementInterface.cancellation, id: call.id) }
    calls[call.id] = nil
    call.sink.finish(.failure(error))
  }

  private static let malformed = BusError(
    .malformed, "a worker sent a reply with an invalid status or invalid fields; check the worker's wire format")

  /// Whether a process is listening on an ipc endpoint of the bus. Asks the kernel at most once a second, because each probe opens a connection.
  private var hasListener: Bool {
    if let lastProbe, Instant.now < lastProbe.at + .seconds(1) { return lastProbe.hasListener }
    let hasListener = address.brokers.contains { $0.requests.hasListener }
    lastProbe = (.now, hasListener)
    return hasListener
  }

  private func error(_ failure: ClientMachine.Failure, _ call: Call) -> BusError {
    // Whether a process accepts connections on a tcp endpoint, but is no broker, or a stopped one. A probe over a network could block.
    let lacksHandshake = address.requests.transport == .tcp && connection.lacksHandshake
    switch failure {
    case .deadlineExceeded:
      return BusError(.deadlineExceeded, "\(call.service) did not answer '\(call.request.head)' within \(call.limit.wholeMilliseconds) ms")
    case .unreachable where connectionError?.code == .unauthorized: return connectionError ?? BusError(.unauthorized, "")
    case .unreachable where connectionError != nil:
      // Not as if nothing were listening: another broker would not help against a lack of file descriptors.
      return BusError(
        connectionError?.code ?? .system, "cannot connect to \(address): \(connectionError?.message ?? "")", cause: connectionError)
    case .unreachable where hasListener:
      return BusError(
        .deadlineExceeded, "the broker at \(address) is not responding; it may be stopped or overloaded",
        cause: BusError(.unreachable, "no answer from the broker"))
    case .unreachable where lacksHandshake, .noListener where lacksHandshake:
      return BusError(
        .unreachable, "what is listening on \(address) does not answer as a bus; it may be a stopped broker, or another program",
        cause: BusError(.unreachable, "no handshake of a broker"))
    case .unreachable, .noListener: return BusError(.unreachable, "nothing is listening on \(address)")
    case .notIdempotent:
      return BusError(
        .connectionLost, "the connection to the broker was lost; '\(call.request.head)' is not retried, because it is not idempotent")
    case .overloaded: return BusError(.overloaded, "this client has too many outstanding requests; wait for some replies first")
    case .untrusted: return connectionError ?? BusError(.untrusted, "another user is listening on \(address)")
    }
  }

  private func sendQueued(now: Instant) {
    while let id = machine.nextToSend() {
      guard let call = calls[id], let deadline = machine.deadline(of: id) else {
        _ = machine.cancel(id)
        continue
      }
      guard isSendable(call, now: now) else {
        if calls[id] == nil { continue }
        return
      }
      // What libzmq has no room for is sent in a later turn, at most ``maxSleep`` from now.
      guard send(call, left: now.duration(to: deadline)) else { return }
      machine.sent(id)
    }
  }

  /// Whether the broker accepts the frames of a request, which fails if not. Asks for the limit, and waits for the reply for a second at most.
  private func isSendable(_ call: Call, now: Instant) -> Bool {
    let size = call.request.content.count
    guard size > Self.smallFrame else { return true }
    switch frameLimit {
    case .unknown:
      if send(Request("GET", Target(["mmi.service"])), to: "mmi.service", id: Self.limitID) { frameLimit = .asked(now) }
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
    guard MDP.Header.client.withUTF8Buffer({ socket.send(UnsafeRawBufferPointer($0), more: true) }) == .sent else { return false }
    _ = socket.send([MDP.ClientCommand.request], more: true)
    _ = socket.send(service, more: true)
    _ = withUnsafeBytes(of: id.bigEndian) { socket.send($0, more: true) }
    _ = socket.send(request.head, more: true)
    _ = socket.send(request.fields.text, more: true)
    _ = socket.send(request.content, more: false)
    return true
  }
}
