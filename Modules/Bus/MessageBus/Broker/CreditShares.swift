/// Decides when each flow may use only a share of the credit of a service's workers.
///
/// A worker that answers at once has answered all requests of its credit before the broker forwards the first of these replies. The replies
/// then wait in the broker's receive queue, and a request of a client with few requests waits behind those of a client with many. As long as
/// both use such a service, each flow may only hold ``share(ofCredit:)`` requests at each worker: enough to keep the worker busy. Without
/// I/O.
struct CreditShares {
  typealias Instant = ContinuousClock.Instant

  /// Until when the shares hold.
  private var limitedUntil: Instant?
  /// Until when a client with few requests counts as using the service beside one with many.
  private var sharedUntil: Instant?
  private var lastPeer: PeerID?
  /// Requests that workers hold, by flow, while the shares hold.
  private var held: [Int: Int] = [:]

  /// How long the shares hold after the last sign that replies wait.
  private static let limitTime = Duration.milliseconds(20)
  /// How long the service counts as shared after a request of a client with few.
  private static let sharedTime = Duration.milliseconds(100)
  /// Replies of one worker in one turn of the broker's loop from which replies count as waiting.
  static let waitingReplies = 3
  /// The time for which a worker that answers at once holds a request. Replies of others may arrive together, too, but their workers need
  /// many requests to be busy.
  private static let shortTime = Duration.milliseconds(2)
  /// The number of requests that each flow may hold in any case.
  private static let least = 3

  /// The number of requests that one flow may hold at a worker.
  static func share(ofCredit credit: Int) -> Int { max(least, credit / 20) }

  /// Whether a request held since `start` may belong to a worker that answers at once. The shares do not count others, which may be held for
  /// long.
  static func isShort(since start: Instant, now: Instant) -> Bool { now - start < shortTime }

  /// Handles a request of another client than the last one. It waits for `outstanding` others, and each worker holds at least `held`
  /// requests. Returns whether the client has few requests and uses the service beside one with many.
  mutating func requested(by peer: PeerID, outstanding: Int, held: Int, now: Instant) -> Bool {
    guard peer != lastPeer else { return false }
    defer { lastPeer = peer }
    // The first requests of a client with many are not those of one with few.
    guard lastPeer != nil, outstanding < Self.least, held - outstanding >= Self.least else { return false }
    sharedUntil = now + Self.sharedTime
    return true
  }

  func isShared(now: Instant) -> Bool { sharedUntil.map { $0 > now } ?? false }

  /// Handles that replies wait. Returns when to call ``expire(now:)``.
  mutating func limit(now: Instant) -> Instant {
    let end = now + Self.limitTime
    limitedUntil = end
    return end
  }

  /// Ends the limit if it is due. Returns when to call again; `nil` once the shares do not hold.
  mutating func expire(now: Instant) -> Instant? {
    if let limitedUntil, limitedUntil > now { return limitedUntil }
    end()
    return nil
  }

  mutating func end() {
    limitedUntil = nil
    held = [:]
  }

  /// Counts a request that a worker holds while the shares hold.
  mutating func took(_ flow: Int) { held[flow, default: 0] += 1 }

  mutating func gaveBack(_ flow: Int) {
    guard let count = held[flow] else { return }
    held[flow] = count > 1 ? count - 1 : nil
  }

  /// Whether a worker may take a further request of `flow`, of which the workers may hold `share`.
  func allows(_ flow: Int, share: Int) -> Bool { held[flow, default: 0] < share }
}
