/// Owns a client's socket: sends what the machine lets go, and hands replies to those who wait.
final class ClientLoop: SocketLoop {
  /// A request on its way from the caller.
  struct Call: Sendable {
    let number: UInt64
    let service: String
    let request: Request
    let limit: Duration
    let answer: Answer
  }

  /// Who waits for the answer.
  enum Answer: Sendable {
    case single(CheckedContinuation<Result<Reply, BusError>, Never>)
    case stream(ReplyStream.Inlet)

    /// `false` when there is no more room for parts.
    func part(_ reply: Reply) -> Bool {
      switch self {
      case .single: true
      case .stream(let inlet): inlet.part(reply)
      }
    }

    func finish(_ result: Result<Reply, BusError>) {
      switch self {
      case .single(let continuation): continuation.resume(returning: result)
      case .stream(let inlet): inlet.end(result)
      }
    }
  }

  enum Command: Sendable {
    case ask(Call)
    case cancel(UInt64)
    case awaitConnection(CheckedContinuation<Bool, Never>, ContinuousClock.Instant)
    case stop
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private(set) var awaitsRoom = false
  private let address: BusAddress
  private let largestMessage: Int
  private var machine: ClientMachine
  private var look: (at: ContinuousClock.Instant, isListenedTo: Bool)?
  /// `nil` while somebody else listens at the endpoint.
  private var connection: Connection?
  private var reconnectsAt: ContinuousClock.Instant?
  /// Why ``connection`` was given up.
  private var objection: BusError?
  /// The connection has something to say that was not looked at yet.
  private var looksAside = false
  private var calls: [UInt64: Call] = [:]
  private var connectionWaiters: [(CheckedContinuation<Bool, Never>, ContinuousClock.Instant)] = []

  private static let mostPerTurn = 256
  private static let reconnecting = Duration.seconds(1)

  init(_ address: BusAddress, _ settings: BusClient.Settings, _ mailbox: Mailbox<Command>) throws(BusError) {
    self.address = address
    self.mailbox = mailbox
    machine = ClientMachine(
      failFast: settings.failFast, limit: settings.outstandingLimit, connected: address.requests.transport == .inproc)
    largestMessage = settings.largestMessage
    connection = try connect()
  }

  private func connect() throws(BusError) -> Connection {
    try Connection(.dealer, to: address.requests, of: address, largestMessage: largestMessage)
  }

  var sockets: [Socket] { connection.map { [$0.socket] } ?? [] }
  var sidelines: [Socket] { connection.map { [$0.sideline] } ?? [] }

  var nextDue: ContinuousClock.Instant? {
    [machine.nextDue, connectionWaiters.lazy.map(\.1).min(), reconnectsAt].compactMap(\.self).min()
  }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) {
    for command in commands {
      switch command {
      case .ask(let call):
        calls[call.number] = call
        if machine.failsAtOnce, isListenedTo { machine.retried(isListenedTo: true).forEach { perform($0) } }
        if let action = machine.ask(call.number, deadline: now + call.limit, isIdempotent: call.request.isIdempotent) { perform(action) }
      case .cancel(let number):
        machine.cancel(number)
        calls.removeValue(forKey: number)?.answer.finish(.failure(BusError(.cancelled, "the request was cancelled")))
      case .awaitConnection(let continuation, let deadline): connectionWaiters.append((continuation, deadline))
      case .stop: isFinished = true
      }
    }
  }

  func stoodStill(for gap: Duration, now: ContinuousClock.Instant) { machine.stoodStill(for: gap) }

  func turn(now: ContinuousClock.Instant, sidelines: Bool) -> Bool {
    looksAside = looksAside || sidelines
    if let due = reconnectsAt, due <= now { reconnect(now: now) }
    var count = 0
    while count < Self.mostPerTurn, let message = connection?.socket.receive() {
      count += 1
      take(message)
    }
    // What came before the connection was lost is still an answer: it is read first.
    if looksAside, count < Self.mostPerTurn { watchConnection(now: now) }
    machine.tick(now: now).forEach { perform($0) }
    sendWaiting(now: now)
    answerConnectionWaiters(now: now)
    return count > 0
  }

  private func watchConnection(now: ContinuousClock.Instant) {
    looksAside = false
    do throws(BusError) {
      while let event = try connection?.next() {
        switch event {
        case .connected: machine.connected()
        case .disconnected: machine.disconnected().forEach { perform($0) }
        case .retried: machine.retried(isListenedTo: machine.failFast && isListenedTo).forEach { perform($0) }
        }
      }
    } catch { giveUpConnection(error, now: now) }
  }

  private func giveUpConnection(_ error: BusError, now: ContinuousClock.Instant) {
    objection = error
    connection = nil
    reconnectsAt = now + Self.reconnecting
    machine.untrusted().forEach { perform($0) }
  }

  private func reconnect(now: ContinuousClock.Instant) {
    do throws(BusError) {
      connection = try connect()
      reconnectsAt = nil
      looksAside = true
    } catch { giveUpConnection(error, now: now) }
  }

  func finish(_ untaken: [Command]) {
    let closed = BusError(.closed, "the bus client was closed")
    handle(untaken, now: .now)
    for call in calls.values { call.answer.finish(.failure(closed)) }
    for (continuation, _) in connectionWaiters { continuation.resume(returning: false) }
  }

  private func take(_ message: Multipart) {
    // REQ-style brokers put an empty frame first.
    let header = message.count > 0 && message[0].isEmpty ? 1 : 0
    guard message.count >= header + 4, MDP.matches(MDP.Header.client, message[header]), message[header + 1].count == 1 else { return }
    let command = message[header + 1][0]
    guard command == MDP.ClientCommand.partial || command == MDP.ClientCommand.final else { return }
    let body = Body(message, from: header + 3)
    guard let number = Self.number(message[header + 3]),
      let action = machine.received(number, isFinal: command == MDP.ClientCommand.final)
    else { return }
    perform(action, body)
  }

  private func perform(_ action: ClientMachine.Action, _ body: Body? = nil) {
    switch action {
    case .part(let number):
      guard let call = calls[number] else { return }
      guard let reply = body.flatMap(BodyFrames.reply) else { return fail(call, Self.malformed) }
      if !call.answer.part(reply) {
        fail(call, BusError(.overloaded, "the parts of the answer to '\(call.request.head)' were not read fast enough"))
      }
    case .complete(let number):
      let reply = body.flatMap(BodyFrames.reply)
      calls.removeValue(forKey: number)?.answer.finish(reply.map { .success($0) } ?? .failure(Self.malformed))
    case .fail(let number, let failure):
      if let call = calls[number] { fail(call, error(failure, call)) }
    }
  }

  private func fail(_ call: Call, _ error: BusError) {
    machine.cancel(call.number)
    calls[call.number] = nil
    call.answer.finish(.failure(error))
  }

  private static let malformed = BusError(.malformed, "a worker's reply has no status: the worker does not follow the bus's wire format")

  /// Looked at once a second at most: many requests may fail together, and each look is a connection.
  private var isListenedTo: Bool {
    let now = ContinuousClock.now
    if let look, now < look.at + .seconds(1) { return look.isListenedTo }
    let isListenedTo = address.requests.isListenedTo
    look = (now, isListenedTo)
    return isListenedTo
  }

  private func error(_ failure: ClientMachine.Failure, _ call: Call) -> BusError {
    switch failure {
    case .deadlineExceeded:
      BusError(.deadlineExceeded, "\(call.service) did not answer '\(call.request.head)' within \(call.limit.wholeMilliseconds) ms")
    case .unreachable where isListenedTo:
      BusError(.deadlineExceeded, "the broker at \(address.requests) does not answer; it may be stopped or overloaded")
    case .unreachable: BusError(.unreachable, "nobody listens at \(address.requests)")
    case .notRepeatable:
      BusError(.unreachable, "the broker went away while '\(call.request.head)' was in work, and it must not be sent twice")
    case .overloaded: BusError(.overloaded, "this client has too many requests outstanding: wait for some answers first")
    case .untrusted: objection ?? BusError(.untrusted, "somebody else listens at \(address.requests)")
    }
  }

  private func sendWaiting(now: ContinuousClock.Instant) {
    awaitsRoom = false
    while let number = machine.nextToSend() {
      guard let call = calls[number], let deadline = machine.deadline(of: number) else {
        machine.cancel(number)
        continue
      }
      guard send(call, left: now.duration(to: deadline)) else {
        awaitsRoom = true
        return
      }
      machine.sent(number)
    }
  }

  private func send(_ call: Call, left: Duration) -> Bool {
    guard let socket = connection?.socket else { return false }
    var request = call.request
    request.deadline = left
    let header = MDP.Header.client.withUTF8Buffer { socket.send(UnsafeRawBufferPointer($0), more: true) }
    guard header == .yes else { return false }
    _ = socket.send([MDP.ClientCommand.request], more: true)
    _ = socket.send(call.service, more: true)
    socket.sendBody(id: Self.id(call.number), head: request.head, fields: request.fields, content: request.content)
    return true
  }

  private func answerConnectionWaiters(now: ContinuousClock.Instant) {
    guard !connectionWaiters.isEmpty else { return }
    connectionWaiters.removeAll { continuation, deadline in
      guard machine.isConnected || deadline <= now else { return false }
      continuation.resume(returning: machine.isConnected)
      return true
    }
  }

  private static func id(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  private static func number(_ frame: UnsafeRawBufferPointer) -> UInt64? {
    frame.count == 8 ? UInt64(bigEndian: frame.loadUnaligned(as: UInt64.self)) : nil
  }
}
