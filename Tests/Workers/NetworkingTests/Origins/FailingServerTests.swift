import Contracts
import MessageBus
import Models
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// Requests that reach a server that fails or requests a backoff: with a fetcher's default policies, the circuit breaker and the retry budget.
@Suite struct FailingServerTests {
  typealias Step = ScriptedServer.Step

  /// The delay in one response applies to all requests: other records, lists and the kinds.
  @Test(arguments: [429, 503]) func `retry-after applies to the whole origin`(status: Int) async throws {
    try await withServer { _, _ in
      [.answer(#"{"detail":"Request was throttled."}"#, status: status, fields: ["retry-after: 3600"])]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let service = FetchService(origin, timeout: .testLimit)
        var requests = (1...101).map { RecordRequest(Reference(people, $0)).request }
        requests += (1...28).map { ListRequest(people, .page($0)).request } + [KindsRequest().request]
        for request in requests {
          let reply = await service.answer(request, parts: ReplyParts { _ in })
          #expect(reply.status == status)
          #expect(reply.problem?.detail?.contains("Request was throttled.") == true)
          #expect((3_500...3_600).contains(reply.problem?.retryAfter ?? 0))
        }
        #expect(server.targets == ["/api/", "/api/people/1/"])
      }
    }
  }

  /// Otherwise one client's validators would make a document unavailable for all.
  @Test(arguments: [400, 412], [0, 2])
  func `a document whose validators are rejected is requested without them`(status: Int, retries: Int) async throws {
    try await withServer { _, number in
      number == 1 ? [.answer("", status: status)] : [.luke]
    } _: { server in
      // This is not a retry of the same request.
      let settings = HTTPSettings(requestTimeout: .testLimit, retry: RetryPolicy(maxRetries: retries))
      try await withHTTPOrigin(server.base, dialect: "swapi", settings) { origin in
        let record = try await origin.record(luke, entityTag: "\"rejected\"").content
        #expect(record?.name == "Luke Skywalker")
        #expect(server.heads.map { $0.lowercased().contains("if-none-match") } == [true, false])
      }
    }
  }

  /// The status of each answer, and the status of the error; `nil` for the record.
  @Test(
    arguments: [
      ([503, 412, 200], nil), ([412, 503, 200], nil), ([503, 503, 412], 412), ([412, 503, 503], 503), ([503, 412, 503], 503),
    ] as [([Int], Int?)])
  func `a rejected validator allows no more requests than the limit`(statuses: [Int], failure: Int?) async throws {
    try await withServer { _, number in
      let status = number <= statuses.count ? statuses[number - 1] : 200
      return [status == 200 ? .luke : .answer("", status: status)]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi") { origin in
        do throws(OriginError) {
          let record = try await origin.record(luke, entityTag: "\"tag\"")
          #expect(failure == nil && record.content?.name == "Luke Skywalker")
        } catch { #expect(error.status == failure) }
        #expect(server.heads.count == 3)
      }
    }
  }

  @Test(arguments: [[ScriptedServer.Step.answer("", status: 500)], [.reset], [.answer("", status: 502)]])
  func `requests to a failing origin end at once`(steps: [ScriptedServer.Step]) async throws {
    try await withServer { _, _ in
      steps
    } _: { server in
      var settings = HTTPSettings(requestTimeout: .testLimit, retry: immediateRetries)
      // However slow the machine is, everything happens within one window.
      settings.window = 3_600
      (settings.breaker.run, settings.breaker.initialPause) = (.max, .seconds(60))
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

}
