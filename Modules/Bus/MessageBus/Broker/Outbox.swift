import DequeModule

/// What slow peers have not taken yet, in order, a queue for each.
struct Outbox {
  typealias Instant = ContinuousClock.Instant

  private struct Queue {
    var messages: Deque<Outgoing> = []
    var answers = 0
    var refusals = 0
    var bytes = 0
    /// When to try again, and how long to wait after that: longer each time that nothing was taken.
    var retryAt: Instant
    var pause = Outbox.shortestPause

    mutating func append(_ outgoing: Outgoing) {
      count(outgoing, 1)
      messages.append(outgoing)
    }

    mutating func removeFirst() {
      if let first = messages.popFirst() { count(first, -1) }
    }

    private mutating func count(_ outgoing: Outgoing, _ change: Int) {
      bytes += change * outgoing.byteCount
      switch outgoing.part {
      case .reply: answers += change
      case .refusal: refusals += change
      case .request, .heartbeat, .disconnect: break
      }
    }
  }

  private static let shortestPause = Duration.milliseconds(1)
  private static let longestPause = Duration.milliseconds(64)

  private var queues: [PeerID: Queue] = [:]
  /// Of all queues together.
  private(set) var bytes = 0

  var isEmpty: Bool { queues.isEmpty }
  var peers: [PeerID] { Array(queues.keys) }
  var nextRetry: Instant? { queues.values.lazy.map(\.retryAt).min() }

  func hasQueue(for peer: PeerID) -> Bool { queues[peer] != nil }
  func answers(for peer: PeerID) -> Int { queues[peer]?.answers ?? 0 }
  func refusals(for peer: PeerID) -> Int { queues[peer]?.refusals ?? 0 }
  func bytes(for peer: PeerID) -> Int { queues[peer]?.bytes ?? 0 }
  func isDue(_ peer: PeerID, now: Instant) -> Bool { queues[peer].map { $0.retryAt <= now } ?? false }

  mutating func append(_ outgoing: Outgoing, now: Instant) {
    bytes += outgoing.byteCount
    queues[outgoing.envelope.peer, default: Queue(retryAt: now + Self.shortestPause)].append(outgoing)
  }

  /// Sends what `peer` takes now. Returns what sending the last one ended with: `yes` when nothing waits any more.
  mutating func flush(_ peer: PeerID, now: Instant, _ send: (Outgoing) -> Socket.Sent) -> Socket.Sent {
    guard var queue = queues[peer] else { return .yes }
    // Taken out, so that its messages have one owner while it changes.
    queues[peer] = nil
    var hasMoved = false
    while let outgoing = queue.messages.first {
      let sent = send(outgoing)
      guard sent == .yes else {
        if sent == .full {
          queue.pause = hasMoved ? Self.shortestPause : min(queue.pause * 2, Self.longestPause)
          queue.retryAt = now + queue.pause
          queues[peer] = queue
        } else {
          bytes -= queue.bytes
        }
        return sent
      }
      hasMoved = true
      bytes -= outgoing.byteCount
      queue.removeFirst()
    }
    return .yes
  }

  /// Drops the requests to a worker that has been given up: others get them.
  mutating func removeRequests(to peer: PeerID) {
    queues[peer]?.messages.removeAll { if case .request = $0.part { true } else { false } }
    if queues[peer]?.messages.isEmpty == true { queues[peer] = nil }
  }
}
