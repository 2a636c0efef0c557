/// Stops requests to an origin that fails: requests then fail at once, and the origin can recover. Pure: time is an argument.
///
/// | state | requests | ends |
/// |---|---|---|
/// | closed | all are sent | open when ``Policy/minimum`` or more attempts ended within ``Policy/window`` seconds and ``Policy/ratio`` of them failed |
/// | open | none is sent | half-open after the pause |
/// | half-open | at most ``Policy/probes`` at once | closed after that many successes; open after one failure |
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
    /// Number of concurrent requests while half-open, and of the successes that close the breaker.
    var probes = 2
    var initialPause = Duration.seconds(1)
    var maxPause = Duration.seconds(60)
    var unreachablePause = Duration.seconds(4)
  }

  /// The outcome of one attempt, as far as it concerns the origin's health.
  enum Outcome: Sendable, Hashable {
    case success
    case failure(reason: String, isUnreachable: Bool)
    /// Says nothing about the origin: cancelled, or ended by the caller's deadline.
    case unknown
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
  }

  private let policy: Policy
  private var outcomes: SlidingCount
  private var failures: SlidingCount
  /// Instant of the first failure since the last success.
  private var failingSince: Instant?
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
      failingFor: (failingSince ?? now).duration(to: now), retryAfter: max(.milliseconds(1), wait), reason: reason)
  }

  /// Returns the failures since the last success, also while the breaker is closed; `nil` if the last outcome was a success.
  func failures(now: Instant) -> (duration: Duration, reason: String)? { failingSince.map { ($0.duration(to: now), reason) } }

  /// Returns a pass for one request. Throws the reason if it must not be sent.
  mutating func pass(now: Instant) throws(Refusal) -> Pass {
    if let refusal = refusal(now: now) { throw refusal }
    guard probesFrom != nil else { return Pass(probeOf: nil) }
    probesInFlight += 1
    return Pass(probeOf: openings)
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
    case .failure(let reason, let isUnreachable):
      self.reason = reason
      failingSince = failingSince ?? now
      if pass.probeOf == nil {
        outcomes.add(now: now)
        failures.add(now: now)
        let (failed, all) = (failures.sum, outcomes.sum)
        guard all >= policy.minimum, Double(failed) >= Double(all) * policy.ratio else { return }
      }
      open(isUnreachable: isUnreachable, now: now)
    }
  }

  private mutating func recordSuccess(isProbe: Bool, now: Instant) {
    guard isProbe else {
      failingSince = nil
      outcomes.add(now: now)
      _ = failures.sum(now: now)
      return
    }
    probeSuccesses += 1
    guard probeSuccesses >= policy.probes else { return }
    probesFrom = nil
    failingSince = nil
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
