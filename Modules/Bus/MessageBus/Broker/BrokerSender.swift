/// Sends the broker's messages and queues those that slow peers do not accept at once, up to limits in number and in bytes.
final class BrokerSender {
  enum Outcome {
    case sent
    /// Queued until the peer accepts it.
    case queued
    /// Dropped because a limit was reached.
    case dropped
    /// A heartbeat that the peer did not accept, because the next one replaces it; or a DISCONNECT while another one is queued.
    case skipped
    case unreachable
  }

  private let router: Socket
  /// The socket of restricted peers.
  private let clients: Socket
  private let settings: Broker.Settings
  private var outbox = Outbox()
  /// Bytes of large replies in libzmq's queues, by receiving peer.
  private var inFlightByPeer: [PeerID: BytesInFlight] = [:]
  private let totalInFlight = BytesInFlight()
  /// Messages dropped because their peer was slow, for up to ``maxTrackedPeers`` connected peers.
  private var droppedByPeer: [PeerID: Int] = [:]
  /// Bytes of all requests; they count towards the same limit, ``Broker/Settings/memoryLimit``.
  var requestBytes = 0
  /// Replies dropped or replaced by a 503.
  private(set) var dropped: UInt64 = 0

  private static let maxTrackedPeers = 256

  init(_ router: Socket, clients: Socket? = nil, _ settings: Broker.Settings) {
    self.router = router
    self.clients = clients ?? router
    self.settings = settings
  }

  /// Bytes of the replies of workers that are queued here and in libzmq.
  var byteCount: Int { outbox.replyBytes + totalInFlight.count }
  var nextRetry: ContinuousClock.Instant? { outbox.nextRetry }

  func send(_ outgoing: OutgoingMessage, now: ContinuousClock.Instant) -> Outcome {
    let peer = outgoing.envelope.peer
    let isBehind = !outbox.isEmpty && outbox.hasQueue(for: peer)
    switch isBehind ? .full : transmit(outgoing, waiting: outbox.replyBytes) {
    case .sent: return .sent
    case .full: return enqueue(outgoing, now: now)
    case .unreachable, .failed:
      removeCounters(of: peer)
      return .unreachable
    }
  }

  /// Hands a message to libzmq. `waiting` is the number of bytes of replies in the outbox, which cannot be read while it is being flushed.
  private func transmit(_ outgoing: OutgoingMessage, waiting: Int) -> Socket.SendResult {
    var inFlight: BytesInFlight?
    if case .reply = outgoing.payload {
      let size = outgoing.byteCount
      if size >= BytesInFlight.largeMessageSize {
        let peerInFlight = inFlightByPeer[outgoing.envelope.peer] ?? BytesInFlight(countedIn: totalInFlight)
        inFlightByPeer[outgoing.envelope.peer] = peerInFlight
        let count = peerInFlight.count
        guard count == 0 || count + size <= settings.peerQueueBytes, hasRoom(for: size, waiting) else { return .full }
        inFlight = peerInFlight
      }
    }
    return outgoing.send(through: outgoing.envelope.peer.isRestricted ? clients : router, inFlight)
  }

  /// Maximum bytes of the refusals for all slow peers.
  private var refusalBytesLimit: Int { settings.memoryLimit / 4 }

  private func hasRoom(for size: Int, _ waiting: Int) -> Bool {
    requestBytes + totalInFlight.count + waiting + size <= settings.memoryLimit
  }

  private func enqueue(_ outgoing: OutgoingMessage, now: ContinuousClock.Instant) -> Outcome {
    let peer = outgoing.envelope.peer
    switch outgoing.payload {
    case .heartbeat: return .skipped
    // Bounded already, by the worker's credit and by the machine.
    case .request: break
    // A peer that registers and misbehaves in turn, without reading, must not fill the queue.
    case .disconnect where outbox.counts(for: peer).disconnects > 0: return .skipped
    case .disconnect: break
    case .reply(_, _, let body):
      let size = outgoing.byteCount
      let queued = outbox.counts(for: peer)
      guard queued.replies < settings.peerQueueLimit, queued.bytes + size <= settings.peerQueueBytes,
        hasRoom(for: size, outbox.replyBytes)
      else { return drop(peer) }
      body.compact()
    case .refusal:
      let size = outgoing.byteCount
      let queued = outbox.counts(for: peer)
      guard queued.refusals < settings.refusalLimit, queued.bytes + size <= 2 * settings.peerQueueBytes,
        outbox.refusalBytes < refusalBytesLimit
      else { return drop(peer) }
    }
    outbox.append(outgoing, now: now)
    return .queued
  }

  /// Whether the next reply to `peer` would be dropped, because too many are unread. If so, counts a dropped reply.
  func refusesRequest(of peer: PeerID) -> Bool {
    guard !outbox.isEmpty else { return false }
    let queued = outbox.counts(for: peer)
    guard queued.replies >= settings.peerQueueLimit || queued.bytes >= settings.peerQueueBytes else { return false }
    _ = drop(peer)
    return true
  }

  /// Whether any peer is slow: ``dropsAllReplies(to:)`` is needed only then.
  var hasQueues: Bool { !outbox.isEmpty }

  /// Whether even a 503 to `peer` would be dropped, so that its messages need not be read. If so, counts a dropped reply.
  func dropsAllReplies(to peer: PeerID) -> Bool {
    let refusals = outbox.counts(for: peer).refusals
    guard refusals >= settings.refusalLimit || refusals > 0 && outbox.refusalBytes >= refusalBytesLimit else { return false }
    _ = drop(peer)
    return true
  }

  private func drop(_ peer: PeerID) -> Outcome {
    dropped += 1
    if droppedByPeer[peer] != nil || droppedByPeer.count < Self.maxTrackedPeers { droppedByPeer[peer, default: 0] += 1 }
    return .dropped
  }

  /// Retries the queues that are due. Returns the peers that have accepted everything, and the peers that are unreachable with the requests
  /// that were not sent to them.
  func retry(now: ContinuousClock.Instant) -> (caughtUp: [PeerID], unreachable: [(peer: PeerID, unsent: [ClientAddress])]) {
    guard !outbox.isEmpty else { return ([], []) }
    var (caughtUp, unreachable): ([PeerID], [(peer: PeerID, unsent: [ClientAddress])]) = ([], [])
    while let peer = outbox.popDue(now: now) {
      let queued = outbox.counts(for: peer)
      let otherBytes = outbox.replyBytes - queued.replyBytes
      switch outbox.flush(peer, now: now, { transmit($0, waiting: otherBytes) }) {
      case .sent: caughtUp.append(peer)
      case .full: break
      case .unreachable(let unsent):
        dropped += UInt64(queued.replies)
        removeCounters(of: peer)
        unreachable.append((peer, unsent))
      }
    }
    return (caughtUp, unreachable)
  }

  /// Drops the queued requests to a worker that was removed.
  func removeRequests(to peer: PeerID) {
    if !outbox.isEmpty { outbox.removeRequests(to: peer) }
  }

  /// Removes the counters of peers that have no large reply in flight. Called periodically.
  func removeIdleCounters() { inFlightByPeer = inFlightByPeer.filter { $0.value.count > 0 } }

  private func removeCounters(of peer: PeerID) {
    droppedByPeer[peer] = nil
    inFlightByPeer[peer] = nil
  }

  var slowPeers: [ManagementInterface.SlowPeer] {
    Set(outbox.peers).union(droppedByPeer.keys).map {
      ManagementInterface.SlowPeer(peer: $0, waiting: outbox.counts(for: $0).replies, dropped: droppedByPeer[$0] ?? 0)
    }
  }
}
