import CoreMetrics

/// GETs to one origin under its policies: bounded concurrency, repetitions, redirects within the origin, one exchange for callers
/// that ask for the same thing at once.
final class HTTPRequests: Sendable {
  private struct Question: Hashable {
    let address: WebAddress
    let entityTag: String?
  }

  private let origin: String
  private let settings: HTTPSettings
  private let transport: HTTPTransport
  private let gate: FairGate
  private let flights = SingleFlight<Question, Result<HTTPAnswer, OriginError>>()
  private let exchanges, repetitions: Counter

  /// `origin` names it in messages.
  init(origin: String, settings: HTTPSettings, metrics: any MetricsFactory) {
    self.origin = origin
    self.settings = settings
    transport = HTTPTransport(settings)
    gate = FairGate(width: settings.concurrency)
    exchanges = Counter(label: "origin.requests", factory: metrics)
    repetitions = Counter(label: "origin.retries", factory: metrics)
  }

  /// The answer, of whatever status but a redirect. Ends at `deadline`, or when the time for one request has passed.
  func get(_ address: WebAddress, entityTag: String?, before deadline: ContinuousClock.Instant) async throws(OriginError) -> HTTPAnswer {
    let limit = min(deadline, .now + settings.requestTimeout)
    return try await within(limit, late: OriginError(.timedOut, "\(origin) did not answer in time")) { () throws(OriginError) in
      while true {
        let shared = await self.flights.value(for: Question(address: address, entityTag: entityTag)) { () async in
          do throws(OriginError) {
            return .success(
              try await within(limit, late: OriginError(.timedOut, "\(self.origin) did not answer in time")) { () throws(OriginError) in
                try await self.repeating(address, entityTag, before: limit)
              })
          } catch {
            return .failure(error)
          }
        }
        guard let shared else { throw OriginError(.cancelled, "the request was cancelled") }
        // Whoever began the exchange had less time than this caller.
        if case .failure(let error) = shared, error.code == .timedOut, ContinuousClock.now < limit { continue }
        return try shared.get()
      }
    }
  }

  func close() async { await transport.close() }

  private func repeating(
    _ address: WebAddress, _ entityTag: String?, before deadline: ContinuousClock.Instant
  ) async throws(OriginError) -> HTTPAnswer {
    var attempt = 1
    while true {
      let outcome: Result<HTTPAnswer, OriginError>
      do throws(OriginError) {
        outcome = .success(try await gate.pass { () throws(OriginError) in try await self.following(address, entityTag) })
      } catch {
        outcome = .failure(error)
      }
      let decision = settings.retry.decision(
        after: outcome.failure, attempt: attempt, left: ContinuousClock.now.duration(to: deadline), chance: .random(in: 0..<1))
      guard case .again(let wait) = decision else { return try outcome.get() }
      repetitions.increment()
      attempt += 1
      do { try await Task.sleep(for: wait) } catch { throw OriginError(.cancelled, "the request was cancelled", cause: error) }
    }
  }

  private func following(_ address: WebAddress, _ entityTag: String?) async throws(OriginError) -> HTTPAnswer {
    var address = address
    for _ in 0...settings.redirects {
      exchanges.increment()
      let answer = try await transport.get(address, entityTag: entityTag, for: origin)
      guard [301, 302, 303, 307, 308].contains(answer.status) else { return answer }
      guard let target = answer.location.flatMap(address.following) else {
        throw OriginError(.redirected, "\(origin) redirects without saying where to", status: answer.status)
      }
      guard target.isSameOrigin(as: address) else {
        throw OriginError(
          .redirected, "\(origin) redirects to another place, \(target): if that is where you want to ask, name it with --origin",
          status: answer.status)
      }
      address = target
    }
    throw OriginError(.redirected, "\(origin) redirects more than \(settings.redirects) times")
  }
}

extension Result where Success == HTTPAnswer, Failure == OriginError {
  /// How the outcome bears on asking again; an answer that is final is a lasting one.
  fileprivate var failure: RetryPolicy.Failure {
    switch self {
    case .success(let answer): .status(answer.status, retryAfter: answer.wait)
    case .failure(let error): error.failure
    }
  }
}
