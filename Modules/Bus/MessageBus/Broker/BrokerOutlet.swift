/// Sends the broker's messages, keeps what slow peers do not take at once, and bounds what is kept in number and in bytes.
final class BrokerOutlet {
  enum Outcome {
    case sent
    /// Waits for its peer to take it.
    case kept
    /// No room is left for it.
    case dropped
    /// Not worth keeping: the next one says the same.
    case passedOver
    case unreachable
  }

  private let router: Socket
  private let settings: Broker.Settings
  private var outbox = Outbox()
  /// Large frames that libzmq has in its queues, by the peer they go to and altogether.
  private var flights: [PeerID: BytesInFlight] = [:]
  private let allFlights = BytesInFlight()
  /// Messages that were dropped because their peer was slow, while it is there. Not more than ``mostLosers`` peers.
  private var losses: [PeerID: Int] = [:]
  /// Bytes of requests, which share the bound of the whole broker with what is here.
  var bytesOfRequests = 0
  /// Answers that were dropped, or had a 503 put in their place.
  private(set) var dropped: UInt64 = 0

  private static let mostLosers = 256

  init(_ router: Socket, _ settings: Broker.Settings) {
    self.router = router
    self.settings = settings
  }

  /// What is kept here and in libzmq's queues.
  var byteCount: Int { outbox.bytes + allFlights.count }
  var nextRetry: ContinuousClock.Instant? { outbox.nextRetry }

  func send(_ outgoing: Outgoing, now: ContinuousClock.Instant) -> Outcome {
    let peer = outgoing.envelope.peer
    let isBehind = !outbox.isEmpty && outbox.hasQueue(for: peer)
    switch isBehind ? .full : transmit(outgoing, waiting: outbox.bytes) {
    case .yes: return .sent
    case .full: return keep(outgoing, now: now)
    case .unreachable, .failed:
      forget(peer)
      return .unreachable
    }
  }

  /// `waiting` are the bytes in the outbox, which is not at hand while it is being emptied.
  private func transmit(_ outgoing: Outgoing, waiting: Int) -> Socket.Sent {
    var flight: BytesInFlight?
    if case .reply = outgoing.part {
      let size = outgoing.byteCount
      if size >= BytesInFlight.largeFrame {
        let peersFlight = flights[outgoing.envelope.peer] ?? BytesInFlight(countedIn: allFlights)
        flights[outgoing.envelope.peer] = peersFlight
        let count = peersFlight.count
        guard count == 0 || count + size <= settings.peerQueueBytes, hasRoom(for: size, waiting) else { return .full }
        flight = peersFlight
      }
    }
    return outgoing.send(through: router, flight)
  }

  private func hasRoom(for size: Int, _ waiting: Int) -> Bool {
    bytesOfRequests + allFlights.count + waiting + size <= settings.memoryLimit
  }

  private func keep(_ outgoing: Outgoing, now: ContinuousClock.Instant) -> Outcome {
    let peer = outgoing.envelope.peer
    switch outgoing.part {
    case .heartbeat: return .passedOver
    // As many as the worker's credit, and counted while they are held; as many as there are workers that misbehave.
    case .request, .disconnect: break
    case .reply:
      let size = outgoing.byteCount
      guard outbox.answers(for: peer) < settings.peerQueueLimit, outbox.bytes(for: peer) + size <= settings.peerQueueBytes,
        hasRoom(for: size, outbox.bytes)
      else { return drop(peer) }
    case .refusal:
      guard outbox.refusals(for: peer) < settings.refusalLimit, outbox.bytes(for: peer) + outgoing.byteCount <= 2 * settings.peerQueueBytes
      else { return drop(peer) }
    }
    outbox.append(outgoing, now: now)
    return .kept
  }

  private func drop(_ peer: PeerID) -> Outcome {
    dropped += 1
    if losses[peer] != nil || losses.count < Self.mostLosers { losses[peer, default: 0] += 1 }
    return .dropped
  }

  /// Tries again where it is due. Returns peers that have taken everything, and those that are gone.
  func retry(now: ContinuousClock.Instant) -> (caughtUp: [PeerID], gone: [PeerID]) {
    guard !outbox.isEmpty else { return ([], []) }
    var (caughtUp, gone): ([PeerID], [PeerID]) = ([], [])
    for peer in outbox.peers where outbox.isDue(peer, now: now) {
      let answers = outbox.answers(for: peer)
      let others = outbox.bytes - outbox.bytes(for: peer)
      switch outbox.flush(peer, now: now, { transmit($0, waiting: others) }) {
      case .yes: caughtUp.append(peer)
      case .full: break
      case .unreachable, .failed:
        dropped += UInt64(answers)
        forget(peer)
        gone.append(peer)
      }
    }
    return (caughtUp, gone)
  }

  /// Nothing but what follows is to reach this worker any more.
  func forgetRequests(to peer: PeerID) {
    if !outbox.isEmpty { outbox.removeRequests(to: peer) }
  }

  /// Forgets who has taken all of its large frames. Called now and then.
  func tidyUp() { flights = flights.filter { $0.value.count > 0 } }

  private func forget(_ peer: PeerID) {
    losses[peer] = nil
    flights[peer] = nil
  }

  var slowPeers: [ManagementInterface.SlowPeer] {
    Set(outbox.peers).union(losses.keys).map {
      ManagementInterface.SlowPeer(peer: $0, waiting: outbox.answers(for: $0), dropped: losses[$0] ?? 0)
    }
  }
}
