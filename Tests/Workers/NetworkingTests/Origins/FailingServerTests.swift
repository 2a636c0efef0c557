import Contracts
import MessageBus
import Models
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// Requests that reach a server that fails or requests a backoff, with a fetcher's default policies.
@Suite struct FailingServerTests {
  typealias Step = ScriptedServer.Step

  static let failures: [(String, [Step])] = [
    ("500", [.answer(#"{"detail":"oops"}"#, status: 500)]), ("503", [.answer("", status: 503)]), ("a reset", [.reset]),
    ("a maintenance page", [.answer(#"{"detail":"maintenance"}"#)]), ("429", [.answer("", status: 429)]),
    ("503 for a moment", [.answer("", status: 503, fields: ["retry-after: 0"])]),
  ]

  @Test(arguments: failures) func `a hundred requests for a failing record send at most three to the server`(name: String, steps: [Step])
    async throws
  {
    try await withServer { _, _ in
      steps
    } _: { server in
      let settings = HTTPSettings(requestTimeout: .testLimit, retry: immediateRetries)
      try await withHTTPOrigin(server.base, dialect: "swapi", settings, failures: .init()) { origin in
        let service = FetchService(origin, timeout: .testLimit)
        for _ in 0..<100 {
          let reply = await service.answer(RecordRequest(luke).request, parts: ReplyParts { _ in })
          #expect(reply.status >= 429)
          #expect(reply.fields["retry-after"] != nil)
        }
        #expect((1...3).contains(server.targets.filter { $0 == "/api/people/1/" }.count))
      }
    }
  }

  /// The delay in one response applies to all requests: other records, lists and the kinds.
  @Test(arguments: [429, 503]) func `retry-after applies to the whole origin`(status: Int) async throws {
    try await withServer { _, _ in
      [.answer(#"{"detail":"Request was throttled."}"#, status: status, fields: ["retry-after: 3600"])]
    } _: { server in
      try await withHTTPOrigin(server.base, failures: .init()) { origin in
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
      try await withHTTPOrigin(server.base, dialect: "swapi", settings, failures: .init()) { origin in
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

  @Test func `the rejection of one client's validators is not cached for others`() async throws {
    try await withServer { _, number in
      [number < 3 ? .answer("", status: 503) : number == 3 ? .answer("", status: 412) : .luke]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", failures: .init()) { origin in
        let error = await #expect(throws: OriginError.self) { try await origin.record(luke, entityTag: "\"tag\"") }
        #expect(error?.status == 412)
        let record = try await origin.record(luke).content
        #expect(record?.name == "Luke Skywalker")
      }
    }
  }

  @Test func `a rejection without validators is cached`() async throws {
    try await withServer { _, _ in
      [.answer("", status: 403)]
    } _: { server in
      try await withHTTPOrigin(server.base, dialect: "swapi", failures: .init()) { origin in
        for _ in 0..<3 {
          let error = await #expect(throws: OriginError.self) { try await origin.record(luke, entityTag: "\"tag\"") }
          #expect(error?.status == 403)
        }
        #expect(server.heads.count == 2)
      }
    }
  }
}
