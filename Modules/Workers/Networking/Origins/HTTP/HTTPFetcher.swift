import Contracts
import CoreMetrics
import Platform
import Synchronization

/// Sends GETs to one origin: limits concurrency fairly between clients, coalesces concurrent requests for the same resource, retries,
/// follows redirects within the origin, and sends nothing while ``OriginControl`` forbids it.
final class HTTPFetcher: Sendable {
  private struct Key: Hashable {
    let url: HTTPURL
    let conditions: HTTPConditions
  }

  private let origin: String
  private let settings: HTTPSettings
  private let transport: HTTPTransport
  private let semaphore: FairSemaphore
  private let singleFlight: SingleFlight<Key, Result<HTTPResponse, OriginError>>
  private let control: Mutex<OriginControl>
  private let requests, retries: Counter

  /// - Parameter origin: the origin's name in messages.
  init(_ server: HTTPURL, origin: String, settings: HTTPSettings, metrics: any MetricsFactory) throws(OriginError) {
    self.origin = origin
    self.settings = settings
    transport = try HTTPTransport(to: server, settings, origin: origin)
    let semaphore = FairSemaphore(permits: settings.concurrency)
    self.semaphore = semaphore
    control = Mutex(OriginControl(settings))
    singleFlight = SingleFlight(on: transport.executor) { semaphore.remove($0) }
    requests = Counter(label: "origin.requests", factory: metrics)
    retries = Counter(label: "origin.retries", factory: metrics)
  }

  /// Returns the response, of any status except a redirect. Throws ``OriginError/Code/timedOut`` at the deadline of `context`, or when the
  /// request timeout has passed since the request left the queue.
  ///
  /// - Parameter attempts: the number of requests already sent for it, which count towards ``maxAttempts``.
  func get(_ url: HTTPURL, _ context: FetchContext, afterAttempts attempts: Int = 0) async throws(OriginError) -> HTTPResponse {
    if let refusal = control.withLock({ $0.refusal(now: .now) }) { return try answer(refusal) }
    let key = Key(url: url, conditions: HTTPConditions(entityTag: context.entityTag, modifiedSince: context.modifiedSince))
    let admission = Mutex<FairSemaphore.Admission?>(nil)
    return try await singleFlight.result(
      for: key, deadline: context.deadline, timeoutError: callerTimeout(wasSent: admission.withLock { $0?.isAdmitted ?? false })
    ) { id in
      let joined = semaphore.join(id, context.client)
      admission.withLock { $0 = joined }
    } _: { id throws(OriginError) in
      try await self.getWithRetries(key, id, firstAttempt: attempts + 1, deadline: context.deadline)
    }
  }

  /// Runs the tasks that send requests.
  var executor: any TaskExecutor { transport.executor }
  /// Number of queued requests.
  var waitingCount: Int { semaphore.waitingCount }
  var breakerState: CircuitBreaker.State { control.withLock { $0.breaker.state(now: .now) } }
  /// Total number of callers that started or joined a request.
  var joinCount: Int { semaphore.joinCount }

  /// Maximum number of requests sent for one document and caller.
  var maxAttempts: Int { settings.retry.maxRetries + 1 }

  func close() async { await transport.close() }

  /// Whether a request would be sent now, or queued.
  var isAvailable: Bool { control.withLock { $0.refusal(now: .now) == nil } }

  func status(of origin: String) -> OriginStatus {
    let now = ContinuousClock.now
    return control.withLock { $0.status(of: origin, queued: semaphore.waitingCount, wallTime: SystemTime.seconds, now: now) }
  }

  /// The error for a caller whose deadline passed, which does not mean that the origin fails for other callers.
  func callerTimeout(wasSent: Bool) -> OriginError {
    callerTimeout(
      wasSent ? "\(origin) did not answer in time" : "the deadline passed while the request to \(origin) was queued", wasSent: wasSent)
  }

  private func callerTimeout(_ message: String, wasSent: Bool) -> OriginError {
    var error = OriginError(.timedOut, message)
    error.callerTimedOut = true
    error.wasSent = wasSent
    return error
  }

  /// The error for a request whose redirect could not be followed before a deadline, because the maximum rate does not allow it. The origin
  /// is not to blame for it.
  private var lateRedirect: OriginError {
    callerTimeout("\(origin) did not answer in time: its redirect would exceed the maximum rate", wasSent: true)
  }

  /// Runs in the task of the flight `id`, which is cancelled at `deadline`, or when the request timeout has passed since the request left
  /// the queue.
  private func getWithRetries(
    _ key: Key, _ id: UInt64, firstAttempt: Int, deadline: ContinuousClock.Instant
  ) async throws(OriginError) -> HTTPResponse {
    singleFlight.cancel(key, id, at: deadline)
    var attempt = firstAttempt
    var requestDeadline: ContinuousClock.Instant?
    while true {
      var outcome: Result<HTTPResponse, OriginError>
      do throws(OriginError) {
        outcome = .success(
          try await semaphore.withPermit(id) { () throws(OriginError) in
            if let answer = try await delay(until: deadline) { return answer }
            let decision = control.withLock {
              $0.send(
                for: key.url.hashValue, isFirstAttempt: attempt == 1, within: ContinuousClock.now.duration(to: deadline), now: .now)
            }
            guard case .send(let ticket) = decision else { return try answer(decision) }
            if requestDeadline == nil {
              let end = ticket.sentAt + settings.requestTimeout
              requestDeadline = end
              if end < deadline { singleFlight.cancel(key, id, at: end) }
            }
            return try await send(key, ticket, deadline: deadline, requestDeadline: requestDeadline ?? deadline)
          })
      } catch {
        outcome = .failure(timeout(error, id, deadline: deadline, requestDeadline: requestDeadline) ?? error)
      }
      outcome.setAttempts(attempt)
      let timeLeft = ContinuousClock.now.duration(to: min(deadline, requestDeadline ?? deadline))
      let decision = settings.retry.decision(
        after: outcome.retryFailure, attempt: attempt, timeLeft: timeLeft, jitter: .random(in: 0..<1))
      guard case .retry(let delay) = decision, control.withLock({ $0.takeRetry(now: .now) }) else { return try outcome.get() }
      retries.increment()
      attempt += 1
      do { try await Task.sleep(for: delay) } catch {
        let cancelled = OriginError(.cancelled, "the request was cancelled", cause: error)
        throw timeout(cancelled, id, deadline: deadline, requestDeadline: requestDeadline) ?? cancelled
      }
    }
  }

  /// Waits until the maximum rate allows the request. Returns an earlier response that is the answer while the origin asks for a pause.
  /// Throws at once if the request must not be sent, or not before `deadline`.
  ///
  /// - Parameter isRedirect: whether the request follows a redirect, and so belongs to one that the breaker let pass.
  private func delay(until deadline: ContinuousClock.Instant, isRedirect: Bool = false) async throws(OriginError) -> HTTPResponse? {
    let now = ContinuousClock.now
    let decision = control.withLock { $0.reserve(isRedirect: isRedirect, within: now.duration(to: deadline), now: now) }
    if isRedirect, case .tooLate = decision { throw lateRedirect }
    guard case .wait(let delay) = decision else { return try answer(decision) }
    guard delay > .zero else { return nil }
    do { try await Task.sleep(until: now + delay, tolerance: .zero, clock: .continuous) } catch {
      throw OriginError(.cancelled, "the request was cancelled while it was queued", cause: error)
    }
    // The origin may have started to fail meanwhile.
    return try control.withLock { $0.refusal(isRedirect: isRedirect, now: .now) }.map(answer)
  }

  /// Returns the response to one attempt, and records its outcome while the attempt still has its permit: the next request that gets the
  /// permit is decided about with this outcome.
  private func send(
    _ key: Key, _ ticket: OriginControl.Ticket, deadline: ContinuousClock.Instant, requestDeadline: ContinuousClock.Instant
  ) async throws(OriginError) -> HTTPResponse {
    let outcome: Result<HTTPResponse, OriginError>
    var waited = Duration.zero
    do throws(OriginError) {
      outcome = .success(try await getFollowingRedirects(key, until: min(deadline, requestDeadline), &waited))
    } catch {
      outcome = .failure(error)
    }
    let now = ContinuousClock.now
    control.withLock { control in
      let limit = control.limit
      control.finish(ticket, outcome, hasTimedOut: requestDeadline <= now, waited: waited, now: now)
      // Within the lock, or an earlier limit could replace this one.
      if control.limit != limit { semaphore.resize(control.limit) }
    }
    return try outcome.get()
  }

  /// Returns or throws the answer to a request that is not sent.
  private func answer(_ decision: OriginControl.Decision) throws(OriginError) -> HTTPResponse {
    switch decision {
    case .backOff(let response): return response
    case .refuse(let refusal): throw OriginError(refusal, of: origin)
    case .tooLate, .wait, .send: throw callerTimeout(wasSent: false)
    }
  }

  /// Returns the error for a request that was cancelled because a deadline passed; `nil` for other errors.
  private func timeout(
    _ error: OriginError, _ id: UInt64, deadline: ContinuousClock.Instant, requestDeadline: ContinuousClock.Instant?
  ) -> OriginError? {
    let now = ContinuousClock.now
    guard error.code == .cancelled else { return nil }
    if deadline <= now { return callerTimeout(wasSent: semaphore.isAdmitted(id)) }
    return requestDeadline ?? deadline <= now ? OriginError(.timedOut, "\(origin) did not answer in time") : nil
  }

  /// - Parameter waited: grows by the time in which nothing was at the origin, because the maximum rate did not allow the next request.
  private func getFollowingRedirects(
    _ key: Key, until deadline: ContinuousClock.Instant, _ waited: inout Duration
  ) async throws(OriginError) -> HTTPResponse {
    var url = key.url
    for redirects in 0...settings.maxRedirects {
      if redirects > 0 {
        // The maximum rate limits all requests, and this is another one.
        let start = ContinuousClock.now
        defer { waited += start.duration(to: .now) }
        if let answer = try await delay(until: deadline, isRedirect: true) { return answer }
      }
      requests.increment()
      var response = try await transport.get(url, key.conditions)
      guard [301, 302, 303, 307, 308].contains(response.status) else {
        if redirects > 0 { response.redirectedTo = url }
        return response
      }
      guard let target = response.location.flatMap(url.resolve) else {
        throw OriginError(.redirected, "\(origin) sent a redirect without a valid location", status: response.status)
      }
      guard target.isSameOrigin(as: url) else {
        throw OriginError(
          .redirected, "\(origin) redirects to another server, \(target): to use that server, select it with --origin",
          status: response.status)
      }
      url = target
    }
    throw OriginError(.redirected, "\(origin) redirected more than \(settings.maxRedirects) times")
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
}

extension Result where Success == HTTPResponse, Failure == OriginError {
  /// The outcome as the retry policy classifies it. A response returned during a backoff is final.
  fileprivate var retryFailure: RetryPolicy.Failure {
    switch self {
    case .success(let response):
      response.remainingBackoff == nil ? .status(response.status, retryAfter: response.retryAfter) : .permanent
    case .failure(let error): error.retryFailure
    }
  }

  /// Sets the number of requests it took.
  fileprivate mutating func setAttempts(_ attempts: Int) {
    switch self {
    case .success(var response):
      response.attempts = attempts
      self = .success(response)
    case .failure(var error):
      error.attempts = attempts
      self = .failure(error)
    }
  }
}
