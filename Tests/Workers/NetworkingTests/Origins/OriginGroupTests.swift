import Contracts
import Dialects
import Logging
import Models
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

@Suite struct OriginGroupTests {
  typealias Step = ScriptedServer.Step

  /// The errors after which the next member is asked.
  @Test(arguments: [
    (OriginError.Code.unreachable, true), (.connectionLost, true), (.tlsFailed, true), (.timedOut, true), (.throttled, true),
    (.errorStatus, true), (.redirected, true), (.tooLarge, true), (.malformed, true), (.overloaded, true), (.failing, true),
    (.notFound, false), (.cancelled, false), (.invalid, false),
  ])
  func `another member may answer after a failure of one`(code: OriginError.Code, expected: Bool) {
    #expect(OriginGroup.mayAnotherAnswer(OriginError(code, "text")) == expected)
  }

  @Test func `the error of a request that was sent is reported, or the shortest pause`() {
    let sent = OriginError(.errorStatus, "sent", retryAfter: .seconds(60))
    let (soon, late) = (OriginError(.failing, "soon", retryAfter: .seconds(1)), OriginError(.failing, "late", retryAfter: .seconds(9)))
    for (one, other, expected) in [(sent, soon, "sent"), (soon, sent, "sent"), (soon, late, "soon"), (late, soon, "soon")] {
      #expect(OriginGroup.better(one, other).message == expected)
    }
  }

  /// Runs `body` with a group of two servers. `first` and `second` answer requests for anything but the root.
  /// - Parameter minTimeout: on a busy machine, a server that answers at once may take longer than the standard minimum.
  private func withGroup(
    pause: Duration = .milliseconds(1), run: Int = .max, minTimeout: Duration = .testLimit, logger: Logger = .silent,
    first: @escaping @Sendable (String) -> [Step],
    second: @escaping @Sendable (String) -> [Step],
    _ body: (OriginGroup, _ first: ScriptedServer, _ second: ScriptedServer) async throws -> Void
  ) async throws {
    try await withServer { target, _ in
      first(target)
    } _: { one in
      try await withServer { target, _ in
        second(target)
      } _: { two in
        var settings = HTTPSettings(requestTimeout: .testLimit, retry: RetryPolicy(maxRetries: 0))
        settings.window = 3_600
        settings.breaker.run = run
        settings.breaker.initialPause = pause
        settings.breaker.maxPause = pause
        let members = try [one, two].map { server in
          try HTTPOrigin(server.base, OriginConfiguration(dialect: "swapi", http: settings))
        }
        let group = try OriginGroup(members, minTimeout: minTimeout, logger: logger)
        do { try await body(group, one, two) } catch {
          await group.close()
          throw error
        }
        await group.close()
      }
    }
  }

  @Test(arguments: [[Step.answer("", status: 503)], [.reset], [.answer("", status: 429)], [.answer("<html>", type: "text/html")]])
  func `the second server answers while the first fails, and the first when it has recovered`(failure: [Step]) async throws {
    let isFailing = Shared(true)
    try await withGroup { _ in
      isFailing.value ? failure : [.luke]
    } second: { _ in
      [.luke]
    } _: { group, first, second in
      for _ in 1...30 {
        let response = try await group.record(luke)
        #expect(response.location == "\(second.base)/people/1/")
      }
      #expect(second.targets.count == 30)
      isFailing.change { $0 = false }
      // A server that asked for a pause is asked after it.
      try await eventually("the first server answers") { try await group.record(luke).location == "\(first.base)/people/1/" }
    }
  }

  /// The answers of the second server hide the outage from all callers.
  @Test func `the outage of one server is logged, and its end`() async throws {
    let log = LogRecorder()
    let isFailing = Shared(true)
    try await withGroup(logger: log.logger) { _ in
      isFailing.value ? [.answer("", status: 500)] : [.luke]
    } second: { _ in
      [.luke]
    } _: { group, first, _ in
      for _ in 1...20 { _ = try await group.record(luke) }
      #expect(log.lines.count == 1)
      #expect(log.lines.first?.contains("origin failing") == true && log.lines.first?.contains(first.base) == true, "\(log.lines)")
      isFailing.change { $0 = false }
      try await eventually("the first server answers") { try await group.record(luke).location == "\(first.base)/people/1/" }
      #expect(log.messages == ["origin failing", "origin recovered"])
    }
  }

  /// The time of the fetch is much longer than that of a front-end, for which half of it would be too long.
  @Test func `a server that does not answer leaves time for the next`() async throws {
    try await withGroup(minTimeout: FailoverTimeout.standardMinimum) { _ in
      [.hang]
    } second: { _ in
      [.luke]
    } _: { group, _, second in
      let response = try await group.record(luke, FetchContext(deadline: .now + .seconds(86_400)))
      #expect(response.location == "\(second.base)/people/1/")
    }
  }

  @Test func `without a server that answers, the failure of the last one sent is reported`() async throws {
    try await withGroup(pause: .seconds(3_600)) { _ in
      [.answer("", status: 500)]
    } second: { _ in
      [.answer("", status: 503)]
    } _: { group, first, second in
      let minimum = CircuitBreaker.Policy().minimum
      for _ in 1...minimum {
        let error = await #expect(throws: OriginError.self) { try await group.record(luke) }
        #expect(error?.code == .errorStatus)
      }
      let error = await #expect(throws: OriginError.self) { try await group.record(luke) }
      #expect(error?.code == .failing)
      #expect(first.targets.count == minimum)
      #expect(second.targets.count == minimum)
      #expect(!group.isAvailable)
    }
  }

  /// The first server fails when the first page has been read from the second one, and recovers: the second page comes from the second one.
  @Test func `the pages of a list come from one server`() async throws {
    let isFailing = Shared(true)
    let page: @Sendable (String) -> [Step] = { target in
      let number = target.contains("page=2") ? 2 : 1
      return [.answer(#"{"count":2,"results":[{"name":"Luke","url":"http://x/api/people/\#(number)/"}],"next":null}"#)]
    }
    try await withGroup { target in
      isFailing.value ? [.answer("", status: 500)] : page(target)
    } second: { target in
      page(target)
    } _: { group, first, second in
      let one = try await group.page(1, of: people)
      #expect(one.location?.hasPrefix(second.base) == true)
      isFailing.change { $0 = false }
      let two = try await group.page(2, of: people)
      #expect(two.location?.hasPrefix(second.base) == true)
      // A list that is read from its start goes to the first server again.
      let again = try await group.page(1, of: people)
      #expect(again.location?.hasPrefix(first.base) == true)
      let next = try await group.page(2, of: people)
      #expect(next.location?.hasPrefix(first.base) == true)
    }
  }
}

@Suite struct FailoverTimeoutTests {
  /// Milliseconds of the answers before, of the time that is left, and of the timeout.
  @Test(arguments: [
    ([], 15_000, 1_500), ([], 2_000, 1_000), ([], 0, 0), ([20, 30], 15_000, 1_500), ([1_000], 15_000, 3_000),
    ([200, 2_000, 300], 15_000, 5_700),
    ([2_000], 4_000, 2_000), ([60_000], 15_000, 7_500),
  ])
  func `the timeout is a multiple of the slowest answer, and at most half of the time`(answers: [Int], timeLeft: Int, expected: Int) {
    var timeout = FailoverTimeout()
    for answer in answers { timeout.record(.milliseconds(answer)) }
    #expect(timeout.limit(within: .milliseconds(timeLeft)) == .milliseconds(expected))
  }

  @Test func `a slow answer is forgotten`() {
    var timeout = FailoverTimeout()
    timeout.record(.seconds(10))
    for _ in 0..<100 { timeout.record(.milliseconds(20)) }
    #expect(timeout.limit(within: .seconds(15)) == FailoverTimeout.standardMinimum)
  }

  @Test func `after a timeout the next one is longer, up to half of the time`() {
    var timeout = FailoverTimeout()
    for expected in [1_500, 3_000, 6_000, 7_500, 7_500] {
      let limit = timeout.limit(within: .seconds(15))
      #expect(limit == .milliseconds(expected))
      timeout.recordTimeout(limit)
    }
  }

  /// An attempt that ends earlier says nothing about the server, so its circuit breaker would never open.
  @Test func `a server that does not answer within the timeout counts as failing`() {
    #expect(FailoverTimeout.standardMinimum > HTTPSettings().silenceLimit)
  }
}
