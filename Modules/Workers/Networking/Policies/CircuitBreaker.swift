/// Stops requests to an origin that fails: requests then fail at once, and the origin can recover. Pure: time is an argument.
///
/// | state | requests | ends |
/// |---|---|---|
/// | closed | all are sent | open after too many failures |
/// | open | none is sent | half-open after the pause |
/// | half-open | at most ``Policy/probes`` at once | closed after that many successes; open after one failure |
///
/// Two rules open the breaker. The first one needs traffic: ``Policy/minimum`` or more attempts ended within ``Policy/window`` seconds, and
/// ``Policy/ratio`` of them failed. The second one is for an origin that is rarely asked: a run of ``Policy/run`` failures without a success
/// between them, over ``Policy/runDuration`` or more. A failure counts for a run if its request was sent after the failure before was known,
/// so that the requests in flight when an origin restarts count once. An error status or a lost connection does not count if the failure
/// before concerned the same document, so that a broken document does not stop the requests for others, however often it is requested.
///
/// The pause is ``Policy/initialPause``, and doubles each time the breaker opens again before it was closed for ``Policy/maxPause``, up to
/// ``Policy/maxPause``. If the last failure was a connection that could not be established, the pause is at most
/// ``Policy/unreachablePause``: such attempts cost the server nothing, and it may come up at any moment.
struct CircuitBreaker: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Policy: Sendable, Hashable {
    /// Seconds that outcomes count.
    var window = 20
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
    case failure(reason: String, Failure)
    /// Says nothing about the origin: cancelled, or ended by the caller's deadline.
    case unknown
  }

  /// The kinds of failures that the breaker distinguishes.
  enum Failure: Sendable, Hashable {
    /// No connection could be established.
    case unreachable
    /// The origin sent an error status, or ended the connection: perhaps only for this document.
    case response
    /// Any other: TLS failed, or no response arrived in time.
    case other
  }

  /// The reason for which a request is not sent.
  struct Refusal: Sendable, Hashable {
    /// Time since the first failure of the outage.
    let failingFor: Duration
    /// Time until the next probe; at least a millisecond.
    let retryAfter: Duration
    /// The last failure.
    let reason: String
  }

  enum State: Sendable, Hashable {
    case closed, open, halfOpen
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
  private var outcomes: SlidingCount
  private var failures: SlidingCount
  /// `nil` if the last outcome was a success.
  private var run: Run?
  private var reason = ""
  /// `nil` while closed.
  private var probesFrom: Instant?
  /// Number of times the breaker has opened; identifies the probes of each opening.
  private var openings = 0
  /// Number of openings without a long closed time between them.
  private var openingsInRow = 0
  private var closedAt: Instant?
  private var probesInFlight = 0
  private var probeSuccesses = 0

  init(_ policy: Policy = Policy(), start: Instant = .now) {
    self.policy = policy
    outcomes = SlidingCount(seconds: policy.window, start: start)
    failures = SlidingCount(seconds: policy.window, start: start)
  }

  func state(now: Instant) -> State {
    guard let probesFrom else { return .closed }
    return now < probesFrom ? .open : .halfOpen
  }

  /// Returns the reason for which a request would not be sent now; `nil` if it would be sent.
  func refusal(now: Instant) -> Refusal? {
    guard let probesFrom, now < probesFrom || probesInFlight >= policy.probes else { return nil }
    return outage(now: now)
  }

  /// Returns the outage for which the breaker is not closed; `nil` while it is closed.
  func outage(now: Instant) -> Refusal? {
    guard let probesFrom else { return nil }
    // While the probes are under way, their results decide.
    let wait = now < probesFrom ? now.duration(to: probesFrom) : policy.initialPause
    return Refusal(
      failingFor: (run?.start ?? now).duration(to: now), retryAfter: max(.milliseconds(1), wait), reason: reason)
  }

  /// Returns the failures since the last success, also while the breaker is closed; `nil` if the last outcome was a success.
  func failures(now: Instant) -> (duration: Duration, reason: String)? { run.map { ($0.start.duration(to: now), reason) } }

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
  mutating func record(_ outcome: Outcome, of pass: Pass, now: Instant) {
    if let opening = pass.probeOf {
      // Probes of an earlier opening, and requests sent before the breaker opened, say nothing about the origin's state now.
      guard opening == openings, probesFrom != nil else { return }
      probesInFlight -= 1
    } else if probesFrom != nil {
      return
    }
    switch outcome {
    case .unknown: return
    case .success: recordSuccess(isProbe: pass.probeOf != nil, now: now)
    case .failure(let reason, let failure):
      self.reason = reason
      let isLongRun = extendRun(with: failure, of: pass, now: now)
      if pass.probeOf == nil {
        outcomes.add(now: now)
        failures.add(now: now)
        let (failed, all) = (failures.sum, outcomes.sum)
        guard isLongRun || (all >= policy.minimum && Double(failed) >= Double(all) * policy.ratio) else { return }
      }
      open(isUnreachable: failure == .unreachable, now: now)
    }
  }

  /// Adds a failure to the run. Returns whether the breaker opens because of the run.
  private mutating func extendRun(with failure: Failure, of pass: Pass, now: Instant) -> Bool {
    guard var run else {
      self.run = Run(start: now, last: now, document: pass.document)
      return policy.run <= 1 && policy.runDuration <= .zero
    }
    guard pass.sentAt >= run.last, failure != .response || pass.document != run.document else { return false }
    run.count += 1
    (run.last, run.document) = (now, pass.document)
    self.run = run
    return run.count >= policy.run && run.start.duration(to: now) >= policy.runDuration
  }

  private mutating func recordSuccess(isProbe: Bool, now: Instant) {
    guard isProbe else {
      run = nil
      outcomes.add(now: now)
      _ = failures.sum(now: now)
      return
    }
    probeSuccesses += 1
    guard probeSuccesses >= policy.probes else { return }
    probesFrom = nil
    run = nil
    closedAt = now
  }

  private mutating func open(isUnreachable: Bool, now: Instant) {
    if let closedAt, closedAt.duration(to: now) >= policy.maxPause { openingsInRow = 0 }
    var pause = min(policy.maxPause, policy.initialPause * (1 << min(openingsInRow, 20)))
    if isUnreachable { pause = min(pause, policy.unreachablePause) }
    openings += 1
    openingsInRow += 1
    probesFrom = now + pause
    // Only the first opening after a long closed time starts with the shortest pause.
    closedAt = nil
    (probesInFlight, probeSuccesses) = (0, 0)
    outcomes.reset()
    failures.reset()
  }
}

extension CircuitBreaker.Refusal: Error {}
