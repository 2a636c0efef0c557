extension BrokerMachine {
  /// Handles a request handed back by a draining worker that has not started it: the request is reassigned.
  func handBack(from envelope: Envelope, _ address: ClientAddress, now: Instant) {
    heartbeat(from: envelope, .requests(0), now: now)
    guard let worker = workers[envelope.peer] else { return }
    takeBack(address, from: worker, now: now)
    dispatchQueued(worker.service, now: now)
  }

  /// Reassigns a request that the worker has not started.
  func takeBack(_ address: ClientAddress, from worker: Worker, now: Instant) {
    guard address.run == run, let pending = worker.held.removeValue(forKey: address.delivery) else { return }
    if pending.state == .held { worker.heldBytes -= pending.byteCount }
    reassign(pending, because: .disconnected, now: now)
  }

  /// Handles a worker's DISCONNECT: its requests are reassigned and do not count as lost.
  func disconnect(from envelope: Envelope, now: Instant) {
    guard let worker = workers[envelope.peer] else { return }
    remove([worker], because: .disconnected, now: now)
  }

  /// Sends DISCONNECT to a peer whose messages are ignored from now on; if it is a worker, its requests are reassigned.
  func expel(_ envelope: Envelope, now: Instant) {
    if let worker = workers[envelope.peer] { disconnect(worker, now: now) } else { sendDisconnect(to: envelope, now: now) }
  }

  /// Notes what a peer calls itself in a request to the broker itself, as workers do.
  func recordName(of peer: PeerID, in content: Content) {
    guard self.name(of: peer) == nil, content.scanFields().hasName, let text = content.senderName else { return }
    // A worker says its name once, so the names of a thousand later clients must not replace it.
    if let worker = workers[peer] { worker.name = PeerNames.visible(text) } else { peerNames.record(text, of: peer) }
  }

  /// What a peer calls itself; `nil` if it has not said so, or if too many others have since.
  func name(of peer: PeerID) -> String? { workers[peer]?.name ?? peerNames[peer] }

  /// Handles that the send queue to a worker became full, or has room again; meanwhile the worker gets no new requests.
  func setBlocked(_ isBlocked: Bool, _ peer: PeerID, now: Instant) {
    guard let worker = workers[peer], worker.isBlocked != isBlocked else { return }
    worker.isBlocked = isBlocked
    updateAvailability(worker)
    dispatchQueued(worker.service, now: now)
  }
}
