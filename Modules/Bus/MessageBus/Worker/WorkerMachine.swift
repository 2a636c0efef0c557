/// State machine of the worker's side of MDP 0.2, without I/O. STATES.md has its table.
struct WorkerMachine {
  /// The client address in REQUEST: opaque bytes, returned unchanged in replies.
  struct Address: Hashable, ExpressibleByArrayLiteral {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(arrayLiteral elements: UInt8...) { bytes = elements }

    // Faster than the synthesised hash, which feeds the array byte by byte.
    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  enum State: Equatable {
    /// Not connected, or READY not sent yet.
    case connecting
    case ready
    /// DISCONNECT was sent. The broker's own DISCONNECT will confirm that it has read all earlier messages.
    case leaving(until: Instant)
    case stopped
  }

  enum Action: Equatable {
    case sendReady
    case sendHeartbeat
    /// Send HEARTBEAT with a third frame that announces this credit.
    case sendCredit(Int)
    case sendDisconnect
    /// Cancel the running requests: the registration is lost, so their replies cannot be sent.
    case cancelRunning
    /// Close the socket and reconnect after this time.
    case reconnect(after: Duration)
  }

  private let heartbeatInterval: Duration
  private let liveness: Int
  /// Base credit, announced in READY; with 1, no credit is announced.
  private let credit: Int
  /// Whether the transport reports the end of the broker's process, as ipc does.
  private let detectsDisconnect: Bool
  private(set) var state = State.connecting
  /// Whether the worker takes no new requests.
  private(set) var isDraining = false
  /// Number of READYs sent. A reply is valid only under the registration with which its request arrived.
  private(set) var registration: UInt64 = 0
  /// Running requests of this registration; `true` if the request has released its credit.
  private var running: [Address: Bool] = [:]
  /// Number of running requests that have released their credit.
  private var releasedCount = 0
  /// The credit last announced to the broker.
  private(set) var announcedCredit: Int
  private var lastHeard: Instant
  /// Whether a reply was sent since the broker was last heard, so that the broker may not have read it.
  private var hasUnconfirmedReply = false
  private var nextHeartbeat: Instant
  private var reconnectAttempts = 0

  static let minReconnectDelay = Duration.milliseconds(20)
  static let maxReconnectDelay = Duration.seconds(1)
  static let leaveTimeout = Duration.seconds(1)

  init(heartbeatInterval: Duration, liveness: Int, credit: Int = 1, detectsDisconnect: Bool = false, now: Instant) {
    (self.heartbeatInterval, self.liveness, self.credit, announcedCredit) = (heartbeatInterval, liveness, credit, credit)
    (self.detectsDisconnect, lastHeard, nextHeartbeat) = (detectsDisconnect, now, now + heartbeatInterval)
  }

  private var livenessTimeout: Duration { heartbeatInterval * liveness }

  var nextTimeout: Instant? {
    switch state {
    case .connecting, .stopped: nil
    case .ready: min(nextHeartbeat, toleratesSilence ? nextHeartbeat : lastHeard + livenessTimeout)
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
    registration += 1
    announcedCredit = credit
    heardBroker(now)
    nextHeartbeat = now + heartbeatInterval
    return [.sendReady]
  }

  /// Handles a lost connection. The broker reassigns the running requests, or the clients retry them.
  mutating func disconnected() -> [Action] {
    switch state {
    case .connecting, .stopped: break
    case .ready: state = isDraining ? .stopped : .connecting
    case .leaving: state = .stopped
    }
    return cancelRunningRequests()
  }

  /// What to do with a received request.
  enum RequestDisposition: Equatable {
    case start
    /// Hand the request back at once: HEARTBEAT with credit 0 and its address.
    case handBack
    /// Do nothing: the DISCONNECT that follows hands the request back.
    case ignore
  }

  mutating func request(_ address: Address, now: Instant) -> RequestDisposition {
    heardBroker(now)
    guard state == .ready else { return .ignore }
    // The broker sent this request before it knew that the worker drains. DISCONNECT follows the running requests, which may take long.
    if isDraining { return credit > 1 && !running.isEmpty ? .handBack : .ignore }
    reconnectAttempts = 0
    running[address] = false
    return .start
  }

  /// Whether a request may be answered without ``request(_:now:)``.
  var mayAnswerAtOnce: Bool { state == .ready && !isDraining }

  /// Handles a request that was answered at once.
  mutating func answeredAtOnce(now: Instant) {
    heardBroker(now)
    reconnectAttempts = 0
    hasUnconfirmedReply = true
  }

  /// Whether to stay connected to a silent broker. If the connection is up, the broker is stopped or busy, not dead, and it still waits
  /// for the running requests and unread replies. Without any of them, registering again loses nothing, and RFC 18 requires it.
  private var toleratesSilence: Bool { detectsDisconnect && (hasUnconfirmedReply || !running.isEmpty) }

  /// Restarts the liveness timeout after this process was suspended.
  mutating func processResumed(now: Instant) { lastHeard = max(lastHeard, now) }

  mutating func heartbeat(now: Instant) {
    heardBroker(now)
    reconnectAttempts = 0
  }

  private mutating func heardBroker(_ now: Instant) {
    lastHeard = now
    hasUnconfirmedReply = false
  }

  /// Handles DISCONNECT: the broker does not know this worker, because the broker was restarted or has disconnected it.
  mutating func disconnect(now: Instant) -> [Action] {
    if case .leaving = state {
      state = .stopped
      return []
    }
    return state == .ready ? reconnect() : []
  }

  /// Returns whether a request of this registration still needs its reply.
  func isRunning(_ address: Address, of registration: UInt64) -> Bool { registration == self.registration && running[address] != nil }

  /// Releases the credit of a request that only waits for another service.
  mutating func release(_ address: Address, of registration: UInt64) {
    guard registration == self.registration, running[address] == false else { return }
    running[address] = true
    releasedCount += 1
  }

  /// Handles a completed reply. Returns `false` if the request has ended: the reply must not be sent.
  mutating func finished(_ address: Address, of registration: UInt64) -> Bool {
    guard registration == self.registration, let isReleased = running.removeValue(forKey: address) else { return false }
    if isReleased { releasedCount -= 1 }
    hasUnconfirmedReply = true
    return true
  }

  /// Starts draining. Call ``leaveIfDone(now:)`` after sending the replies so far, then ``announceCredit()``.
  mutating func drain() {
    isDraining = true
    if state == .connecting { state = .stopped }
  }

  /// Leaves once a draining worker has no running requests: sends DISCONNECT, and a HEARTBEAT that the broker, which no longer knows
  /// this worker, answers with DISCONNECT. That answer proves that the broker has read all replies.
  mutating func leaveIfDone(now: Instant) -> [Action] {
    guard isDraining, state == .ready, running.isEmpty else { return [] }
    state = .leaving(until: now + Self.leaveTimeout)
    return [.sendDisconnect, .sendHeartbeat]
  }

  // MARK: Credit

  /// The credit to announce: the base credit plus the requests that only wait.
  private var wantedCredit: Int { isDraining ? 0 : min(MDP.maxCredit, credit + releasedCount) }

  /// Announces a new credit if the change is worth a message: less than half of the base credit is free and more can be announced, or
  /// the announced credit is too high by at least the base credit. Smaller changes wait for the next heartbeat.
  mutating func announceCredit() -> [Action] {
    guard credit > 1, state == .ready else { return [] }
    let wanted = wantedCredit
    let isShort = wanted > announcedCredit && (announcedCredit - running.count) * 2 < credit
    guard isShort || announcedCredit - wanted >= credit else { return [] }
    announcedCredit = wanted
    return [.sendCredit(wanted)]
  }

  // MARK: Time

  mutating func tick(now: Instant) -> [Action] {
    switch state {
    case .connecting, .stopped: return []
    case .leaving(let until):
      if until <= now { state = .stopped }
      return []
    case .ready:
      if lastHeard + livenessTimeout <= now, !toleratesSilence { return reconnect() }
      guard nextHeartbeat <= now else { return [] }
      nextHeartbeat = now + heartbeatInterval
      guard credit > 1, announcedCredit != wantedCredit else { return [.sendHeartbeat] }
      announcedCredit = wantedCredit
      // The plain HEARTBEAT is for brokers that do not support the third frame.
      return [.sendHeartbeat, .sendCredit(announcedCredit)]
    }
  }

  private mutating func reconnect() -> [Action] {
    let cancelling = cancelRunningRequests()
    guard !isDraining else {
      state = .stopped
      return cancelling
    }
    state = .connecting
    defer { reconnectAttempts += 1 }
    return cancelling + [.reconnect(after: min(Self.maxReconnectDelay, Self.minReconnectDelay * (1 << min(reconnectAttempts, 10))))]
  }

  private mutating func cancelRunningRequests() -> [Action] {
    guard !running.isEmpty else { return [] }
    running = [:]
    releasedCount = 0
    return [.cancelRunning]
  }
}
