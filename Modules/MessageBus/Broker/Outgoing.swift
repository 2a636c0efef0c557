/// A message of the broker to one peer, and how its frames are laid out.
struct Outgoing {
  let envelope: BrokerMessage.Envelope
  private let header: StaticString
  private let command: UInt8
  private let part: Part

  private enum Part {
    case none
    case request(ClientAddress, Body)
    case reply(service: String, Body)
  }

  private init(_ envelope: BrokerMessage.Envelope, _ header: StaticString, _ command: UInt8, _ part: Part = .none) {
    self.envelope = envelope
    self.header = header
    self.command = command
    self.part = part
  }

  static func reply(_ envelope: BrokerMessage.Envelope, isFinal: Bool, service: String, _ body: Body) -> Outgoing {
    let command = isFinal ? MDP.ClientCommand.final : MDP.ClientCommand.partial
    return Outgoing(envelope, MDP.Header.client, command, .reply(service: service, body))
  }

  /// `nil` for actions that are not messages to a peer.
  init?(_ action: BrokerMachine<Body>.Action) {
    switch action {
    case .request(let envelope, let address, let body):
      self.init(envelope, MDP.Header.worker, MDP.WorkerCommand.request, .request(address, body))
    case .reply(let envelope, let isFinal, let service, let body):
      self = .reply(envelope, isFinal: isFinal, service: service, body)
    case .refuse(let envelope, let service, let refusal, let body):
      let frames = BodyFrames.frames(id: body.bytes(0), Reply(refusal.problem(service: service)))
      self = .reply(envelope, isFinal: true, service: service, Body(frames: frames))
    case .heartbeat(let envelope): self.init(envelope, MDP.Header.worker, MDP.WorkerCommand.heartbeat)
    case .disconnect(let envelope): self.init(envelope, MDP.Header.worker, MDP.WorkerCommand.disconnect)
    case .joined, .left: return nil
    }
  }

  /// Whether the peer takes it shows with the first frame; libzmq then takes the rest.
  func send(through router: Socket) -> Socket.Sent {
    let first = envelope.peer.withBytes { router.send($0, more: true) }
    guard first == .yes else { return first }
    if envelope.isDelimited { _ = router.send(Self.empty, more: true) }
    _ = header.withUTF8Buffer { router.send(UnsafeRawBufferPointer($0), more: true) }
    _ = withUnsafeBytes(of: command) { command in
      if case .none = part { router.send(command, more: false) } else { router.send(command, more: true) }
    }
    switch part {
    case .none: return .yes
    case .request(let address, let body):
      _ = address.withBytes { router.send($0, more: true) }
      _ = router.send(Self.empty, more: true)
      return send(body, through: router)
    case .reply(var service, let body):
      _ = service.withUTF8 { router.send(UnsafeRawBufferPointer($0), more: true) }
      return send(body, through: router)
    }
  }

  private func send(_ body: Body, through router: Socket) -> Socket.Sent {
    let last = body.message.count - 1
    guard last >= body.start else { return router.send(Self.empty, more: false) }
    for index in body.start...last { _ = router.send(frame: index, of: body.message, more: index < last) }
    return .yes
  }

  private static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
