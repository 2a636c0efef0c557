import Contracts

/// Decides for each request to one origin whether and when it is sent, and learns from its outcome: the backoff that the origin requested,
/// the circuit breaker, the adaptive concurrency and the retry budget together. Pure: time is an argument.
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
  private var backoff = OriginBackoff()
  private var fastest = FastestResponse()
  private var budget: RetryBudget
  private var concurrency: AdaptiveLimit
  /// Number of requests at the origin.
  private(set) var inFlight = 0
  private let settings: HTTPSettings
  /// The origin's name in messages.
  private let origin: String

  init(_ settings: HTTPSettings, origin: String, start: Instant = .now) {
    (self.settings, self.origin) = (settings, origin)
    breaker = CircuitBreaker(settings.breaker, start: start)
    budget = RetryBudget(window: settings.retryWindow, start: start)
    concurrency = AdaptiveLimit(ceiling: settings.concurrency)
  }

  /// Number of requests that may be at the origin at once.
  var limit: Int { concurrency.limit }

  /// Returns the answer to a request that would not be sent now; `nil` if it may queue.
  ///
  /// - Parameter isRedirect: whether the request follows a redirect. As a part of a probe it is sent although no further probe may be.
  func refusal(isRedirect: Bool = false, now: Instant) -> Outcome? {
    if let response = backoff.response(now: now) { return .success(response) }
    if isRedirect, breaker.state(now: now) == .halfOpen { return nil }
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
      if isFirstAttempt { budget.recordRequest(now: now) }
      inFlight += 1
      return .send(Ticket(sentAt: now, pass: pass, inFlight: inFlight))
    } catch {
      return .answer(.failure(OriginError(error, of: origin)))
    }
  }

  /// Records the outcome of a request that was sent.
  ///
  /// - Parameter waited: the part of the time since the request was sent in which nothing was at the origin.
  mutating func finish(_ ticket: Ticket, _ outcome: Outcome, waited: Duration = .zero, now: Instant) {
    inFlight -= 1
    // An earlier response, which is the answer to a redirect because the origin has asked for a pause: the origin has not answered again.
    if case .success(let response) = outcome, response.remainingBackoff != nil {
      return breaker.record(.unknown, of: ticket.pass, now: now)
    }
    let duration = ticket.sentAt.duration(to: now) - waited
    // A caller may have less patience than an origin that always answers slowly needs.
    let isSilent = duration >= max(min(settings.silenceLimit, settings.requestTimeout), fastest.duration * 2)
    breaker.record(Self.health(outcome, isSilent: isSilent), of: ticket.pass, now: now)
    if case .success(let response) = outcome {
      backoff.record(response, now: now)
      fastest.record(duration)
    }
    if let sample = Self.sample(outcome, duration, isSilent: isSilent) { concurrency.record(sample, inFlight: ticket.inFlight) }
  }

  /// Takes a retry from the budget. Returns `false` if nothing is left.
  mutating func takeRetry(now: Instant) -> Bool { budget.takeRetry(now: now) }

  /// The state for reports.
  ///
  /// - Parameter wallTime: now, in seconds since 1970.
  mutating func status(of origin: String, queued: Int, wallTime: Int, now: Instant) -> OriginStatus {
    let (state, outage) = (breaker.state(now: now), breaker.outage(now: now))
    var status = OriginStatus(
      origin: origin, circuit: state == .closed ? .closed : state == .open ? .open : .halfOpen, inFlight: inFlight, limit: limit,
      ceiling: concurrency.ceiling, queued: queued, retriesLeft: budget.remaining(now: now), rate: budget.rate(now: now),
      maxRate: settings.maxRate)
    if let failures = breaker.failures(now: now) {
      status.failingSince = wallTime - Int(failures.duration.components.seconds)
      status.reason = failures.reason
    }
    // Whichever lasts longer: the pause of the breaker, or the one that the origin asked for.
    if state == .open { status.retryAfter = outage?.retryAfter.wholeSecondsRoundedUp }
    if let pause = backoff.response(now: now)?.remainingBackoff?.wholeSecondsRoundedUp, pause >= status.retryAfter ?? 0 {
      status.retryAfter = pause
      status.reason = OriginStatus.Reason.slowDown.sentence
    }
    return status
  }

  /// What an outcome says about the origin's health. A response counts as a failure with status 5xx or 429 only: other statuses concern one
  /// document, as do redirects and bodies that are too large.
  static func health(_ outcome: Outcome, isSilent: Bool) -> CircuitBreaker.Outcome {
    switch outcome {
    case .success(let response):
      return response.status >= 500 || response.status == 429
        ? .failure(reason: OriginStatus.Reason.errorStatus(response.status).sentence, .response) : .success
    case .failure(let error):
      switch error.code {
      case .unreachable: return .failure(reason: error.reason, .unreachable)
      case .timedOut where error.callerTimedOut: return .unknown
      case .connectionLost: return .failure(reason: error.reason, .response)
      case .tlsFailed, .timedOut: return .failure(reason: error.reason, .other)
      case .cancelled: return isSilent ? .failure(reason: OriginStatus.Reason.timedOut.sentence, .other) : .unknown
      default: return .unknown
      }
    }
  }

  /// What an outcome says about the load that the origin takes; `nil` for nothing.
  static func sample(_ outcome: Outcome, _ duration: Duration, isSilent: Bool) -> AdaptiveLimit.Sample? {
    switch outcome {
    case .success(let response): return [429, 503].contains(response.status) ? .overloaded : .answered(duration)
    case .failure(let error):
      switch error.code {
      case .timedOut where error.callerTimedOut: return nil
      case .timedOut, .connectionLost: return .overloaded
      case .cancelled: return isSilent ? .overloaded : nil
      default: return nil
      }
    }
  }
}

extension Duration {
  /// The duration in seconds, rounded up.
  var wholeSecondsRoundedUp: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }

  /// `40 s`, `12 min` or `7 h 12 min`
  var inWords: String {
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
      "\(origin) has been failing for \(refusal.failingFor.inWords) (\(refusal.reason)); next attempt in \(refusal.retryAfter.inWords)",
      retryAfter: refusal.retryAfter)
    failingFor = refusal.failingFor
    isCached = true
  }

  /// The error for a caller whose deadline passed, which does not mean that `origin` fails for other callers.
  static func callerTimeout(_ origin: String, wasSent: Bool) -> OriginError {
    callerTimeout(
      message: wasSent ? "\(origin) did not answer in time" : "the deadline passed while the request to \(origin) was queued",
      wasSent: wasSent)
  }

  static func callerTimeout(message: String, wasSent: Bool) -> OriginError {
    var error = OriginError(.timedOut, message)
    error.callerTimedOut = true
    error.wasSent = wasSent
    return error
  }

  /// The failure without the origin's name, to continue a sentence about the origin.
  fileprivate var reason: String {
    let reason: OriginStatus.Reason =
      switch code {
      case .unreachable: .unreachable
      case .connectionLost: .connectionLost
      case .tlsFailed: .noTLS
      default: .timedOut
      }
    return reason.sentence
  }
}
