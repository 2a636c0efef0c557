/// Decides what becomes of peers that break the protocol again and again: a peer that sends many invalid messages, or registers and leaves
/// many times, gets DISCONNECT and is then ignored for a while. Without I/O.
///
/// Peers are known by their connection, so a peer that reconnects starts anew; ``BrokerSockets`` and ``LogRateLimiter`` bound that.
struct PeerConduct {
  typealias Instant = ContinuousClock.Instant

  enum Offence: Hashable, CaseIterable {
    /// A message that is not valid MDP, or that the peer may not send.
    case invalidMessage
    /// READY. Well-behaved workers send one for each connection.
    case registration

    /// Number of offences within ``PeerConduct/window`` that are tolerated.
    var tolerated: Int {
      switch self {
      case .invalidMessage: 32
      case .registration: 8
      }
    }
  }

  enum Verdict: Equatable {
    case tolerate
    /// Send DISCONNECT, and ignore the peer from now on.
    case ignore
  }

  private struct Count {
    var value: Int
    let windowEnds: Instant
  }

  private struct Key: Hashable {
    let peer: PeerID
    let offence: Offence
  }

  /// Time in which offences are counted.
  static let window = Duration.seconds(10)
  /// How long a peer is ignored.
  static let penalty = Duration.seconds(30)
  /// Maximum number of peers counted, and of peers ignored, at once. While as many are counted, further peers are tolerated.
  static let maxPeers = 4_096

  private var counts: [Key: Count] = [:]
  private var ignoredUntil: [PeerID: Instant] = [:]
  /// Number of times that a peer was ignored.
  private(set) var ignoredCount: UInt64 = 0

  /// Whether any peer may be ignored: ``isIgnored(_:now:)`` is needed only then.
  var ignoresSome: Bool { !ignoredUntil.isEmpty }

  func isIgnored(_ peer: PeerID, now: Instant) -> Bool { ignoredUntil[peer].map { now < $0 } ?? false }

  /// Counts an offence of `peer`, which is not ignored.
  mutating func record(_ offence: Offence, of peer: PeerID, now: Instant) -> Verdict {
    let key = Key(peer: peer, offence: offence)
    var count = counts[key].flatMap { now < $0.windowEnds ? $0 : nil } ?? Count(value: 0, windowEnds: now + Self.window)
    count.value += 1
    guard count.value > offence.tolerated else {
      if counts[key] != nil || counts.count < Self.maxPeers { counts[key] = count }
      return .tolerate
    }
    guard ignoredUntil.count < Self.maxPeers else { return .tolerate }
    for offence in Offence.allCases { counts[Key(peer: peer, offence: offence)] = nil }
    ignoredUntil[peer] = now + Self.penalty
    ignoredCount += 1
    return .ignore
  }

  /// Forgets what has expired. Call this regularly; takes time linear in the number of peers counted.
  mutating func removeExpired(now: Instant) {
    if !counts.isEmpty { counts = counts.filter { now < $0.value.windowEnds } }
    if !ignoredUntil.isEmpty { ignoredUntil = ignoredUntil.filter { now < $0.value } }
  }
}
