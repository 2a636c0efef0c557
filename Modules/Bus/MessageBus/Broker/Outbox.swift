import DequeModule

/// Messages that slow peers have not accepted yet: one queue per peer.
struct Outbox {
  typealias Instant = ContinuousClock.Instant

  private struct Queue {
    var messages: Deque<OutgoingMessage> = []
    var replies = 0
    var refusals = 0
    var disconnects = 0
    var bytes = 0
    /// When to try again.
    var retryAt: Instant
    /// Backoff before the next retry; doubled each time the peer accepts nothing.
    var backoff = Outbox.minBackoff

    mutating func append(_ outgoing: OutgoingMessage) {
      count(outgoing, 1)
      messages.append(outgoing)
    }

    mutating func removeFirst() {
      if let first = messages.popFirst() { count(first, -1) }
    }

    private mutating func count(_ outgoing: OutgoingMessage, _ change: Int) {
      bytes += change * outgoing.byteCount
      switch outgoing.payload {
      case .reply: replies += change
      case .refusal: refusals += change
      case .disconnect: disconnects += change
      case .request, .heartbeat: break
      }
    }
  }

  private static let minBackoff = Duration.milliseconds(1)
  private static let maxBackoff = Duration.milliseconds(64)

  private var queues: [PeerID: Queue] = [:]
  /// Bytes in all queues.
  private(set) var bytes = 0

  var isEmpty: Bool { queues.isEmpty }
  var peers: [PeerID] { Array(queues.keys) }
  var nextRetry: Instant? { queues.values.lazy.map(\.retryAt).min() }

  func hasQueue(for peer: PeerID) -> Bool { queues[peer] != nil }
  func replies(for peer: PeerID) -> Int { queues[peer]?.replies ?? 0 }
  func refusals(for peer: PeerID) -> Int { queues[peer]?.refusals ?? 0 }
  func hasDisconnect(for peer: PeerID) -> Bool { queues[peer].map { $0.disconnects > 0 } ?? false }
  func bytes(for peer: PeerID) -> Int { queues[peer]?.bytes ?? 0 }
  func isDue(_ peer: PeerID, now: Instant) -> Bool { queues[peer].map { $0.retryAt <= now } ?? false }

  mutating func append(_ outgoing: OutgoingMessage, now: Instant) {
    bytes += outgoing.byteCount
    queues[outgoing.envelope.peer, default: Queue(retryAt: now + Self.minBackoff)].append(outgoing)
  }

  /// Sends queued messages to `peer` until it accepts no more. Returns the result of the last send: `sent` if the queue is now empty.
  mutating func flush(_ peer: PeerID, now: Instant, _ send: (OutgoingMessage) -> Socket.SendResult) -> Socket.SendResult {
    guard var queue = queues[peer] else { return .sent }
    // Removed while it is changed, so that the queue is not copied.
    queues[peer] = nil
    var madeProgress = false
    while let outgoing = queue.messages.first {
      let sent = send(outgoing)
      guard sent == .sent else {
        if sent == .full {
          queue.backoff = madeProgress ? Self.minBackoff : min(queue.backoff * 2, Self.maxBackoff)
          queue.retryAt = now + queue.backoff
          queues[peer] = queue
        } else {
          bytes -= queue.bytes
        }
        return sent
      }
      madeProgress = true
      bytes -= outgoing.byteCount
      queue.removeFirst()
    }
    return .sent
  }

  /// Drops the requests to a removed worker; they were reassigned.
  mutating func removeRequests(to peer: PeerID) {
    queues[peer]?.messages.removeAll { if case .request = $0.payload { true } else { false } }
    if queues[peer]?.messages.isEmpty == true { queues[peer] = nil }
  }
}
