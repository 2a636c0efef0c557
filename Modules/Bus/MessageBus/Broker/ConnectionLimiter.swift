/// Decides from the number of connections whether to accept more. libzmq aborts the process when it runs out of file descriptors in accept.
struct ConnectionLimiter {
  typealias Instant = ContinuousClock.Instant

  enum Change: Equatable {
    case pause
    case resume
  }

  /// Number of connections at which accepting stops.
  let limit: Int
  /// Current number of connections.
  var count = 0
  private(set) var isAccepting = true
  private var lastChange: Instant?

  /// Minimum time without accepting, so that the state does not flap.
  private static let minPause = Duration.milliseconds(200)

  init(limit: Int) { self.limit = max(1, limit) }

  /// Returns the change to make now, if any: pause at the limit, resume when a sixteenth of the limit is free.
  mutating func update(now: Instant) -> Change? {
    if let lastChange, now < lastChange + Self.minPause, !isAccepting { return nil }
    switch isAccepting {
    case true where count >= limit:
      (isAccepting, lastChange) = (false, now)
      return .pause
    case false where count < limit - limit / 16:
      (isAccepting, lastChange) = (true, now)
      return .resume
    default: return nil
    }
  }

  /// Returns the connection limit for this number of file descriptors: a quarter is reserved for connections already in the backlog
  /// when accepting stops, and for the rest of the process.
  static func limit(descriptors: Int, wanted: Int) -> Int { min(wanted, descriptors - descriptors / 4) }

  /// Returns the listen backlog: well within the reserved quarter.
  static func backlog(descriptors: Int) -> Int32 { Int32(clamping: max(16, min(4_096, descriptors / 8))) }
}
