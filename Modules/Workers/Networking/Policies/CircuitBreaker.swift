import Contracts

/// Stops requests to an origin that fails: requests then fail at once, and the origin can recover. Pure: time is an argument.
///
/// | state | requests | ends |
/// |---|---|---|
/// | closed | all are sent | open after too many failures |
/// | open | none is sent | half-open after the pause |
/// | half-open | at most ``Policy/probes`` at once | closed after that many successes; open after one failure |
///
/// Two rules open the breaker: ``Policy/ratio`` of the attempts in the window of ``RecentRequests`` failed, if there were ``Policy/minimum`` or
/// more; or, for an origin that is rarely asked, ``Policy/run`` attempts in a row failed over ``Policy/runDuration`` or more. For a run, requests
/// in flight at the same time count once, so that a restart is one failure, as do error statuses and lost connections of one document, so that a
/// broken one does not stop the requests for others.
///
/// The pause doubles each time the breaker opens again before it was closed for ``Policy/maxPause``. It is at most ``Policy/unreachablePause`` if
/// the last failure was a connection that could not be established: such attempts cost the server nothing.
struct CircuitBreaker: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Policy: Sendable, Hashable {
    /// Number of outcomes below which the breaker stays closed.
    var minimum = 10
    /// Failures divided by outcomes from which on the breaker opens.
    var ratio = 0.5
    /// Number of failures in a run from which on the breaker opens.
    var run = 3
    /// Time since the first failure of a run below which the run does not open the breaker. Shorter outages are left to retries.
    var runDuration = Duration.seconds(2)
    /// Number of concurrent requests while half-open, and of the successes that close the breaker.
    var probes = 2
    var initialPause = Duration.seconds(1)
    var maxPause = Duration.seconds(60)
    var unreachablePause = Duration.seconds(4)
  }

  /// The outcome of one attempt, as far as it concerns the origin's health.
  enum Outcome: Sendable, Hashable {
    case success
    case failure(OriginStatus.Reason)
    /// Says nothing about the origin: cancelled, or ended by the caller's deadline.
    case unknown
  }

  /// The reason for which a request is not sent.
  struct Refusal: Error, Sendable, Hashable {
    /// Time since the first failure of the outage.
    let failingFor: Duration
    /// Time until the next probe; at least a millisecond.
    let retryAfter: Duration
    /// The last failure.
    let reason: OriginStatus.Reason
  }

  /// Permission to send one request, given back with its outcome.
  struct Pass: Sendable, Hashable {
    /// The opening after which the request is a probe; `nil` for a request of the closed breaker.
    fileprivate let probeOf: Int?
    fileprivate let sentAt: Instant
    /// Identifies the document.
    fileprivate let document: Int
  }

  /// The failures since the last success.
  private struct Run {
    let start: Instant
    /// Number of failures that count.
    var count = 1
    /// The last failure that counts.
    var last: Instant
    var document: Int
  }

  private let policy: Policy
  /// `nil` if the last outcome was a success.
  private var run: Run?
  private var reason = OriginStatus.Reason.timedOut
  /// `nil` while closed.
  private var probesFrom: Instant?
  /// Number of times the breaker has opened; identifies the probes of each opening.
  private var openings = 0
  /// Number of openings without a long closed time between them.
  private var openingsInRow = 0
  private var closedAt: Instant?
  private var probesInFlight = 0
  private var probeSuccesses = 0

  init(_ policy: Policy = Policy()) { self.policy = policy }

  func state(now: Instant) -> OriginStatus.Circuit {
    guard let probesFrom else { return .closed }
    return now < probesFrom ? .open : .halfOpen
  }

  /// Returns the reason for which a request would not be sent now; `nil` if it would be sent.
  func refusal(now: Instant) -> Refusal? {
    guard let probesFrom, now < probesFrom || probesInFlight >= policy.probes else { return nil }
    // While the probes are under way, their results decide.
    let wait = now < probesFrom ? now.duration(to: probesFrom) : policy.initialPause
    return Refusal(failingFor: (run?.start ?? now).duration(to: now), retryAfter: max(.milliseconds(1), wait), reason: reason)
  }

  /// Returns the failures since the last success, also while the breaker is closed; `nil` if the last outcome was a success.
  func failures(now: Instant) -> (duration: Duration, reason: OriginStatus.Reason)? { run.map { ($0.start.duration(to: now), reason) } }

  /// Returns a pass for one request. Throws the reason if it must not be sent.
  ///
  /// - Parameter document: tells requests for one document from requests for others.
  mutating func pass(for document: Int, now: Instant) throws(Refusal) -> Pass {
    if let refusal = refusal(now: now) { throw refusal }
    guard probesFrom != nil else { return Pass(probeOf: nil, sentAt: now, document: document) }
    probesInFlight += 1
    return Pass(probeOf: openings, sentAt: now, document: document)
  }

  /// Records the outcome of the request that was sent with `pass`.
  mutating func record(_ outcome: Outcome, of pass: Pass, in recent: inout RecentRequests, now: Instant) {
    // Probes of an earlier opening, and requests sent before the breaker opened, say nothing about the origin's state now.
    guard pass.probeOf == (probesFrom == nil ? nil : openings) else { return }
    let isProbe = pass.probeOf != nil
    if isProbe { probesInFlight -= 1 }
    switch outcome {
    case .unknown: break
    case .success where isProbe:
      probeSuccesses += 1
      if probeSuccesses >= policy.probes { (probesFrom, run, closedAt) = (nil, nil, now) }
    case .success:
      run = nil
      recent.count(.success, now: now)
    case .failure(let reason):
      self.reason = reason
      let isLongRun = extendRun(with: reason, of: pass, now: now)
      if !isProbe {
        recent.count(.failure, now: now)
        let (failed, all) = (recent.sum(.failure), recent.sum(.failure) + recent.sum(.success))
        guard isLongRun || (all >= policy.minimum && Double(failed) >= Double(all) * policy.ratio) else { return }
      }
      open(for: reason, now: now)
      recent.forgetOutcomes()
    }
  }

  /// Adds a failure to the run. Returns whether the breaker opens because of the run.
  private mutating func extendRun(with reason: OriginStatus.Reason, of pass: Pass, now: Instant) -> Bool {
    guard var run else {
      self.run = Run(start: now, last: now, document: pass.document)
      return policy.run <= 1 && policy.runDuration <= .zero
    }
    let mayConcernDocument = if case .errorStatus = reason { true } else { reason == .connectionLost }
    guard pass.sentAt >= run.last, pass.document != run.document || !mayConcernDocument else { return false }
    run.count += 1
    (run.last, run.document) = (now, pass.document)
    self.run = run
    return run.count >= policy.run && run.start.duration(to: now) >= policy.runDuration
  }

  private mutating func open(for reason: OriginStatus.Reason, now: Instant) {
    if let closedAt, closedAt.duration(to: now) >= policy.maxPause { openingsInRow = 0 }
    let pause = policy.initialPause * (1 << min(openingsInRow, 20))
    probesFrom = now + min(pause, reason == .unreachable ? min(policy.unreachablePause, policy.maxPause) : policy.maxPause)
    openings += 1
    openingsInRow += 1
    // Only the first opening after a long closed time starts with the shortest pause.
    closedAt = nil
    (probesInFlight, probeSuccesses) = (0, 0)
  }
}

/// The requests to an origin in the last seconds: one slot a second, so a window of `n` seconds covers between `n - 1` and `n` seconds. The
/// circuit breaker decides by their outcomes, and the retry budget by their retries. Pure: time is an argument.
struct RecentRequests: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Event: Int {
    /// The first attempt of a request.
    case request
    case retry, success, failure
  }

  private var slots: [SIMD4<Int>]
  private var sums = SIMD4<Int>.zero
  /// The second of the newest slot, counted from ``start``.
  private var newest = 0
  private let start: Instant

  /// - Parameter seconds: the length of the window, at least 1.
  init(seconds: Int, start: Instant) {
    slots = Array(repeating: .zero, count: max(1, seconds))
    self.start = start
  }

  mutating func count(_ event: Event, now: Instant) {
    advance(to: now)
    slots[newest % slots.count][event.rawValue] += 1
    sums[event.rawValue] += 1
  }

  /// Returns the number of events in the window that ends with the last call of ``advance(to:)`` or ``count(_:now:)``.
  func sum(_ event: Event) -> Int { sums[event.rawValue] }

  mutating func forgetOutcomes() {
    for event in [Event.success, .failure] {
      for index in slots.indices { slots[index][event.rawValue] = 0 }
      sums[event.rawValue] = 0
    }
  }

  mutating func advance(to now: Instant) {
    let second = Int(start.duration(to: now).components.seconds)
    guard second > newest else { return }
    for passed in max(newest + 1, second - slots.count + 1)...second {
      sums &-= slots[passed % slots.count]
      slots[passed % slots.count] = .zero
    }
    newest = second
  }
}
