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
    /// HEARTBEAT with a third frame: from now on the worker holds up to this many requests.
    case sendCredit(Int)
    case sendDisconnect
    /// The registration is lost: what runs has nobody to answer to.
    case cancelRunning
    /// Close the socket and connect anew after this time.
    case reopen(after: Duration)
  }

  private let heartbeatInterval: Duration
  private let liveness: Int
  /// Requests worked on at once, as READY says; 1 when the broker is told nothing of credit.
  private let credit: Int
  /// Whether the transport tells when the broker's process ends, as ipc does.
  private let noticesLoss: Bool
  private(set) var state = State.connecting
  /// Nothing new is taken.
  private(set) var isDraining = false
  /// Counts the READYs sent: an answer belongs to the registration its request came with, and is worth nothing under a later one.
  private(set) var registration: UInt64 = 0
  /// Requests in work that the broker of this registration gave out, and whether they gave back their credit.
  private var running: [Address: Bool] = [:]
  /// How many of those gave it back.
  private var released = 0
  /// The credit the broker was last told of.
  private(set) var announced: Int
  private var lastHeard: Instant
  /// Whether an answer went out that the broker may not have read: nothing was heard of it since.
  private var hasAnswered = false
  private var nextHeartbeat: Instant
  private var reopenings = 0

  static let firstReopening = Duration.milliseconds(20)
  static let longestReopening = Duration.seconds(1)
  static let longestLeaving = Duration.seconds(1)

  init(heartbeatInterval: Duration, liveness: Int, credit: Int = 1, noticesLoss: Bool = false, now: Instant) {
    self.heartbeatInterval = heartbeatInterval
    self.liveness = liveness
    self.credit = credit
    self.noticesLoss = noticesLoss
    announced = credit
    lastHeard = now
    nextHeartbeat = now + heartbeatInterval
  }

  private var silenceMeansDeath: Duration { heartbeatInterval * liveness }

  var nextDue: Instant? {
    switch state {
    case .connecting, .stopped: nil
    case .ready: min(nextHeartbeat, isPatient ? nextHeartbeat : lastHeard + silenceMeansDeath)
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
    announced = credit
    hear(now)
    nextHeartbeat = now + heartbeatInterval
    return [.sendReady]
  }

  /// The broker hands what runs to another worker, or the clients repeat it.
  mutating func disconnected() -> [Action] {
    switch state {
    case .connecting, .stopped: break
    case .ready: state = isDraining ? .stopped : .connecting
    case .leaving: state = .stopped
    }
    return forgetRunning()
  }

  /// What becomes of a request that arrives.
  enum Intake: Equatable {
    case start
    /// It goes back to the broker at once: HEARTBEAT with credit 0 and its address.
    case handBack
    /// DISCONNECT, which is near, hands it back.
    case leave
  }

  mutating func request(_ address: Address, now: Instant) -> Intake {
    hear(now)
    guard state == .ready else { return .leave }
    // It left before the broker knew that this worker drains. DISCONNECT comes after what runs, which may take long.
    if isDraining { return credit > 1 && !running.isEmpty ? .handBack : .leave }
    reopenings = 0
    running[address] = false
    return .start
  }

  /// A silent broker whose connection stands is stopped or busy, not dead: to leave it would throw away what runs and what was answered, which it still waits
  /// for. When there is nothing of the kind registering again costs nothing, and RFC 18 wants it.
  private var isPatient: Bool { noticesLoss && (hasAnswered || !running.isEmpty) }

  /// This process did not run: that nothing was heard meanwhile says nothing of the broker.
  mutating func stoodStill(now: Instant) { lastHeard = max(lastHeard, now) }

  mutating func heartbeat(now: Instant) {
    hear(now)
    reopenings = 0
  }

  private mutating func hear(_ now: Instant) {
    lastHeard = now
    hasAnswered = false
  }

  /// The broker does not know this worker (it was restarted), or has had enough of it.
  mutating func disconnect(now: Instant) -> [Action] {
    if case .leaving = state {
      state = .stopped
      return []
    }
    return state == .ready ? reopen() : []
  }

  /// Whether the request of that registration still waits for its answer.
  func isRunning(_ address: Address, of registration: UInt64) -> Bool { registration == self.registration && running[address] != nil }

  /// The request only waits for somebody else: it no longer counts against the credit.
  mutating func release(_ address: Address, of registration: UInt64) {
    guard registration == self.registration, running[address] == false else { return }
    running[address] = true
    released += 1
  }

  /// The answer to `address` is complete. `false` when nobody waits for it any more: it must not be sent.
  mutating func finished(_ address: Address, of registration: UInt64) -> Bool {
    guard registration == self.registration, let isReleased = running.removeValue(forKey: address) else { return false }
    if isReleased { released -= 1 }
    hasAnswered = true
    return true
  }

  /// Take nothing new. Call ``leaveIfDone(now:)`` after the answers that were sent, then ``announceCredit()``.
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

  // MARK: Credit

  /// What the broker should know: as many requests as the worker works on at once, and those that only wait.
  private var wantedCredit: Int { isDraining ? 0 : min(MDP.mostCredit, credit + released) }

  /// Tells the broker of another credit when that is worth a message: less than half of the base is free though more could be, or far too much is.
  /// Small changes wait for the next heartbeat.
  mutating func announceCredit() -> [Action] {
    guard credit > 1, state == .ready else { return [] }
    let wanted = wantedCredit
    let isShort = wanted > announced && (announced - running.count) * 2 < credit
    guard isShort || announced - wanted >= credit else { return [] }
    announced = wanted
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
      if lastHeard + silenceMeansDeath <= now, !isPatient { return reopen() }
      guard nextHeartbeat <= now else { return [] }
      nextHeartbeat = now + heartbeatInterval
      guard credit > 1, announced != wantedCredit else { return [.sendHeartbeat] }
      announced = wantedCredit
      // The plain one counts also with a broker that knows no third frame.
      return [.sendHeartbeat, .sendCredit(announced)]
    }
  }

  private mutating func reopen() -> [Action] {
    let cancelling = forgetRunning()
    guard !isDraining else {
      state = .stopped
      return cancelling
    }
    state = .connecting
    defer { reopenings += 1 }
    return cancelling + [.reopen(after: min(Self.longestReopening, Self.firstReopening * (1 << min(reopenings, 10))))]
  }

  private mutating func forgetRunning() -> [Action] {
    guard !running.isEmpty else { return [] }
    running = [:]
    released = 0
    return [.cancelRunning]
  }
}
