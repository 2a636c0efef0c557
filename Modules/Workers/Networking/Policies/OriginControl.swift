import Contracts

/// Decides for each request to one origin whether and when it is sent, and learns from its outcome: the backoff that the origin requested,
/// the circuit breaker, the adaptive concurrency and the retry budget together. Pure: time is an argument.
///
/// The retry budget keeps retries from multiplying the load of an origin that fails: in the window of ``RecentRequests``, a fifth of the requests
/// may be retried, and at least three. Redirects and requests without validators after a rejection are no retries.
struct OriginControl: Sendable {
  typealias Instant = ContinuousClock.Instant
  typealias Outcome = FetchMachine.Outcome

  /// The decision about a request that has its turn.
  enum Decision: Sendable {
    case send(Ticket)
    /// The answer to a request that is not sent.
    case answer(Outcome)
  }

  /// A request that was sent; given back with its outcome, exactly once.
  struct Ticket: Sendable {
    let sentAt: Instant
    fileprivate let pass: CircuitBreaker.Pass
    fileprivate let inFlight: Int
  }

  private(set) var breaker: CircuitBreaker
  private var recent: RecentRequests
  private var backoff = OriginBackoff()
  private var fastest = FastestResponse()
  private var concurrency: AdaptiveLimit
  /// Number of requests at the origin.
  private(set) var inFlight = 0
  private let settings: HTTPSettings
  /// The origin's name in messages.
  private let origin: String

  init(_ settings: HTTPSettings, origin: String, start: Instant = .now) {
    (self.settings, self.origin) = (settings, origin)
    breaker = CircuitBreaker(settings.breaker)
    recent = RecentRequests(seconds: settings.window, start: start)
    concurrency = AdaptiveLimit(ceiling: settings.concurrency)
  }

  /// Number of requests that may be at the origin at once.
  var limit: Int { concurrency.limit }

  /// Returns the answer to a request that would not be sent now; `nil` if it may queue.
  func refusal(now: Instant) -> Outcome? {
    if let response = backoff.response(now: now) { return .success(response) }
    return breaker.refusal(now: now).map { .failure(OriginError($0, of: origin)) }
  }

  /// Decides about a request that has its turn.
  ///
  /// - Parameter document: tells requests for one document from requests for others.
  mutating func send(for document: Int, isFirstAttempt: Bool, within timeLeft: Duration, now: Instant) -> Decision {
    if let response = backoff.response(now: now) { return .answer(.success(response)) }
    guard fastest.mayArrive(within: timeLeft) else { return .answer(.failure(.callerTimeout(origin, wasSent: false))) }
    do throws(CircuitBreaker.Refusal) {
      let pass = try breaker.pass(for: document, now: now)
      if isFirstAttempt { recent.count(.request, now: now) }
      inFlight += 1
      return .send(Ticket(sentAt: now, pass: pass, inFlight: inFlight))
    } catch {
      return .answer(.failure(OriginError(error, of: origin)))
    }
  }

  /// Records the outcome of a request that was sent.
  mutating func finish(_ ticket: Ticket, _ outcome: Outcome, now: Instant) {
    inFlight -= 1
    let duration = ticket.sentAt.duration(to: now)
    // A caller may have less patience than an origin that always answers slowly needs.
    let isSilent = duration >= max(min(settings.silenceLimit, settings.requestTimeout), fastest.duration * 2)
    let (health, isOverloaded) = Self.judge(outcome, isSilent: isSilent)
    breaker.record(health, of: ticket.pass, in: &recent, now: now)
    if let isOverloaded { concurrency.record(isOverloaded: isOverloaded, inFlight: ticket.inFlight) }
    if case .success(let response) = outcome {
      backoff.record(response, now: now)
      fastest.record(duration)
    }
  }

  /// Takes a retry from the budget. Returns `false` if nothing is left.
  mutating func takeRetry(now: Instant) -> Bool {
    guard retriesLeft(now: now) > 0 else { return false }
    recent.count(.retry, now: now)
    return true
  }

  private mutating func retriesLeft(now: Instant) -> Int {
    recent.advance(to: now)
    return max(0, max(3, recent.sum(.request) / 5) - recent.sum(.retry))
  }

  /// The state for reports.
  ///
  /// - Parameter wallTime: now, in seconds since 1970.
  mutating func status(of origin: String, queued: Int, wallTime: Int, now: Instant) -> OriginStatus {
    let retriesLeft = retriesLeft(now: now)
    var status = OriginStatus(
      origin: origin, circuit: breaker.state(now: now), inFlight: inFlight, limit: limit, ceiling: concurrency.ceiling, queued: queued,
      retriesLeft: retriesLeft, rate: Double(recent.sum(.request) + recent.sum(.retry)) / Double(settings.window),
      maxRate: settings.maxRate)
    if let failures = breaker.failures(now: now) {
      status.failingSince = wallTime - Int(failures.duration.components.seconds)
      status.reason = failures.reason.sentence
    }
    // Whichever lasts longer: the pause of the breaker, or the one that the origin asked for.
    if status.circuit == .open { status.retryAfter = breaker.refusal(now: now)?.retryAfter.wholeSecondsRoundedUp }
    if let pause = backoff.response(now: now)?.remainingBackoff?.wholeSecondsRoundedUp, pause >= status.retryAfter ?? 0 {
      (status.retryAfter, status.reason) = (pause, OriginStatus.Reason.slowDown.sentence)
    }
    return status
  }

  /// What an outcome says about the origin's health, and whether it has too much to do (`nil` for nothing). A response counts as a failure with
  /// status 5xx or 429 only: other statuses concern one document, as do redirects and bodies that are too large.
  ///
  /// - Parameter isSilent: whether an origin without an answer has had enough time for one.
  static func judge(_ outcome: Outcome, isSilent: Bool) -> (health: CircuitBreaker.Outcome, isOverloaded: Bool?) {
    switch outcome {
    case .success(let response):
      let isFailure = response.status >= 500 || response.status == 429
      return (isFailure ? .failure(.errorStatus(response.status)) : .success, response.status == 503 || response.status == 429)
    case .failure(let error):
      switch error.code {
      case .unreachable: return (.failure(.unreachable), nil)
      case .tlsFailed: return (.failure(.noTLS), nil)
      case .connectionLost: return (.failure(.connectionLost), true)
      case .timedOut where !error.callerTimedOut: return (.failure(.timedOut), true)
      case .cancelled where isSilent: return (.failure(.timedOut), true)
      default: return (.unknown, nil)
      }
    }
  }
}

extension Duration {
  /// The duration in seconds, rounded up.
  var wholeSecondsRoundedUp: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }

  /// `40 s`, `12 min` or `7 h 12 min`
  fileprivate var inWords: String {
    let seconds = wholeSecondsRoundedUp
    if seconds < 60 { return "\(seconds) s" }
    return (seconds < 3_600 ? "" : "\(seconds / 3_600) h ") + "\(seconds / 60 % 60) min"
  }
}

extension OriginError {
  /// The error for a request that is not sent because the origin fails.
  fileprivate init(_ refusal: CircuitBreaker.Refusal, of origin: String) {
    self.init(
      .failing,
      "\(origin) has been failing for \(refusal.failingFor.inWords) (\(refusal.reason.sentence)); next attempt in \(refusal.retryAfter.inWords)",
      retryAfter: refusal.retryAfter)
    failingFor = refusal.failingFor
    isCached = true
  }
}
