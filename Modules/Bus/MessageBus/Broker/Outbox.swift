import DequeModule

/// Messages that slow peers have not accepted yet: one queue per peer, with a timer for its next retry.
struct Outbox {
  typealias Instant = ContinuousClock.Instant

  /// What is queued for one peer.
  struct Counts {
    var replies = 0
    var refusals = 0
    var disconnects = 0
    var replyBytes = 0
    var refusalBytes = 0

    var bytes: Int { replyBytes + refusalBytes }
  }

  private final class Queue: TimerSubject {
    let peer: PeerID
    var messages: Deque<OutgoingMessage> = []
    var counts = Counts()
    /// Backoff before the next retry; doubled each time the peer accepts nothing.
    var backoff = Outbox.minBackoff

    init(_ peer: PeerID) { self.peer = peer }
  }

  /// What became of a queue that was flushed.
  enum FlushResult: Equatable {
    /// The queue is empty.
    case sent
    case full
    /// The peer is gone, and the queue was dropped with these requests to it.
    case unreachable(unsent: [ClientAddress])
  }

  private static let minBackoff = Duration.milliseconds(1)
  private static let maxBackoff = Duration.milliseconds(64)

  private var queues: [PeerID: Queue] = [:]
  /// A turn costs nothing for the peers whose retries are not due.
  private var retries = TimerQueue()
  /// Bytes of the replies of workers in all queues.
  private(set) var replyBytes = 0
  /// Bytes of the broker's own replies in all queues. They are counted apart, so that clients that do not read leave the memory limit to others.
  private(set) var refusalBytes = 0

  var isEmpty: Bool { queues.isEmpty }
  var peers: [PeerID] { Array(queues.keys) }
  /// When to call ``popDue(now:)`` again.
  var nextRetry: Instant? { isEmpty ? nil : retries.first }

  func hasQueue(for peer: PeerID) -> Bool { queues[peer] != nil }
  func counts(for peer: PeerID) -> Counts { queues[peer]?.counts ?? Counts() }

  mutating func append(_ outgoing: OutgoingMessage, now: Instant) {
    let peer = outgoing.envelope.peer
    if let queue = queues[peer] { return append(outgoing, to: queue) }
    let queue = Queue(peer)
    queues[peer] = queue
    append(outgoing, to: queue)
    retries.set(now + queue.backoff, for: queue)
  }

  private mutating func append(_ outgoing: OutgoingMessage, to queue: Queue) {
    count(outgoing, in: queue, 1)
    queue.messages.append(outgoing)
  }

  /// Returns the next peer whose retry is due; ``flush(_:now:_:)`` must follow.
  mutating func popDue(now: Instant) -> PeerID? { (retries.popDue(now: now) as? Queue)?.peer }

  /// Sends queued messages to `peer` until it accepts no more.
  mutating func flush(_ peer: PeerID, now: Instant, _ send: (OutgoingMessage) -> Socket.SendResult) -> FlushResult {
    guard let queue = queues[peer] else { return .sent }
    var madeProgress = false
    while let outgoing = queue.messages.first {
      switch send(outgoing) {
      case .sent: break
      case .full:
        queue.backoff = madeProgress ? Self.minBackoff : min(queue.backoff * 2, Self.maxBackoff)
        retries.set(now + queue.backoff, for: queue)
        return .full
      case .unreachable, .failed:
        replyBytes -= queue.counts.replyBytes
        refusalBytes -= queue.counts.refusalBytes
        remove(queue)
        return .unreachable(unsent: queue.messages.compactMap(\.requestAddress))
      }
      madeProgress = true
      count(outgoing, in: queue, -1)
      queue.messages.removeFirst()
    }
    remove(queue)
    return .sent
  }

  /// Drops the requests to a removed worker; they were reassigned.
  mutating func removeRequests(to peer: PeerID) {
    guard let queue = queues[peer] else { return }
    queue.messages.removeAll { if case .request = $0.payload { true } else { false } }
    if queue.messages.isEmpty { remove(queue) }
  }

  /// Counts a message that is added to `queue`, or removed from it if `change` is -1, there and in the bytes of all queues.
  private mutating func count(_ outgoing: OutgoingMessage, in queue: Queue, _ change: Int) {
    switch outgoing.payload {
    case .reply:
      let bytes = change * outgoing.byteCount
      queue.counts.replies += change
      queue.counts.replyBytes += bytes
      replyBytes += bytes
    case .refusal:
      let bytes = change * outgoing.byteCount
      queue.counts.refusals += change
      queue.counts.refusalBytes += bytes
      refusalBytes += bytes
    case .disconnect: queue.counts.disconnects += change
    case .request, .heartbeat: break
    }
  }

  private mutating func remove(_ queue: Queue) {
    queues[queue.peer] = nil
    // Makes its timer stale.
    queue.due = nil
  }
}
