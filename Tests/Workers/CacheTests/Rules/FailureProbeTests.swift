import Contracts
import MessageBus
import Models
import ServiceTestSupport
import TestSupport
import Testing

@testable import Cache
@testable import Networking

/// What the cache answers when the origin is slow or fails: through an HTTP server, a fetch worker, the bus and a cache worker. The cache's
/// clock moves only when a test moves it.
@Suite struct FailureProbeTests {
  typealias Step = ScriptedServer.Step

  /// Asks the cache for record `id`.
  private static func ask(
    _ client: BusClient, _ id: Int = 1, fields: Fields = [:], within limit: Duration = .testLimit
  ) async throws -> Reply {
    var request = RecordRequest(Reference(.people, id)).request
    for name in fields.names { request.fields[name] = fields[name] }
    return try await client.ask(ServiceName.cache.text, request, within: limit)
  }

  private static func luke(_ cacheControl: String, _ name: String = "Luke") -> Step {
    .answer(#"{"name":"\#(name)"}"#, fields: ["cache-control: \(cacheControl)"])
  }

  static let failures: [(String, [Step])] = [
    ("500", [.answer("", status: 500)]), ("502", [.answer("", status: 502)]), ("503", [.answer("", status: 503)]), ("reset", [.reset]),
    ("truncated", [.send("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"), .close]), ("no JSON", [.answer("<html>")]),
  ]

  /// With the fetcher's own retries.
  @Test(arguments: failures) func `a hundred clients of a failing record are at most three requests`(name: String, steps: [Step])
    async throws
  {
    try await withServer { _, _ in
      steps
    } _: { server in
      try await withCacheOverHTTP(of: server.base) {
        $0.retry = RetryPolicy(maxRetries: 2, initialDelay: .zero, maxDelay: .zero)
      } _: { client in
        try await withThrowingTaskGroup(of: Reply.self) { group in
          for _ in 1...100 { group.addTask { try await Self.ask(client) } }
          for try await reply in group { #expect(reply.status >= 500) }
        }
      }
      #expect((1...3).contains(server.targets.count))
    }
  }

  @Test(arguments: failures + [("hang", [.hang])]) func `a stale record is served while the origin fails`(name: String, steps: [Step])
    async throws
  {
    let clock = TestClock()
    try await withServer { _, number in
      number == 1 ? [Self.luke("max-age=10, stale-while-revalidate=0, stale-if-error=600")] : steps
    } _: { server in
      try await withCacheOverHTTP(of: server.base, clock: clock) {
        // The fetcher gives up, not the caller: how long the bus takes does not matter.
        if name == "hang" { $0.requestTimeout = .seconds(5) }
      } _: { client in
        #expect(try await Self.ask(client).status == 200)
        clock.advance(by: .seconds(30))
        let reply = try await Self.ask(client)
        #expect(reply.status == 200)
        #expect(reply.text.contains("Luke"))
        // Forwarded in vain, so it is no hit.
        #expect(reply.cacheStatus?.hasPrefix("holocron; fwd=stale; fwd-status=5") == true, "\(reply)")
        let answered = name.hasPrefix("5") ? "; origin-status=\(name)" : ""
        #expect(reply.cacheStatus?.hasSuffix("; ttl=-20; detail=stale-if-error\(answered)") == true, "\(reply)")
        guard name != "hang" else { return }
        clock.advance(by: .seconds(700))
        let tooOld = try await Self.ask(client)
        #expect(tooOld.status >= 500)
      }
    }
  }

  /// A 304 about another representation: the record is requested again, without conditions.
  @Test func `a 304 with another tag does not confirm`() async throws {
    let clock = TestClock()
    try await withServer { _, number in
      switch number {
      case 1: [.answer(#"{"name":"Luke"}"#, fields: ["etag: \"1\"", "cache-control: max-age=10, stale-while-revalidate=0"])]
      case 2: [.answer("", status: 304, fields: ["etag: \"2\""])]
      default: [.answer(#"{"name":"Leia"}"#, fields: ["etag: \"2\""])]
      }
    } _: { server in
      try await withCacheOverHTTP(of: server.base, clock: clock) { client in
        _ = try await Self.ask(client)
        clock.advance(by: .seconds(30))
        let reply = try await Self.ask(client)
        #expect(reply.text.contains("Leia"))
        #expect(reply.cacheStatus == "holocron; fwd=stale; fwd-status=200; stored")
      }
      #expect(server.targets.count == 3)
    }
  }
}
