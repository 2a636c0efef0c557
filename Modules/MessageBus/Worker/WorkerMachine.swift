/// The worker's side of MDP 0.2 without any I/O: (state, event, now) → (state, actions). STATES.md has the table.
struct WorkerMachine {
  typealias Instant = ContinuousClock.Instant
  /// The client's address as the broker gave it: opaque bytes, returned untouched.
  struct Address: Hashable, ExpressibleByArrayLiteral {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(arrayLiteral elements: UInt8...) { bytes = elements }

    // An array would be hashed byte by byte.
    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  enum State: Equatable {
    /// No connection, or none that READY was sent on.
    case connecting
    case ready
    /// DISCONNECT was sent; what follows is the broker's own DISCONNECT, which shows that it read everything before.
    case leaving(until: Instant)
    case stopped
  }

  enum Action: Equatable {
    case sendReady
    case sendHeartbeat
    case sendDisconnect
    /// Close the socket and connect anew after this time.
    case reopen(after: Duration)
  }

  private let heartbeatInterval: Duration
  private let liveness: Int
  private(set) var state = State.connecting
  private(set) var isDraining = false
  /// Requests in work that the broker of this connection gave out.
  private(set) var running: Set<Address> = []
  private var lastHeard: Instant
  private var nextHeartbeat: Instant
  private var reopenings = 0

  static let firstReopening = Duration.milliseconds(20)
  static let longestReopening = Duration.seconds(1)
  static let longestLeaving = Duration.seconds(1)

  init(heartbeatInterval: Duration, liveness: Int, now: Instant) {
    self.heartbeatInterval = heartbeatInterval
    self.liveness = liveness
    lastHeard = now
    nextHeartbeat = now + heartbeatInterval
  }

  var nextDue: Instant? {
    switch state {
    case .connecting, .stopped: nil
    case .ready: min(nextHeartbeat, lastHeard + heartbeatInterval * liveness)
    case .leaving(let until): until
    }
  }

  mutating func connected(now: Instant) -> [Action] {
    guard state == .connecting else { return [] }
    if isDraining {
      state = .stopped
      return []
    }
    state = .ready
    lastHeard = now
    nextHeartbeat = now + heartbeatInterval
    return [.sendReady]
  }

  /// What runs goes on, but its answers have nowhere to go: the broker hands the requests to another worker, or the clients repeat them.
  mutating func disconnected() {
    running = []
    switch state {
    case .connecting, .stopped: break
    case .ready: state = isDraining ? .stopped : .connecting
    case .leaving: state = .stopped
    }
  }

  /// `true` when work on the request is to start.
  mutating func request(_ address: Address, now: Instant) -> Bool {
    lastHeard = now
    // A draining worker leaves new requests alone: its DISCONNECT hands them back.
    guard state == .ready, !isDraining else { return false }
    reopenings = 0
    running.insert(address)
    return true
  }

  mutating func heartbeat(now: Instant) {
    lastHeard = now
    reopenings = 0
  }

  /// The broker does not know this worker (it was restarted), or has had enough of it.
  mutating func disconnect(now: Instant) -> [Action] {
    if case .leaving = state {
      state = .stopped
      return []
    }
    return state == .ready ? reopen() : []
  }

  /// The answer to `address` is complete. `false` when nobody waits for it any more: it must not be sent.
  mutating func finished(_ address: Address) -> Bool { running.remove(address) != nil }

  /// Take nothing new. Call ``leaveIfDone(now:)`` after the answers that were sent.
  mutating func drain() {
    isDraining = true
    if state == .connecting { state = .stopped }
  }

  /// Once a draining worker runs nothing more: DISCONNECT, and a HEARTBEAT which the broker, not knowing us any more, answers
  /// with DISCONNECT. That answer proves that it has read every reply before.
  mutating func leaveIfDone(now: Instant) -> [Action] {
    guard isDraining, state == .ready, running.isEmpty else { return [] }
    state = .leaving(until: now + Self.longestLeaving)
    return [.sendDisconnect, .sendHeartbeat]
  }

  mutating func tick(now: Instant) -> [Action] {
    switch state {
    case .connecting, .stopped: return []
    case .leaving(let until):
      if until <= now { state = .stopped }
      return []
    case .ready:
      if lastHeard + heartbeatInterval * liveness <= now { return reopen() }
      guard nextHeartbeat <= now else { return [] }
      nextHeartbeat = now + heartbeatInterval
      return [.sendHeartbeat]
    }
  }

  private mutating func reopen() -> [Action] {
    running = []
    guard !isDraining else {
      state = .stopped
      return []
    }
    state = .connecting
    defer { reopenings += 1 }
    return [.reopen(after: min(Self.longestReopening, Self.firstReopening * (1 << min(reopenings, 10))))]
  }
}
