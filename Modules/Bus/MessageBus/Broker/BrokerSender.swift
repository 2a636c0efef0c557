import DequeModule

/// Sends the broker's messages and queues those that slow peers do not accept at once. What is queued for a peer has one budget of bytes,
/// ``Broker/Settings/peerQueueBytes``; the broker's own replies and DISCONNECT may take a quarter more.
final class BrokerSender {
  typealias Instant = ContinuousClock.Instant

  enum Outcome {
    case sent
    /// Queued until the peer accepts it.
    case queued
    /// Dropped because a limit was reached.
    case dropped
    /// A heartbeat that the peer did not accept, because the next one replaces it.
    case skipped
    case unreachable
  }

  /// What waits for one peer, here and in libzmq, and how often it retries.
  private final class Peer: TimerSubject {
    let id: PeerID
    var messages: Deque<OutgoingMessage> = []
    /// Bytes of ``messages``.
    var bytes = 0
    /// Replies among ``messages``.
    var replies = 0
    /// Bytes of large replies in libzmq's queue.
    let inFlight: BytesInFlight
    var dropped = 0
    /// Whether a reply was dropped, and more than half of the budget is still used.
    var isOverBudget = false
    /// Time until the next retry; doubled each time the peer accepts nothing.
    var backoff = BrokerSender.minBackoff

    init(_ id: PeerID, countedIn total: BytesInFlight) {
      self.id = id
      inFlight = BytesInFlight(countedIn: total)
    }
  }

  private let router: Socket
  /// The socket of restricted peers.
  private let clients: Socket
  private let settings: Broker.Settings
  /// Peers with queued messages, large replies in flight, or dropped messages.
  private var peers: [PeerID: Peer] = [:]
  /// The number of peers with queued messages.
  private var queueCount = 0
  private var retries = TimerQueue()
  private let totalInFlight = BytesInFlight()
  /// Bytes of the queued replies of workers.
  private var replyBytes = 0
  /// Bytes of the broker's own queued replies. They are counted apart, so that clients that do not read leave the memory limit to others.
  private var refusalBytes = 0
  /// Bytes of all requests; they count towards the same limit, ``Broker/Settings/memoryLimit``.
  var requestBytes = 0
  /// Replies dropped or replaced by a 503.
  private(set) var dropped: UInt64 = 0

  private static let minBackoff = Duration.milliseconds(1)
  private static let maxBackoff = Duration.milliseconds(64)
  private static let maxTrackedPeers = 256

  init(_ router: Socket, clients: Socket? = nil, _ settings: Broker.Settings) {
    self.router = router
    self.clients = clients ?? router
    self.settings = settings
  }

  /// Bytes of the replies of workers that are queued here and in libzmq.
  var byteCount: Int { replyBytes + totalInFlight.count }
  var nextRetry: Instant? { hasQueues ? retries.first : nil }
  /// Whether any peer is slow: ``dropsAllReplies(to:)`` is needed only then.
  var hasQueues: Bool { queueCount > 0 }

  var slowPeers: [ManagementInterface.SlowPeer] {
    peers.values.filter { !$0.messages.isEmpty || $0.dropped > 0 }.map { .init(peer: $0.id, waiting: $0.replies, dropped: $0.dropped) }
  }

  // MARK: Sending

  func send(_ outgoing: OutgoingMessage, now: Instant) -> Outcome {
    let isBehind = hasQueues && queue(of: outgoing.envelope.peer) != nil
    switch isBehind ? .full : transmit(outgoing) {
    case .sent: return .sent
    case .full: return enqueue(outgoing, now: now)
    case .unreachable, .failed:
      peers[outgoing.envelope.peer] = nil
      return .unreachable
    }
  }

  private func transmit(_ outgoing: OutgoingMessage) -> Socket.SendResult {
    var inFlight: BytesInFlight?
    if case .reply = outgoing.payload, outgoing.byteCount >= BytesInFlight.largeMessageSize {
      let size = outgoing.byteCount
      let counter = peer(outgoing.envelope.peer).inFlight
      guard counter.count == 0 || counter.count + size <= settings.peerQueueBytes, hasRoom(for: size) else { return .full }
      inFlight = counter
    }
    return outgoing.send(through: outgoing.envelope.peer.isRestricted ? clients : router, inFlight)
  }

  private func hasRoom(for size: Int) -> Bool { requestBytes + byteCount + size <= settings.memoryLimit }

  private func enqueue(_ outgoing: OutgoingMessage, now: Instant) -> Outcome {
    let peer = peer(outgoing.envelope.peer)
    let size = outgoing.byteCount
    switch outgoing.payload {
    case .heartbeat: return .skipped
    // Bounded already, by the worker's credit and by the machine.
    case .request: break
    case .reply(_, _, let body):
      guard peer.bytes + size <= settings.peerQueueBytes, hasRoom(for: size) else {
        peer.isOverBudget = true
        return drop(peer)
      }
      body.compact()
    case .refusal, .disconnect:
      guard peer.bytes + size <= peerLimit, refusalBytes + size <= refusalLimit else { return drop(peer) }
    }
    if peer.messages.isEmpty {
      queueCount += 1
      peer.isOverBudget = false
      peer.backoff = Self.minBackoff
      retries.set(now + peer.backoff, for: peer)
    }
    peer.messages.append(outgoing)
    count(outgoing, 1, in: peer)
    return .queued
  }

  /// Maximum bytes for one peer, the broker's own replies included, and of these for all peers.
  private var peerLimit: Int { settings.peerQueueBytes + settings.peerQueueBytes / 4 }
  private var refusalLimit: Int { settings.memoryLimit / 4 }

  private func drop(_ peer: Peer) -> Outcome {
    dropped += 1
    peer.dropped += 1
    return .dropped
  }

  /// Whether the next reply to a peer would be dropped, because too many are unread. If so, counts a dropped reply.
  func refusesRequest(of id: PeerID) -> Bool {
    guard hasQueues, let peer = queue(of: id), peer.isOverBudget else { return false }
    return drop(peer) == .dropped
  }

  /// Whether even a 503 to a peer would be dropped, so that its messages need not be read. If so, counts a dropped reply.
  func dropsAllReplies(to id: PeerID) -> Bool {
    guard let peer = queue(of: id) else { return false }
    // More than a refusal takes.
    let size = 512
    guard peer.bytes + size > peerLimit || peer.isOverBudget && refusalBytes + size > refusalLimit else { return false }
    return drop(peer) == .dropped
  }

  // MARK: Queues

  private func peer(_ id: PeerID) -> Peer {
    if let known = peers[id] { return known }
    let new = Peer(id, countedIn: totalInFlight)
    peers[id] = new
    return new
  }

  /// Returns the peer if messages wait for it.
  private func queue(of id: PeerID) -> Peer? { peers[id].flatMap { $0.messages.isEmpty ? nil : $0 } }

  /// Sends to the peers whose retries are due. Returns those that have accepted everything, and those that are unreachable with the requests
  /// that were not sent to them.
  func retry(now: Instant) -> (caughtUp: [PeerID], unreachable: [(peer: PeerID, unsent: [ClientAddress])]) {
    var (caughtUp, unreachable): ([PeerID], [(peer: PeerID, unsent: [ClientAddress])]) = ([], [])
    while hasQueues, let peer = retries.popDue(now: now) as? Peer {
      var hasProgress = false
      flushing: while let outgoing = peer.messages.popFirst() {
        count(outgoing, -1, in: peer)
        switch transmit(outgoing) {
        case .sent: hasProgress = true
        case .full:
          peer.messages.prepend(outgoing)
          count(outgoing, 1, in: peer)
          peer.backoff = hasProgress ? Self.minBackoff : min(peer.backoff * 2, Self.maxBackoff)
          retries.set(now + peer.backoff, for: peer)
          break flushing
        case .unreachable, .failed:
          peer.messages.prepend(outgoing)
          count(outgoing, 1, in: peer)
          dropped += UInt64(peer.replies)
          unreachable.append((peer.id, peer.messages.compactMap(\.requestAddress)))
          remove(from: peer) { _ in true }
          peers[peer.id] = nil
          break flushing
        }
      }
      if peer.messages.isEmpty, peers[peer.id] === peer {
        queueCount -= 1
        caughtUp.append(peer.id)
      }
    }
    return (caughtUp, unreachable)
  }

  /// Drops the queued requests to a worker that was removed; they were reassigned.
  func removeRequests(to id: PeerID) {
    if hasQueues, let peer = queue(of: id) { remove(from: peer) { $0.requestAddress != nil } }
  }

  private func remove(from peer: Peer, where isRemoved: (OutgoingMessage) -> Bool) {
    peer.messages.removeAll { outgoing in
      guard isRemoved(outgoing) else { return false }
      count(outgoing, -1, in: peer)
      return true
    }
    guard peer.messages.isEmpty else { return }
    queueCount -= 1
    // Makes its timer stale.
    peer.due = nil
  }

  /// Counts a message that is added to a queue, or removed from it if `change` is -1.
  private func count(_ outgoing: OutgoingMessage, _ change: Int, in peer: Peer) {
    let bytes = change * outgoing.byteCount
    peer.bytes += bytes
    if change < 0, peer.bytes <= settings.peerQueueBytes / 2 { peer.isOverBudget = false }
    switch outgoing.payload {
    case .reply:
      peer.replies += change
      replyBytes += bytes
    case .refusal, .disconnect: refusalBytes += bytes
    case .request, .heartbeat: break
    }
  }

  /// Forgets the peers for which nothing waits. Of those with dropped messages, some are kept to be listed. Called periodically.
  func removeIdlePeers() {
    var kept = 0
    peers = peers.filter { _, peer in
      if !peer.messages.isEmpty || peer.inFlight.count > 0 { return true }
      kept += peer.dropped > 0 ? 1 : 0
      return peer.dropped > 0 && kept <= Self.maxTrackedPeers
    }
  }
}
