import Contracts
import MessageBus
import Testing

@testable import Networking

/// Steps of a breaker. Time stands still except for `+`. Each request is for another document unless the step ends in `=`.
///
/// | step | meaning |
/// |---|---|
/// | `ok` | a request is sent and succeeds |
/// | `bad` | … and the origin sends an error status |
/// | `lost` | … and the connection is lost |
/// | `late` | … and no response arrives in time |
/// | `down` | … and the origin cannot be reached |
/// | `gone` | … and is cancelled |
/// | `bad=`, `lost=`, … | the same for the document of the request before |
/// | `no` | a request is refused |
/// | `a(` | a request is sent and named a |
/// | `a)ok`, `a)bad`, `a)gone` | the request a ends |
/// | `+1500` | time passes, in milliseconds |
/// | `closed`, `open`, `half` | the state is expected |
@Suite struct CircuitBreakerTests {
  /// Opens from 4 outcomes on if half of them failed.
  static let policy = CircuitBreaker.Policy(
    minimum: 4, ratio: 0.5, probes: 2, initialPause: .seconds(1), maxPause: .seconds(8), unreachablePause: .seconds(2))

  @Test(arguments: [
    // Opening: the minimum, the ratio, the window.
    "closed bad bad bad closed bad open no", "ok ok ok bad closed bad closed bad open no", "ok bad ok bad open",
    "ok ok ok ok ok bad bad bad bad closed bad open", "bad bad bad ok +20000 bad closed", "bad bad bad ok +19000 bad open",
    "gone gone gone gone gone closed", "bad bad bad gone closed bad open", "bad bad= bad= bad= open", "late late late late open",
    // Half-open: the pause, the probes, and what ends it.
    "bad bad bad bad +999 open no +1 half ok half ok closed ok", "bad bad bad bad +1000 half bad open no",
    "bad bad bad bad +1000 a( b( half no a)ok c( no b)ok closed", "bad bad bad bad +1000 a( b( no a)bad open no b)ok open",
    "bad bad bad bad +1000 a( gone half b( no a)gone c( no",
    // The pause doubles up to its maximum, and starts again after a long closed time.
    "bad bad bad bad +1000 half bad +1999 open +1 half bad +3999 open +1 half bad +7999 open +1 half bad +7999 open +1 half",
    "bad bad bad bad +1000 ok ok closed bad bad bad bad +1999 open +1 half",
    "bad bad bad bad +1000 ok ok closed +8000 bad bad bad bad +999 open +1 half",
    "bad bad bad bad +1000 ok ok closed +8000 bad bad bad bad +1000 half bad +1999 open +1 half",
    // An origin that cannot be reached is asked again sooner.
    "down down down down +1000 half down +1999 open +1 half down +1999 open +1 half",
    // Requests sent before the breaker opened, and probes of an earlier opening, change nothing.
    "a( bad bad bad bad open a)ok open +1000 half", "a( bad bad bad bad +1000 half a)bad half ok ok closed",
    "bad bad bad bad +1000 a( b( a)bad open +2000 half b)ok half ok half ok closed",
    // After it closed, earlier outcomes do not count.
    "bad bad bad bad +1000 ok ok bad bad bad closed bad open",
  ])
  func `follows its table`(steps: String) throws { try Self.run(steps, Self.policy) }

  /// An origin that is asked too rarely for the minimum.
  @Test(arguments: [
    // The number of failures, and their duration.
    "bad +1000 bad closed +1000 bad open no", "bad +1000 bad +999 bad closed +1 bad open", "bad +60000 bad closed +3600000 bad open",
    "late +5000 late closed +5000 late open", "down +1000 down closed +1000 down open", "bad late down closed +2000 bad open",
    // A success ends the run, and a request that says nothing about the origin does not.
    "bad +1000 bad +1000 ok bad +1000 bad closed +1000 bad open", "bad +1000 gone bad +1000 gone closed bad open",
    // One broken document does not stop the requests for others.
    "bad +1000 bad= +1000 bad= +60000 bad= closed", "bad bad= bad= +1000 bad bad= bad= +1000 closed bad open",
    "bad +5000 bad= ok +5000 bad +5000 bad= closed", "lost +1000 lost= +1000 lost= +60000 bad= closed lost closed lost open",
    "bad +1000 bad +500 bad closed +1000 bad= closed bad open",
    // An origin that does not answer, or cannot be reached, is not the fault of a document.
    "late +5000 late= closed +5000 late= open", "down +1000 down= closed +1000 down= open", "late +1000 bad= +1000 late= closed late= open",
    // Requests that were in flight at the same time fail together.
    "a( b( c( d( +2000 a)late b)late c)late +2000 d)late closed", "a( b( +1 a)late +2000 b)late closed late closed late open",
    "a( b( +1 late late +2000 a)late b)late closed late open",
    // After it closed, the run starts again. A failed probe continues it.
    "bad +1000 bad +1000 bad +999 open +1 half ok half ok closed bad +1000 bad closed +1000 bad open",
    "bad +1000 bad +1000 bad +1000 half ok half bad open +1999 open +1 half",
  ])
  func `a run of failures opens the breaker`(steps: String) throws {
    var policy = Self.policy
    policy.minimum = .max
    (policy.run, policy.runDuration) = (3, .seconds(2))
    try Self.run(steps, policy)
  }

  private static func run(_ steps: String, _ policy: CircuitBreaker.Policy) throws {
    var now = ContinuousClock.now
    var breaker = CircuitBreaker(policy)
    var recent = RecentRequests(seconds: 20, start: now)
    var passes: [Substring: CircuitBreaker.Pass] = [:]
    var document = 0
    for step in steps.split(separator: " ") {
      let place = "\(step) of \(steps)"
      if !step.hasSuffix("=") { document += 1 }
      if let outcome = outcomes[step.prefix { $0 != "=" }] {
        let pass = try breaker.pass(for: document, now: now)
        breaker.record(outcome, of: pass, in: &recent, now: now)
      } else if let state = states[step] {
        #expect(breaker.state(now: now) == state, "\(place)")
        document -= 1
      } else if step == "no" {
        #expect(breaker.refusal(now: now) != nil, "\(place)")
        let pass = try? breaker.pass(for: document, now: now)
        #expect(pass == nil, "\(place)")
      } else if step.hasSuffix("(") {
        passes[step.dropLast()] = try breaker.pass(for: document, now: now)
      } else if let milliseconds = Int(step.drop { $0 == "+" }) {
        now += .milliseconds(milliseconds)
        document -= 1
      } else {
        let parts = step.split(separator: ")")
        breaker.record(try #require(outcomes[parts[1]]), of: try #require(passes[parts[0]]), in: &recent, now: now)
      }
    }
  }

  private static let outcomes: [Substring: CircuitBreaker.Outcome] = [
    "ok": .success, "bad": .failure(.errorStatus(500)), "lost": .failure(.connectionLost), "late": .failure(.timedOut),
    "down": .failure(.unreachable), "gone": .unknown,
  ]
  private static let states: [Substring: OriginStatus.Circuit] = ["closed": .closed, "open": .open, "half": .halfOpen]

  @Test func `a refusal says since when, why and until when`() throws {
    let start = ContinuousClock.now
    var breaker = CircuitBreaker(Self.policy)
    var recent = RecentRequests(seconds: 20, start: start)
    for (number, milliseconds) in [0, 500, 1_000, 1_500].enumerated() {
      let now = start + .milliseconds(milliseconds)
      let pass = try breaker.pass(for: number, now: now)
      breaker.record(.failure(.errorStatus(500 + number)), of: pass, in: &recent, now: now)
    }
    let refusal = breaker.refusal(now: start + .milliseconds(1_900))
    #expect(refusal == .init(failingFor: .milliseconds(1_900), retryAfter: .milliseconds(600), reason: .errorStatus(503)))
    #expect(breaker.refusal(now: start + .milliseconds(2_500)) == nil)
  }
}

@Suite struct OriginControlTests {
  static func response(_ status: Int) -> Result<HTTPResponse, OriginError> {
    .success(HTTPResponse(status: status, fields: [:], body: []))
  }

  static func failure(_ code: OriginError.Code) -> Result<HTTPResponse, OriginError> { .failure(OriginError(code, "text")) }

  /// Outcomes, whether the origin is healthy, and whether it has too much to do; `nil` if the outcome does not say.
  static let outcomes: [(Result<HTTPResponse, OriginError>, Bool?, Bool?)] = [
    (response(200), true, false), (response(304), true, false), (response(404), true, false), (response(400), true, false),
    (response(403), true, false), (response(429), false, true), (response(500), false, false), (response(503), false, true),
    (response(504), false, false), (failure(.unreachable), false, nil), (failure(.connectionLost), false, true),
    (failure(.tlsFailed), false, nil), (failure(.timedOut), false, true), (failure(.cancelled), nil, nil), (failure(.redirected), nil, nil),
    (failure(.tooLarge), nil, nil), (failure(.malformed), nil, nil),
  ]

  @Test func `outcomes are classified`() {
    for (outcome, isHealthy, isOverloaded) in Self.outcomes {
      let (health, overload) = OriginControl.judge(outcome, isSilent: false)
      let seen: Bool? =
        switch health {
        case .success: true
        case .failure: false
        case .unknown: nil
        }
      #expect(seen == isHealthy, "\(outcome)")
      #expect(overload == isOverloaded, "\(outcome)")
    }
    let (health, overload) = OriginControl.judge(Self.failure(.cancelled), isSilent: true)
    #expect(health == .failure(.timedOut) && overload == true)
  }

  /// A request that is cancelled after this time, with a request timeout of 15 s or 500 ms.
  @Test(arguments: [(15_000, 100, false), (15_000, 999, false), (15_000, 1_000, true), (500, 499, false), (500, 500, true)])
  func `a short deadline of a caller does not blame the origin`(timeout: Int, milliseconds: Int, isFailure: Bool) {
    let start = ContinuousClock.now
    var settings = HTTPSettings(requestTimeout: .milliseconds(timeout))
    settings.breaker.minimum = 1
    var control = OriginControl(settings, origin: "it", start: start)
    guard case .send(let ticket) = control.send(for: 1, isFirstAttempt: true, within: .seconds(60), now: start) else {
      Issue.record("the first request is not sent")
      return
    }
    control.finish(ticket, Self.failure(.cancelled), now: start + .milliseconds(milliseconds))
    #expect((control.breaker.state(now: start + .milliseconds(milliseconds)) == .open) == isFailure)
    #expect(control.inFlight == 0)
  }

  /// Sends one request and ends it after a time. Returns the instant of the end.
  private static func exchange(
    _ control: inout OriginControl, _ outcome: Result<HTTPResponse, OriginError>, for document: Int = 1, after duration: Duration = .zero,
    now: ContinuousClock.Instant
  ) throws -> ContinuousClock.Instant {
    guard case .send(let ticket) = control.send(for: document, isFirstAttempt: true, within: .seconds(60), now: now) else {
      throw OriginError(.failing, "the request is not sent")
    }
    control.finish(ticket, outcome, now: now + duration)
    return now + duration
  }

  /// A caller without the patience that the origin needs says nothing about the origin's health.
  @Test(arguments: [(0, 1_000, true), (400, 1_000, true), (1_500, 2_000, false), (1_500, 2_999, false), (1_500, 3_000, true)])
  func `an origin that always answers slowly has more time`(usual: Int, milliseconds: Int, isFailure: Bool) throws {
    var now = ContinuousClock.now
    var settings = HTTPSettings()
    settings.breaker.minimum = 1
    settings.breaker.ratio = 0.01
    var control = OriginControl(settings, origin: "it", start: now)
    if usual > 0 { now = try Self.exchange(&control, Self.response(200), after: .milliseconds(usual), now: now) }
    now = try Self.exchange(&control, Self.failure(.cancelled), after: .milliseconds(milliseconds), now: now)
    #expect((control.breaker.state(now: now) == .open) == isFailure)
  }

  @Test func `the status says until when an origin is not asked, and why`() throws {
    let start = ContinuousClock.now
    var settings = HTTPSettings()
    settings.breaker.minimum = 2
    var control = OriginControl(settings, origin: "it", start: start)
    let throttled = Result<HTTPResponse, OriginError>.success(HTTPResponse(status: 429, fields: ["retry-after": "7200"], body: []))
    // Two requests in flight, so that the breaker opens as well.
    let tickets = (1...2).compactMap { document -> OriginControl.Ticket? in
      guard case .send(let ticket) = control.send(for: document, isFirstAttempt: true, within: .seconds(60), now: start) else { return nil }
      return ticket
    }
    for ticket in tickets { control.finish(ticket, throttled, now: start) }
    #expect(control.breaker.state(now: start) == .open)
    let status = control.status(of: "x", queued: 0, wallTime: 10_000, now: start + .milliseconds(500))
    #expect((status.retryAfter, status.reason) == (7_200, "it asked to slow down"))
  }
}
