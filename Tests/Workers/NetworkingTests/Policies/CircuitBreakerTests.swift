import MessageBus
import Testing

@testable import Networking

/// Steps of a breaker that opens from 4 outcomes on if half of them failed. Time stands still except for `+`.
///
/// | step | meaning |
/// |---|---|
/// | `ok` | a request is sent and succeeds |
/// | `bad` | … and fails |
/// | `down` | … and the origin cannot be reached |
/// | `gone` | … and is cancelled |
/// | `no` | a request is refused |
/// | `a(` | a request is sent and named a |
/// | `a)ok`, `a)bad`, `a)gone` | the request a ends |
/// | `+1500` | time passes, in milliseconds |
/// | `closed`, `open`, `half` | the state is expected |
@Suite struct CircuitBreakerTests {
  static let policy = CircuitBreaker.Policy(
    window: 20, minimum: 4, ratio: 0.5, probes: 2, initialPause: .seconds(1), maxPause: .seconds(8), unreachablePause: .seconds(2))

  @Test(arguments: [
    // Opening: the minimum, the ratio, the window.
    "closed bad bad bad closed bad open no", "ok ok ok bad closed bad closed bad open no", "ok bad ok bad open",
    "ok ok ok ok ok bad bad bad bad closed bad open", "bad bad bad +20000 bad closed", "bad bad bad +19000 bad open",
    "gone gone gone gone gone closed", "bad bad bad gone closed bad open",
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
  func `follows its table`(steps: String) throws {
    var now = ContinuousClock.now
    var breaker = CircuitBreaker(Self.policy, start: now)
    var passes: [Substring: CircuitBreaker.Pass] = [:]
    for step in steps.split(separator: " ") {
      let place = "\(step) of \(steps)"
      if let outcome = Self.outcomes[step] {
        let pass = try breaker.pass(now: now)
        breaker.record(outcome, of: pass, now: now)
      } else if let state = Self.states[step] {
        #expect(breaker.state(now: now) == state, "\(place)")
      } else if step == "no" {
        #expect(breaker.refusal(now: now) != nil, "\(place)")
        let pass = try? breaker.pass(now: now)
        #expect(pass == nil, "\(place)")
      } else if step.hasSuffix("(") {
        passes[step.dropLast()] = try breaker.pass(now: now)
      } else if let milliseconds = Int(step.drop { $0 == "+" }) {
        now += .milliseconds(milliseconds)
      } else {
        let parts = step.split(separator: ")")
        breaker.record(try #require(Self.outcomes[parts[1]]), of: try #require(passes[parts[0]]), now: now)
      }
    }
  }

  private static let outcomes: [Substring: CircuitBreaker.Outcome] = [
    "ok": .success, "bad": .failure(reason: "status 500", isUnreachable: false), "down": .failure(reason: "refused", isUnreachable: true),
    "gone": .unknown,
  ]
  private static let states: [Substring: CircuitBreaker.State] = ["closed": .closed, "open": .open, "half": .halfOpen]

  @Test func `a refusal says since when, why and until when`() throws {
    let start = ContinuousClock.now
    var breaker = CircuitBreaker(Self.policy, start: start)
    for second in 0..<4 {
      let pass = try breaker.pass(now: start + .seconds(second))
      breaker.record(.failure(reason: "failure \(second)", isUnreachable: false), of: pass, now: start + .seconds(second))
    }
    let refusal = breaker.refusal(now: start + .milliseconds(3_400))
    #expect(refusal == .init(failingFor: .milliseconds(3_400), retryAfter: .milliseconds(600), reason: "failure 3"))
    #expect(breaker.refusal(now: start + .seconds(4)) == nil)
  }
}

@Suite struct OriginControlTests {
  static func response(_ status: Int) -> Result<HTTPResponse, OriginError> {
    .success(HTTPResponse(status: status, fields: [:], body: []))
  }

  static func failure(_ code: OriginError.Code) -> Result<HTTPResponse, OriginError> { .failure(OriginError(code, "text")) }

  struct Row: Sendable, CustomTestStringConvertible {
    let outcome: Result<HTTPResponse, OriginError>
    var isSilent = false
    /// Whether the origin is healthy; `nil` if the outcome does not say.
    let isHealthy: Bool?
    /// Whether the origin has too much to do; `nil` if the outcome does not say.
    let isOverloaded: Bool?
    var testDescription: String { "\(outcome) \(isSilent)" }
  }

  @Test(arguments: [
    Row(outcome: response(200), isHealthy: true, isOverloaded: false), Row(outcome: response(304), isHealthy: true, isOverloaded: false),
    Row(outcome: response(404), isHealthy: true, isOverloaded: false), Row(outcome: response(400), isHealthy: true, isOverloaded: false),
    Row(outcome: response(403), isHealthy: true, isOverloaded: false), Row(outcome: response(429), isHealthy: false, isOverloaded: true),
    Row(outcome: response(500), isHealthy: false, isOverloaded: false), Row(outcome: response(503), isHealthy: false, isOverloaded: true),
    Row(outcome: response(504), isHealthy: false, isOverloaded: false),
    Row(outcome: failure(.unreachable), isHealthy: false, isOverloaded: nil),
    Row(outcome: failure(.connectionLost), isHealthy: false, isOverloaded: true),
    Row(outcome: failure(.tlsFailed), isHealthy: false, isOverloaded: nil),
    Row(outcome: failure(.timedOut), isHealthy: false, isOverloaded: true),
    Row(outcome: failure(.cancelled), isHealthy: nil, isOverloaded: nil),
    Row(outcome: failure(.cancelled), isSilent: true, isHealthy: false, isOverloaded: true),
    Row(outcome: failure(.redirected), isHealthy: nil, isOverloaded: nil),
    Row(outcome: failure(.tooLarge), isHealthy: nil, isOverloaded: nil),
    Row(outcome: failure(.malformed), isHealthy: nil, isOverloaded: nil),
  ])
  func `outcomes are classified`(row: Row) {
    let isHealthy: Bool? =
      switch OriginControl.health(row.outcome, isSilent: row.isSilent) {
      case .success: true
      case .failure: false
      case .unknown: nil
      }
    #expect(isHealthy == row.isHealthy)
    let sample = OriginControl.sample(row.outcome, .seconds(1), isSilent: row.isSilent)
    let expected: AdaptiveLimit.Sample? = row.isOverloaded.map { $0 ? .overloaded : .answered(.seconds(1)) }
    #expect(sample == expected)
  }

  /// A request that is cancelled after this time, with a request timeout of 15 s or 500 ms.
  @Test(arguments: [(15_000, 100, false), (15_000, 999, false), (15_000, 1_000, true), (500, 499, false), (500, 500, true)])
  func `a short deadline of a caller does not blame the origin`(timeout: Int, milliseconds: Int, isFailure: Bool) {
    let start = ContinuousClock.now
    var settings = HTTPSettings(requestTimeout: .milliseconds(timeout))
    settings.breaker.minimum = 1
    var control = OriginControl(settings, start: start)
    guard case .send(let ticket) = control.send(isFirstAttempt: true, within: .seconds(60), now: start) else {
      Issue.record("the first request is not sent")
      return
    }
    control.finish(ticket, Self.failure(.cancelled), hasTimedOut: false, now: start + .milliseconds(milliseconds))
    #expect((control.breaker.state(now: start + .milliseconds(milliseconds)) == .open) == isFailure)
    #expect(control.inFlight == 0)
  }
}
