/// Decides whether new connections are let in, from how many there are. libzmq aborts the process when no descriptor is left to accept with.
struct ConnectionGate {
  typealias Instant = ContinuousClock.Instant

  enum Change: Equatable {
    case close
    case open
  }

  /// Connections from which on nobody else is let in.
  let limit: Int
  /// Connections there are.
  var count = 0
  private(set) var isOpen = true
  private var changed: Instant?

  /// A gate that opened and closed all the time would keep everybody waiting.
  private static let shortestPeriod = Duration.milliseconds(200)

  init(limit: Int) { self.limit = max(1, limit) }

  /// What to do now. Closed at the limit, opened again when a sixteenth of it is free.
  mutating func change(now: Instant) -> Change? {
    if let changed, now < changed + Self.shortestPeriod, !isOpen { return nil }
    switch isOpen {
    case true where count >= limit:
      (isOpen, changed) = (false, now)
      return .close
    case false where count < limit - limit / 16:
      (isOpen, changed) = (true, now)
      return .open
    default: return nil
    }
  }

  /// How many connections this process can take with so many descriptors: a quarter is left to accept those that were under way when the gate closed,
  /// and to everything else here.
  static func limit(descriptors: Int, wanted: Int) -> Int { min(wanted, descriptors - descriptors / 4) }

  /// Connections that may wait to be accepted: well within the quarter that is left.
  static func backlog(descriptors: Int) -> Int32 { Int32(clamping: max(16, min(4_096, descriptors / 8))) }
}
