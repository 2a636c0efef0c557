import DequeModule

/// Sends the broker's messages and queues those that slow peers do not accept at once. What is queued for a peer has one budget of bytes,
/// ``Broker/Settings/peerQueueBytes``; the broker's own replies and DISCONNECT may take a quarter more.
final class BrokerSender {
  typealias Action = BrokerMachine<Body>.Action

  enum Outcome {
    /// Queued until the peer accepts it, or dropped because a limit was reached.
    case sent, queued, dropped
    /// A heartbeat that the peer did not accept, because the next one replaces it; or an action that sends nothing.
    case skipped
    case unreachable
  }

  /// What waits for one peer, here and in libzmq, and how often it retries.
  private final class Peer: TimerSubject {
    let id: PeerID
    var messages: Deque<Action> = []
    /// Bytes of ``messages``, and the number of replies among them.
    var (bytes, replies) = (0, 0)
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

  init(_ router: Socket, _ settings: Broker.Settings) {
    self.router = router
    self.settings = settings
  }

  /// Bytes of the replies of workers that are queued here and in libzmq.
  var byteCount: Int { replyBytes + totalInFlight.count }
  var nextRetry: Instant? { hasQueues ? retries.first : nil }
  /// Whether any peer is slow: ``dropsAllReplies(to:)`` is needed only then.
  var hasQueues: Bool { queueCount > 0 }

  /// The peers that read more slowly than the broker sends, with the number of replies queued for each, and the number dropped.
  var slowPeers: [(peer: PeerID, waiting: Int, dropped: Int)] {
    peers.values.filter { !$0.messages.isEmpty || $0.dropped > 0 }.map { ($0.id, $0.replies, $0.dropped) }
  }

  // MARK: Sending

  func send(_ action: Action, now: Instant) -> Outcome {
    guard let id = action.envelope?.peer else { return .skipped }
    let isBehind = hasQueues && queue(of: id) != nil
    switch isBehind ? .full : transmit(action, to: id) {
    case .sent: return .sent
    case .full: return enqueue(action, for: peer(id), now: now)
    case .unreachable, .failed:
      peers[id] = nil
      return .unreachable
    }
  }

  private func transmit(_ action: Action, to id: PeerID) -> Socket.SendResult {
    var inFlight: BytesInFlight?
    if case .reply = action, action.byteCount >= BytesInFlight.largeMessageSize {
      let size = action.byteCount
      let counter = peer(id).inFlight
      guard counter.count == 0 || counter.count + size <= settings.peerQueueBytes, hasRoom(for: size) else { return .full }
      inFlight = counter
    }
    return action.send(through: router, inFlight)
  }

  private func hasRoom(for size: Int) -> Bool { requestBytes + byteCount + size <= settings.memoryLimit }

  private func enqueue(_ action: Action, for peer: Peer, now: Instant) -> Outcome {
    let size = action.byteCount
    switch action {
    case .heartbeat, .joined, .left: return .skipped
    // Bounded already, by the worker's credit and by the machine.
    case .request, .cancel: break
    case .reply(_, _, _, let body, _):
      guard peer.bytes + size <= settings.peerQueueBytes, hasRoom(for: size) else {
        peer.isOverBudget = true
        return drop(peer)
      }
      body.compact()
    case .refuse, .disconnect:
      guard peer.bytes + size <= peerLimit, refusalBytes + size <= refusalLimit else { return drop(peer) }
    }
    if peer.messages.isEmpty {
      queueCount += 1
      peer.isOverBudget = false
      peer.backoff = Self.minBackoff
      retries.set(now + peer.backoff, for: peer)
    }
    peer.messages.append(action)
    count(action, 1, in: peer)
    return .queued
  }

  /// Maximum bytes for one peer, the broker's own replies included, and of these for all peers.
  private var peerLimit: Int { settings.peerQueueBytes / 4 * 5 }
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

  /// Sends to the peers whose retries are due. Returns those that have accepted everything, and the unreachable ones with their unsent requests.
  func retry(now: Instant) -> (caughtUp: [PeerID], unreachable: [(peer: PeerID, unsent: [ClientAddress])]) {
    var (caughtUp, unreachable): ([PeerID], [(peer: PeerID, unsent: [ClientAddress])]) = ([], [])
    while hasQueues, let peer = retries.popDue(now: now) as? Peer {
      var (result, hasProgress) = (Socket.SendResult.sent, false)
      while result == .sent, let action = peer.messages.first {
        // What is sent counts as in flight instead.
        count(action, -1, in: peer)
        result = transmit(action, to: peer.id)
        if result == .sent { peer.messages.removeFirst() } else { count(action, 1, in: peer) }
        hasProgress = hasProgress || result == .sent
      }
      switch result {
      case .sent:
        queueCount -= 1
        caughtUp.append(peer.id)
      case .full:
        peer.backoff = hasProgress ? Self.minBackoff : min(peer.backoff * 2, Self.maxBackoff)
        retries.set(now + peer.backoff, for: peer)
      case .unreachable, .failed:
        dropped += UInt64(peer.replies)
        unreachable.append((peer.id, peer.messages.compactMap(\.requestAddress)))
        remove(from: peer) { _ in true }
        peers[peer.id] = nil
      }
    }
    return (caughtUp, unreachable)
  }

  /// Drops the queued requests to a worker that was removed; they were reassigned.
  func removeRequests(to id: PeerID) {
    if hasQueues, let peer = queue(of: id) { remove(from: peer) { $0.requestAddress != nil } }
  }

  private func remove(from peer: Peer, where isRemoved: (Action) -> Bool) {
    peer.messages.removeAll { action in
      guard isRemoved(action) else { return false }
      count(action, -1, in: peer)
      return true
    }
    guard peer.messages.isEmpty else { return }
    queueCount -= 1
    // Makes its timer stale.
    peer.due = nil
  }

  /// Counts a message that is added to a queue, or removed from it if `change` is -1.
  private func count(_ action: Action, _ change: Int, in peer: Peer) {
    let bytes = change * action.byteCount
    peer.bytes += bytes
    if change < 0, peer.bytes <= settings.peerQueueBytes / 2 { peer.isOverBudget = false }
    switch action {
    case .reply:
      peer.replies += change
      replyBytes += bytes
    case .refuse, .disconnect: refusalBytes += bytes
    default: break
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

/// The frames of the messages that actions send.
extension BrokerMachine<Body>.Action {
  /// The receiver; `nil` if the action sends nothing to a peer.
  var envelope: BrokerMessage.Envelope? {
    switch self {
    case .request(let envelope, _, _), .cancel(let envelope, _), .reply(let envelope, _, _, _, _), .refuse(let envelope, _, _, _),
      .heartbeat(let envelope), .disconnect(let envelope):
      envelope
    case .joined, .left: nil
    }
  }

  /// The address of a request to a worker, or of its cancellation.
  var requestAddress: ClientAddress? {
    switch self {
    case .request(_, let address, _), .cancel(_, let address): address
    default: nil
    }
  }

  /// Memory used while queued, in bytes; 0 for requests, which the machine counts.
  var byteCount: Int {
    switch self {
    case .reply(_, _, let service, let body, _): 768 + service.utf8.count + body.byteCount
    case .refuse(_, let service, _, let id): 128 + service.utf8.count + id.count
    case .disconnect: 128
    default: 0
    }
  }

  /// Sends the message: if libzmq accepts the first frame, it accepts the rest. A reply counts towards `inFlight` until libzmq has written it.
  fileprivate func send(through router: Socket, _ inFlight: BytesInFlight?) -> Socket.SendResult {
    guard let envelope else { return .failed }
    let first = envelope.peer.withBytes { router.send($0, more: true) }
    guard first == .sent else { return first }
    if envelope.isDelimited { _ = router.send([], more: true) }
    switch self {
    case .heartbeat: Self.sendHead(MDP.Header.worker, MDP.WorkerCommand.heartbeat, more: false, router)
    case .disconnect: Self.sendHead(MDP.Header.worker, MDP.WorkerCommand.disconnect, more: false, router)
    case .cancel(_, let address):
      Self.sendHead(MDP.Header.worker, MDP.WorkerCommand.heartbeat, more: true, router)
      _ = address.withBytes { router.send($0, more: false) }
    case .request(_, let address, let body):
      Self.sendHead(MDP.Header.worker, MDP.WorkerCommand.request, more: true, router)
      _ = address.withBytes { router.send($0, more: true) }
      _ = router.send([], more: true)
      body.send(through: router)
    case .reply(_, let isFinal, let service, let body, _):
      Self.sendHead(MDP.Header.client, isFinal ? MDP.ClientCommand.final : MDP.ClientCommand.partial, more: true, router)
      _ = router.send(service, more: true)
      body.send(through: router, inFlight.map { ($0, byteCount) })
    case .refuse(_, let service, let refusal, let id):
      // Encoded only now: thousands may be queued for a peer that does not read.
      Self.sendHead(MDP.Header.client, MDP.ClientCommand.final, more: true, router)
      _ = router.send(service, more: true)
      Body(frames: BodyFrames.frames(id: id, Reply(refusal.problem(service: service)))).send(through: router)
    case .joined, .left: break
    }
    return .sent
  }

  private static func sendHead(_ header: StaticString, _ command: UInt8, more: Bool, _ router: Socket) {
    _ = header.withUTF8Buffer { router.send(UnsafeRawBufferPointer($0), more: true) }
    _ = withUnsafeBytes(of: command) { router.send($0, more: more) }
  }
}

extension Body {
  /// Sends all frames, which end the message. With `counted`, counts its bytes in flight until libzmq has written the largest frame.
  fileprivate func send(through router: Socket, _ counted: (inFlight: BytesInFlight, size: Int)? = nil) {
    let last = message.count - 1
    guard last >= start else {
      _ = router.send([], more: false)
      return
    }
    let largest = counted == nil ? nil : (start...last).max { message.size($0) < message.size($1) }
    for index in start...last {
      if let counted, index == largest {
        _ = router.send(countedFrame: index, of: message, size: counted.size, counted.inFlight, more: index < last)
      } else {
        _ = router.send(frame: index, of: message, more: index < last)
      }
    }
  }
}
