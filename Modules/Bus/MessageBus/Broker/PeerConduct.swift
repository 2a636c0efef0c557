/// Decides what becomes of peers that break the protocol again and again: a peer that sends many invalid messages, or registers and leaves
/// many times, gets DISCONNECT and is then ignored for a while. Without I/O.
///
/// Peers are known by their connection, so a peer that reconnects starts anew; ``BrokerSockets`` and ``LogRateLimiter`` bound that.
struct PeerConduct {
  typealias Instant = ContinuousClock.Instant

  enum Offence: Int {
    /// A message that is not valid MDP, or that the peer may not send.
    case invalidMessage = 1
    /// READY. Well-behaved workers send one for each connection.
    case registration = 4
  }

  private struct Count {
    var points: Int
    let windowEnds: Instant
  }

  /// The sum of offences, by their raw values, that is tolerated within ``window``.
  static let tolerance = 32
  /// Time in which offences are counted.
  private static let window = Duration.seconds(10)
  /// How long a peer is ignored.
  static let penalty = Duration.seconds(30)
  /// Maximum number of peers counted, and of peers ignored, at once. While as many are counted, further peers are tolerated.
  static let maxPeers = 4_096

  private var counts: [PeerID: Count] = [:]
  private var ignoredUntil: [PeerID: Instant] = [:]

  /// Whether any peer may be ignored: ``isIgnored(_:now:)`` is needed only then.
  var ignoresSome: Bool { !ignoredUntil.isEmpty }

  func isIgnored(_ peer: PeerID, now: Instant) -> Bool { ignoredUntil[peer].map { now < $0 } ?? false }

  /// Counts an offence of `peer`, which is not ignored. Returns `false` if the peer is ignored from now on.
  mutating func tolerates(_ offence: Offence, of peer: PeerID, now: Instant) -> Bool {
    var count = counts[peer].flatMap { now < $0.windowEnds ? $0 : nil } ?? Count(points: 0, windowEnds: now + Self.window)
    count.points += offence.rawValue
    if count.points <= Self.tolerance {
      if counts[peer] != nil || counts.count < Self.maxPeers { counts[peer] = count }
      return true
    }
    guard ignoredUntil.count < Self.maxPeers else { return true }
    counts[peer] = nil
    ignoredUntil[peer] = now + Self.penalty
    return false
  }

  /// Forgets what has expired. Call this regularly; takes time linear in the number of peers counted.
  mutating func removeExpired(now: Instant) {
    if !counts.isEmpty { counts = counts.filter { now < $0.value.windowEnds } }
    if !ignoredUntil.isEmpty { ignoredUntil = ignoredUntil.filter { now < $0.value } }
  }
}

/// Limits the log lines that peers cause: a worker that keeps reconnecting must not fill the disk.
struct LogRateLimiter {
  private var windowEnds: ContinuousClock.Instant?
  private var lines = 0

  private static let window = Duration.seconds(60)
  /// Maximum number of lines per window.
  static let maxLines = 100

  mutating func allows(now: ContinuousClock.Instant) -> Bool {
    windowEnds = windowEnds ?? now + Self.window
    lines += 1
    return lines <= Self.maxLines
  }

  /// Returns the number of lines suppressed in the window that just ended; `nil` if the window has not ended or no line was suppressed.
  mutating func summary(now: ContinuousClock.Instant) -> Int? {
    guard let windowEnds, windowEnds <= now else { return nil }
    defer { self = LogRateLimiter() }
    return lines > Self.maxLines ? lines - Self.maxLines : nil
  }
}
