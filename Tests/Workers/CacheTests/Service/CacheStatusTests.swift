import Contracts
import Databases
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Cache

/// The field `cache-status` of every answer (RFC 9211), and the methods that are answered.
@Suite struct CacheStatusTests {
  private static func get(_ path: String, _ fields: Fields = [:]) throws -> Request {
    Request("GET", try #require(Target(parsing: path)), fields: fields)
  }

  /// A cache that holds the records 1 to 3 and the first page of people in the origin's order.
  private func filled() async -> CacheHarness {
    let harness = CacheHarness()
    for id in 1...3 { _ = await harness.record(id) }
    _ = await harness.list(ListRequest(.people, asOrigin: true))
    return harness
  }

  @Test(arguments: [
    ("/people/1", "hit; ttl=86400; key=\"/people/1\""), ("/people/12", "fwd=miss; fwd-status=200; stored; key=\"/people/12\""),
    ("/people/99", "fwd=miss; fwd-status=404; stored; key=\"/people/99\""), ("/people?order=origin", "hit; ttl=86400; key=\"/people\""),
    ("/people?page=2", "fwd=miss; fwd-status=200; stored; key=\"/people?page=2&sort=name\""),
    ("/people?page=9&order=origin", "hit; ttl=86400; key=\"/people?page=9\""),
    ("/people?search=Person%2011", "fwd=miss; fwd-status=200; stored; key=\"/people?search=Person%2011\""),
    ("/kinds", "fwd=miss; fwd-status=200; stored; key=\"/kinds\""), ("/names?of=people/1&of=people/2", "hit; ttl=86400"),
    ("/names?of=people/15", "fwd=miss; fwd-status=200; stored"), ("/names?like=Person%20993", "fwd=miss; fwd-status=200; stored"),
    ("/names?like=nobody", "fwd=miss; fwd-status=200; stored"), ("/names", ""), ("/people/x", ""), ("/people?page=0", ""), ("/origin", ""),
    ("/a/b/c", ""),
  ])
  func `every answer has a cache status`(_ path: String, _ expected: String) async throws {
    let reply = await filled().ask(try Self.get(path))
    #expect(reply.fields["cache-status"] == (expected.isEmpty ? "holocron" : "holocron; \(expected)"))
  }

  @Test func `the names of a part have the status of all of them`() async throws {
    let harness = await filled()
    // Shorter than the recheck interval, so both are in memory.
    harness.clock.advance(by: .seconds(20))
    _ = await harness.record(2, Validation(revalidate: true))
    let parts = Mutex<[Reply]>([])
    let collector = ReplyParts { part in parts.withLock { $0.append(part) } }
    let request = NamesRequest([1, 2, 15].map { Reference(.people, $0) }).request
    let last = await harness.service.answer(request, parts: collector)
    #expect(parts.withLock(\.self).map(\.cacheStatus) == ["holocron; hit; ttl=86380"])
    #expect(last.cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
  }

  /// A reply that was made on this side of the bus has no status of the next hop (RFC 9211 section 2.3).
  @Test(arguments: [
    (ProblemType.noWorker, "holocron; fwd=miss"), (ProblemType.noBus, "holocron; fwd=miss"), (ProblemType.deadline, "holocron; fwd=miss"),
    (ProblemType.origin, "holocron; fwd=miss; fwd-status=503"),
  ])
  func `only the fetch service has a status to report`(_ type: String, _ expected: String) async {
    let harness = CacheHarness()
    harness.source.fail(Problem(503, "failed", type: type))
    #expect(await harness.record(1).cacheStatus == expected)
  }

  /// RFC 9110 section 9.3.2: the same fields as for GET, no content.
  @Test(arguments: ["/people/1", "/people/12", "/people/99", "/people?page=all", "/names?of=people/1", "/people/x"])
  func `HEAD is answered like GET without content`(_ path: String) async throws {
    let get = await filled().ask(try Self.get(path))
    var request = try Self.get(path)
    request.method = "HEAD"
    let parts = Mutex(0)
    let head = await filled().service.answer(request, parts: ReplyParts { _ in parts.withLock { $0 += 1 } })
    #expect(head.content.isEmpty)
    #expect(parts.withLock(\.self) == 0)
    #expect(head.status == get.status)
    #expect(head.fields == get.fields)
  }

  @Test func `HEAD fills the cache and honors validators`() async throws {
    let harness = CacheHarness()
    var request = RecordRequest(Reference(.people, 1)).request
    request.method = "HEAD"
    let first = await harness.ask(request)
    #expect(first.cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
    request.fields["if-none-match"] = first.fields["etag"]
    #expect(await harness.ask(request).status == 304)
    #expect(harness.source.requests.count == 1)
    #expect(harness.source.lastRequest?.method == "GET")
  }

  /// Methods that change something are not forwarded, so no stored answer becomes invalid (RFC 9111 section 4.4); a 405 names those that are
  /// supported (RFC 9110 section 15.5.6).
  @Test(arguments: ["POST", "PUT", "DELETE", "BREW"])
  func `unsafe methods are refused and leave the cache as it is`(_ method: String) async {
    let harness = await filled()
    let count = harness.source.requests.count
    let reply = await harness.ask(Request(method, Target(["people", "1"])))
    #expect(reply.status == 405)
    #expect(reply.fields["allow"] == "GET, HEAD, PURGE, IMPORT, EXPORT, VERIFY")
    #expect(harness.source.requests.count == count)
    #expect(await harness.record(1).cacheStatus == "holocron; hit; ttl=86400")
  }

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// RFC 9111 section 4.3.2 and RFC 9110 section 13.1: fields of a request, `etag` and `last-modified` of the stored answer.
  @Test(
    arguments: [
      (["if-modified-since": date], nil, date, 304), (["if-modified-since": "Mon, 07 Nov 1994 08:49:37 GMT"], nil, date, 304),
      (["if-modified-since": "Sun, 06 Nov 1994 08:49:36 GMT"], nil, date, 200), (["if-modified-since": "yesterday"], nil, date, 200),
      (["if-modified-since": "Sunday, 06-Nov-94 08:49:37 GMT"], nil, date, 304), (["if-modified-since": date], nil, nil, 200),
      (["if-modified-since": date], nil, "once", 200), (["if-modified-since": date, "if-none-match": "\"2\""], "\"1\"", date, 200),
      (["if-modified-since": "yesterday", "if-none-match": "\"1\""], "\"1\"", date, 304), (["if-none-match": "W/\"1\""], "\"1\"", nil, 304),
      (["if-none-match": "\"2\", \"1\""], "\"1\"", nil, 304), (["if-none-match": "*"], nil, nil, 304),
      (["if-none-match": "\"1\""], nil, nil, 200), (["if-none-match": "\"x,y\", W/\"a,b\""], "\"a,b\"", nil, 304),
      (["if-none-match": "\"1"], "\"1\"", nil, 200), (["if-none-match": "1"], "\"1\"", nil, 200),
    ] as [(Fields, String?, String?, Int)])
  func `a request with the validators of the stored answer gets 304`(_ fields: Fields, _ tag: String?, _ date: String?, _ status: Int)
    async throws
  {
    let harness = CacheHarness()
    harness.source.setFields(["etag": tag ?? "", "last-modified": date ?? "", "cache-control": "max-age=60"])
    _ = await harness.record(1)
    // From memory at once, and after a validation.
    for control in [nil, "no-cache"] {
      var request = RecordRequest(Reference(.people, 1)).request
      request.fields = fields
      request.fields["cache-control"] = control
      let reply = await harness.ask(request)
      #expect(reply.status == status)
      #expect(reply.content.isEmpty == (status == 304))
    }
  }
}
