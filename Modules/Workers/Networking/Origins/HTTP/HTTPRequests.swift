import CoreMetrics
import Synchronization

/// GETs to one origin under its policies: bounded concurrency with clients taking turns, repetitions, redirects within the origin, one exchange for
/// callers that ask for the same thing at once, and none while the origin wants to be left alone.
final class HTTPRequests: Sendable {
  private struct Question: Hashable {
    let address: WebAddress
    let conditions: HTTPConditions
  }

  private let origin: String
  private let settings: HTTPSettings
  private let transport: HTTPTransport
  private let gate: FairGate
  private let flights: SingleFlight<Question, Result<HTTPAnswer, OriginError>>
  private let pause = Mutex(OriginPause())
  private let exchanges, repetitions: Counter

  /// `origin` names it in messages.
  init(origin: String, settings: HTTPSettings, metrics: any MetricsFactory) {
    self.origin = origin
    self.settings = settings
    transport = HTTPTransport(settings)
    let gate = FairGate(width: settings.concurrency)
    self.gate = gate
    flights = SingleFlight { gate.forget($0) }
    exchanges = Counter(label: "origin.requests", factory: metrics)
    repetitions = Counter(label: "origin.retries", factory: metrics)
  }

  /// The answer, of whatever status but a redirect. Ends at the deadline of `terms`, or when the time for one request has passed since its turn.
  func get(_ address: WebAddress, _ terms: FetchTerms) async throws(OriginError) -> HTTPAnswer {
    if let refusal { return refusal }
    let question = Question(
      address: address, conditions: HTTPConditions(entityTag: terms.entityTag, modifiedSince: terms.modifiedSince))
    let passage = Mutex<FairGate.Passage?>(nil)
    return try await within(terms.deadline, late: self.outOfTime(passage.withLock { $0?.hasHappened ?? false })) { () throws(OriginError) in
      while true {
        let shared = await self.flights.value(for: question) { number in
          let joined = self.gate.join(number, terms.client)
          passage.withLock { $0 = joined }
        } _: { number async in
          do throws(OriginError) {
            return .success(
              try await within(terms.deadline, late: self.outOfTime(self.gate.hasPassed(number))) { () throws(OriginError) in
                try await self.repeating(question, number, before: terms.deadline)
              })
          } catch {
            return .failure(error)
          }
        }
        guard let shared else { throw OriginError(.cancelled, "the request was cancelled") }
        // Whoever began the exchange had less time than this caller.
        if case .failure(let error) = shared, error.hasOnlyWaited, ContinuousClock.now < terms.deadline { continue }
        return try shared.get()
      }
    }
  }

  /// How many requests wait for their turn, and how many callers joined requests so far.
  var waiting: Int { gate.waiting }
  var joined: Int { gate.joined }

  func close() async { await transport.close() }

  /// The origin's word that it wants to be left alone, while that holds.
  private var refusal: HTTPAnswer? { pause.withLock { $0.refusal(now: .now) } }

  /// The caller's time passed, which says nothing about the origin.
  private func outOfTime(_ hadItsTurn: Bool) -> OriginError {
    var error = OriginError(
      .timedOut, hadItsTurn ? "\(origin) did not answer in time" : "the request waited for others to \(origin) until its time had passed")
    error.hasOnlyWaited = true
    error.hadItsTurn = hadItsTurn
    return error
  }

  private func repeating(
    _ question: Question, _ ticket: UInt64, before deadline: ContinuousClock.Instant
  ) async throws(OriginError) -> HTTPAnswer {
    var attempt = 1
    var limit: ContinuousClock.Instant?
    while true {
      var outcome: Result<HTTPAnswer, OriginError>
      do throws(OriginError) {
        outcome = .success(
          try await gate.pass(ticket) { () throws(OriginError) in
            // While this one waited the origin may have told another one to stay away.
            if let refusal = self.refusal { return refusal }
            let end = limit ?? .now + self.settings.requestTimeout
            limit = end
            return try await within(end, late: OriginError(.timedOut, "\(self.origin) did not answer in time")) { () throws(OriginError) in
              try await self.following(question)
            }
          })
      } catch {
        outcome = .failure(error)
      }
      outcome.count(attempt)
      if case .success(let answer) = outcome, answer.timeLeft == nil { pause.withLock { $0.note(answer, now: .now) } }
      let left = ContinuousClock.now.duration(to: min(deadline, limit ?? deadline))
      let decision = settings.retry.decision(after: outcome.failure, attempt: attempt, left: left, chance: .random(in: 0..<1))
      guard case .again(let wait) = decision else { return try outcome.get() }
      repetitions.increment()
      attempt += 1
      do { try await Task.sleep(for: wait) } catch { throw OriginError(.cancelled, "the request was cancelled", cause: error) }
    }
  }

  private func following(_ question: Question) async throws(OriginError) -> HTTPAnswer {
    var address = question.address
    for _ in 0...settings.redirects {
      exchanges.increment()
      let answer = try await transport.get(address, question.conditions, for: origin)
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
    case .success(let answer): answer.timeLeft == nil ? .status(answer.status, retryAfter: answer.wait) : .lasting
    case .failure(let error): error.failure
    }
  }

  /// Notes how many requests it took.
  fileprivate mutating func count(_ requests: Int) {
    switch self {
    case .success(var answer):
      answer.requests = requests
      self = .success(answer)
    case .failure(var error):
      error.requests = requests
      self = .failure(error)
    }
  }
}
