/// A message from the broker to one peer, and its encoding as frames.
struct OutgoingMessage {
  let envelope: BrokerMessage.Envelope
  let payload: Payload

  enum Payload {
    case heartbeat
    case disconnect
    case request(ClientAddress, Body)
    case reply(isFinal: Bool, service: String, Body)
    /// Encoded only when sent: thousands may be queued for a peer that does not read.
    case refusal(BrokerMachine<Body>.Refusal, service: String, id: [UInt8])
  }

  init(_ envelope: BrokerMessage.Envelope, _ payload: Payload) {
    self.envelope = envelope
    self.payload = payload
  }

  /// Creates the message for `action`; `nil` if the action sends nothing to a peer.
  init?(_ action: BrokerMachine<Body>.Action) {
    switch action {
    case .request(let envelope, let address, let body): self.init(envelope, .request(address, body))
    case .reply(let envelope, let isFinal, let body, let pending):
      self.init(envelope, .reply(isFinal: isFinal, service: pending.service.name, body))
    case .refuse(let envelope, let service, let refusal, let body):
      self.init(envelope, .refusal(refusal, service: service, id: body.refusalID))
    case .heartbeat(let envelope): self.init(envelope, .heartbeat)
    case .disconnect(let envelope): self.init(envelope, .disconnect)
    case .joined, .left: return nil
    }
  }

  /// The address of a request to a worker; `nil` for other messages.
  var requestAddress: ClientAddress? { if case .request(let address, _) = payload { address } else { nil } }

  /// Memory per queued reply in addition to its content, in bytes.
  static let overhead = 768

  /// Memory used while queued, in bytes; 0 for requests, which the machine counts.
  var byteCount: Int {
    switch payload {
    case .heartbeat, .request: 0
    case .disconnect: 128
    case .reply(_, let service, let body): Self.overhead + service.utf8.count + body.byteCount
    case .refusal(_, let service, let id): 128 + service.utf8.count + id.count
    }
  }

  /// Sends the message. If libzmq accepts the first frame, it accepts the rest. A reply counts towards `inFlight`, if that is given, until
  /// libzmq has written it.
  func send(through router: Socket, _ inFlight: BytesInFlight?) -> Socket.SendResult {
    let first = envelope.peer.withBytes { router.send($0, more: true) }
    guard first == .sent else { return first }
    if envelope.isDelimited { _ = router.send(Self.empty, more: true) }
    switch payload {
    case .heartbeat: head(MDP.Header.worker, MDP.WorkerCommand.heartbeat, more: false, router)
    case .disconnect: head(MDP.Header.worker, MDP.WorkerCommand.disconnect, more: false, router)
    case .request(let address, let body):
      head(MDP.Header.worker, MDP.WorkerCommand.request, more: true, router)
      _ = address.withBytes { router.send($0, more: true) }
      _ = router.send(Self.empty, more: true)
      send(body, router, nil)
    case .reply(let isFinal, var service, let body):
      head(MDP.Header.client, isFinal ? MDP.ClientCommand.final : MDP.ClientCommand.partial, more: true, router)
      _ = service.withUTF8 { router.send(UnsafeRawBufferPointer($0), more: true) }
      send(body, router, inFlight)
    case .refusal(let refusal, var service, let id):
      head(MDP.Header.client, MDP.ClientCommand.final, more: true, router)
      _ = service.withUTF8 { router.send(UnsafeRawBufferPointer($0), more: true) }
      send(Body(frames: BodyFrames.frames(id: id, Reply(refusal.problem(service: service)))), router, nil)
    }
    return .sent
  }

  private func head(_ header: StaticString, _ command: UInt8, more: Bool, _ router: Socket) {
    _ = header.withUTF8Buffer { router.send(UnsafeRawBufferPointer($0), more: true) }
    _ = withUnsafeBytes(of: command) { router.send($0, more: more) }
  }

  private func send(_ body: Body, _ router: Socket, _ inFlight: BytesInFlight?) {
    let last = body.message.count - 1
    guard last >= body.start else {
      _ = router.send(Self.empty, more: false)
      return
    }
    let counted = inFlight == nil ? nil : body.largestFrame
    for index in body.start...last {
      if let inFlight, index == counted {
        _ = router.send(countedFrame: index, of: body.message, size: byteCount, inFlight, more: index < last)
      } else {
        _ = router.send(frame: index, of: body.message, more: index < last)
      }
    }
  }

  private static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
