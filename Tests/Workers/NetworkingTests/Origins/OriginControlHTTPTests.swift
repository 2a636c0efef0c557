import Contracts
import MessageBus
import Models
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// The circuit breaker, the retry budget and the maximum rate, with a server that fails.
@Suite struct OriginControlHTTPTests {
  static func settings(_ change: (inout HTTPSettings) -> Void) -> HTTPSettings {
    var settings = HTTPSettings(requestTimeout: .testLimit, retry: immediateRetries)
    // However slow the machine is, everything happens within one window.
    settings.window = 3_600
    settings.breaker.run = .max
    settings.silenceLimit = .testLimit
    change(&settings)
    return settings
  }

  @Test(arguments: [[ScriptedServer.Step.answer("", status: 500)], [.reset], [.answer("", status: 502)]])
  func `requests to a failing origin end at once`(steps: [ScriptedServer.Step]) async throws {
    try await withServer { _, _ in
      steps
    } _: { server in
      let settings = Self.settings { $0.breaker.initialPause = .seconds(60) }
      try await withHTTPOrigin(server.base, dialect: "swapi", settings) { origin in
        let service = FetchService(origin, timeout: .testLimit)
        var last: Problem?
        for id in 1...100 {
          last = await service.answer(RecordRequest(Reference(people, id)).request, parts: ReplyParts { _ in }).problem
        }
        let policy = CircuitBreaker.Policy()
        // The attempts that open the circuit, of which the last request may have had some left.
        #expect((policy.minimum...policy.minimum + 2).contains(server.targets.count))
        let problem = try #require(last)
        #expect((problem.status, problem.title, problem.type) == (503, "the origin is failing", ProblemType.origin))
        #expect((1...60).contains(problem.retryAfter ?? 0))
        #expect(problem.extensions["failingSince"]?.string.flatMap { Timestamp(parsing: $0) } != nil)
        #expect(problem.detail?.contains("next attempt in") == true)
      }
    }
  }

  @Test func `an origin that recovers is asked again after its probes succeed`() async throws {
    let isFailing = Shared(true)
    try await withServer { _, _ in
      isFailing.value ? [.answer("", status: 500)] : [.luke]
    } _: { server in
      let settings = Self.settings { $0.breaker.initialPause = .milliseconds(1) }
      try await withHTTPOrigin(server.base, dialect: "swapi", settings) { origin in
        for id in 1...20 { await #expect(throws: OriginError.self) { try await origin.record(Reference(people, id)) } }
        isFailing.change { $0 = false }
        // Each refusal says when the next probe is allowed.
        try await eventually("a probe is sent") { (try? await origin.record(luke)) != nil }
        try await eventually("the circuit is closed") {
          (try? await origin.record(luke)) != nil && origin.statuses.first?.circuit == .closed
        }
      }
    }
  }
}
