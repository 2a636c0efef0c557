import Contracts
import MessageBus
import Models
import OriginTestSupport
import TestSupport
import Testing

@testable import Cache

/// Validation through an HTTP server, a fetch worker, the bus and a cache worker (RFC 9111 section 4.3). The cache's clock moves only when a
/// test moves it.
@Suite struct ValidationOverHTTPTests {
  typealias Step = ScriptedServer.Step

  private static func ask(_ client: BusClient, _ method: String = "GET", _ fields: Fields = [:]) async throws -> Reply {
    var request = RecordRequest(Reference(.people, 1)).request
    request.method = method
    for name in fields.names { request.fields[name] = fields[name] }
    return try await client.ask(ServiceName.cache.text, request, within: .testLimit)
  }

  private static func luke(_ fields: [String]) -> Step { .answer(#"{"name":"Luke"}"#, fields: fields) }

  /// The first answer says how long it may be used; the 304 that follows does not say it again.
  @Test(arguments: [
    ["etag: \"1\"", "cache-control: max-age=10, must-revalidate"],
    ["last-modified: Sun, 06 Nov 1994 08:49:37 GMT", "cache-control: max-age=10, must-revalidate"],
    ["etag: W/\"1\"", "cache-control: s-maxage=10, stale-if-error=600"],
  ])
  func `a 304 without fields leaves must-revalidate in force`(_ fields: [String]) async throws {
    let clock = TestClock()
    try await withServer { _, number in
      switch number {
      case 1: [Self.luke(fields)]
      case 2: [.answer("", status: 304)]
      default: [.answer("", status: 500)]
      }
    } _: { server in
      try await withCacheOverHTTP(of: server.base, clock: clock) { client in
        #expect(try await Self.ask(client).status == 200)
        clock.advance(by: .seconds(30))
        let confirmed = try await Self.ask(client)
        #expect(confirmed.cacheStatus == "holocron; fwd=stale; fwd-status=304; stored")
        #expect(confirmed.text.contains("Luke"))
        clock.advance(by: .seconds(5))
        #expect(try await Self.ask(client).cacheStatus == "holocron; hit; ttl=5")
        clock.advance(by: .seconds(30))
        let failed = try await Self.ask(client)
        #expect(failed.status >= 500)
        #expect(failed.cacheStatus?.hasPrefix("holocron; fwd=stale") == true)
      }
    }
  }

  /// A 304 about another representation: the record is requested again, without conditions.
  @Test(arguments: ["etag: \"2\"", "etag: W/\"2\""]) func `a 304 with another tag does not confirm`(_ field: String) async throws {
    let clock = TestClock()
    try await withServer { _, number in
      switch number {
      case 1: [Self.luke(["etag: \"1\"", "cache-control: max-age=10, stale-while-revalidate=0"])]
      case 2: [.answer("", status: 304, fields: [field])]
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
